/** What must not change a summary, on generated programs (architecture.md 6; extraction.md C32, section 22). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractSources } from '../../src/testing/extract-source.js'
import type { Form } from './form.js'
import { forms } from './forms.js'
import { type Program, programOf, sourcesOf } from './proof.js'

type Sources = Record<string, string>

const bytes = (form: Form, sources: Sources): string =>
  JSON.stringify(extractSources(sources, form.packs).summaries)

const ids = (form: Form, sources: Sources): string[] =>
  extractSources(sources, form.packs)
    .summaries.filter(s => s.identity.name === 't')
    .flatMap(s => [s.identity.id ?? '', ...s.transitions.map(t => t.id)])
    .sort()

const reformatted = (text: string): string =>
  text.replace(/(?<!\b(?:return|throw|break|continue|async)) (?!=>)/g, '\n   /* note */ ')
const renamed = (text: string): string => text.replace(/(?<![."])\b(l0|named|c0|t\d+|b\d+)\b/g, 'other_$1')
const inFile = (sources: Sources, change: (text: string) => string): Sources => ({
  ...sources,
  'a.ts': change(sources['a.ts'] ?? ''),
})

/** The helpers after what uses them, with a function nobody calls before. */
function moved(form: Form, sources: Sources): Sources {
  return inFile(
    sources,
    text => `${text.replace(form.helpers, 'function unused(q) { return q ? 1 : 2 }\n')}\n${form.helpers}`,
  )
}

const reordered = (sources: Sources): Sources => Object.fromEntries(Object.entries(sources).reverse())

test.each(forms.map(f => [f.name, f] as const))('ids and bytes of %s', (_name, form) => {
  const check = (program: Program): void => {
    const sources = sourcesOf(form, program)
    const plain = ids(form, sources)
    expect(plain.length).toBeGreaterThan(0)
    expect(bytes(form, sources), program.text).toBe(bytes(form, sources))
    expect(bytes(form, reordered(sources)), program.text).toBe(bytes(form, sources))
    expect(ids(form, inFile(sources, reformatted)), program.text).toEqual(plain)
    expect(ids(form, inFile(sources, renamed)), program.text).toEqual(plain)
    expect(ids(form, moved(form, sources)), program.text).toEqual(plain)
  }
  fc.assert(fc.property(programOf(form), check), { numRuns: Number(process.env['SUSS_INVARIANTS'] ?? 4) })
})
