/** Ids stay when code is moved, reformatted, given types or other local names, and follow what it does (extraction.md 18.1, C32, C33). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractSources } from '../../src/testing/extract-source.js'

/** `‹x›` a local name, `~` a quote, `¤` room for a trailing comma, `§` for an annotation, `¶` for an assertion. */
const functions = [
  'export async function load(‹id›§, ‹options›§) { const ‹found› = await find(‹id›¶¤); if (!‹found› || ‹options›.kind === ~x~) return null; const { low: ‹low› } = ‹found›; for (const ‹item› of ‹found›.list) { if (‹item›.bad) throw new Error(~bad~¤) } const ‹far› = ‹low› > 3 && ‹options›.far; if (‹far›) { audit(‹low›¤); return 2 } return ‹found›.list.map((‹one›§) => ‹one›.z) }',
  'export function pick(‹kind›§) { switch (‹kind›) { case ~a~: return [1, 2¤]; case ~b~: { const ‹two› = make(‹kind›); if (‹two› == null) break; return ‹two› } default: return ‹kind›.rest } return other() }',
  'export async function names(‹page›§) { const ‹answer› = await fetch(~/names?page=~ + ‹page›); if (‹answer›.status === 404) return []; if (!‹answer›.ok) throw new Error(~no~); const ‹body› = await ‹answer›.json()¶; return ‹body›.items.filter((‹entry›§) => ‹entry›.on).length }',
  'export function show(‹req›§, ‹res›§, ‹next›§) { const { id: ‹key› } = ‹req›.params; if (!‹key›) return ‹res›.status(400).json({ error: ~id~¤ }); try { const ‹row› = find(‹key›); if (‹row›.gone) { ‹res›.status(410) } ‹res›.json({ row: ‹row›¤ }) } catch (‹failure›) { if (‹failure› instanceof Missing) return ‹res›.status(404).end(); ‹next›(‹failure›) } }',
  'class Missing extends Error {}',
]
const head = 'import express from "express"\nimport { audit, find, make, other } from "store"\nconst app = express()\n'
const uses = '\napp.get("/rows/:id", show)\nload(1, {})\npick("a")\n'

interface Choices {
  order: readonly number[]
  names: readonly string[]
  /** Drawn from in order, again and again. */
  draws: readonly number[]
}

function written({ order, names, draws }: Choices): string {
  let at = 0
  const draw = <T>(list: readonly T[]): T => list[(draws[at++ % draws.length] ?? 0) % list.length] as T
  const one = (template: string): string => {
    const renamed = new Map<string, string>()
    const quoted = template.replace(/~([^~]*)~/g, (_, text: string) => {
      const quote = draw(['"', "'"])
      return `${quote}${text}${quote}`
    })
    const spaced = quoted.replace(/(?<!\breturn|\bthrow|\basync|\bcase|\bcatch) (?!=>)(?![^'"]*['"],?[):;¤\]])/g, () => draw([' ', ' ', '  ', '\n', ' /* note */ ', '\n// note\n']))
    return spaced
      .replace(/‹(\w+)›/g, (_, name: string) => {
        const known = renamed.get(name)
        if (known !== undefined) return known
        const fresh = `${names[renamed.size % names.length] ?? 'v'}${renamed.size}`
        renamed.set(name, fresh)
        return fresh
      })
      .replaceAll('¤', () => draw(['', ',']))
      .replaceAll('§', () => draw(['', ': any']))
      .replaceAll('¶', () => draw(['', ' as any']))
  }
  return head + order.map(i => one(functions[i] ?? '')).join('\n\n') + uses
}

function idsOf(source: string): string[] {
  const { summaries, incomplete } = extractSources({ 'src/a.ts': source })
  expect(incomplete, source).toEqual([])
  return summaries.flatMap(s => [s.identity.id ?? '', ...s.transitions.map(t => `${s.identity.id} ${t.id}`)]).sort()
}

const plain = idsOf(written({ order: [0, 1, 2, 3, 4], names: ['name'], draws: [0] }))

test('extraction/C32 moving, reformatting and renaming locals changes no id', () => {
  expect(plain.length).toBeGreaterThan(20)
  const choices = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    names: fc.uniqueArray(fc.stringMatching(/^[a-zA-Z_$][a-zA-Z0-9_$]{0,5}$/), { minLength: 1, maxLength: 8 }),
    draws: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 60 }),
  })
  fc.assert(fc.property(choices, choice => {
    const source = written(choice)
    expect(idsOf(source), source).toEqual(plain)
  }), { numRuns: 60 })
})

test.each([
  ['a status', 'status(410)', 'status(411)'],
  ['a literal', '~b~: {', '~c~: {'],
  ['a member', '.gone', '.lost'],
  ['a polarity', 'if (!‹key›)', 'if (‹key›)'],
  ['a callee in a condition', '(‹two› == null)', '(‹two›.none == null)'],
])('%s changes an id', (_what, from, to) => {
  const changed = functions.map(f => f.replace(from, to))
  expect(changed).not.toEqual(functions)
  const source = written({ order: [0, 1, 2, 3, 4], names: ['name'], draws: [0] })
  const plainText = (text: string): string => text.replaceAll('~', '"').replace(/‹(\w+)›/g, '$1')
  const before = functions.map(f => plainText(f).replace(/[¤§¶]/g, ''))
  const after = changed.map(f => plainText(f).replace(/[¤§¶]/g, ''))
  expect(idsOf(head + before.join('\n') + uses)).toEqual(idsOf(source))
  expect(idsOf(head + after.join('\n') + uses)).not.toEqual(plain)
})
