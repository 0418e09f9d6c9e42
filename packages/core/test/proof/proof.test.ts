/** extraction.md C57: generated programs are run, and what is observed is what exactly one transition of their summary says. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forms } from './forms.js'
import { programOf, prove, type Tally } from './proof.js'

const total = Number(process.env['SUSS_PROGRAMS'] ?? 2000)
const seed = Number(process.env['SUSS_SEED'] ?? 1)
const only = process.env['SUSS_FORM']

if (only !== undefined && !forms.some(f => f.name === only))
  throw new Error(`no form ${only}: ${forms.map(f => f.name).join(', ')}`)

test.each(forms.filter(f => only === undefined || f.name === only).map(f => [f.name, f] as const))(
  'extraction/C57 %s',
  async (_name, form) => {
    const each = Math.ceil(total / (only === undefined ? forms.length : 1))
    const tally: Tally = { runs: 0, decided: 0, open: 0 }
    const result = await fc.check(
      fc.asyncProperty(programOf(form), program => prove(form, program, tally)),
      { numRuns: each, seed },
    )
    if (process.env['SUSS_PROGRAMS'] !== undefined)
      console.log(
        `${form.name}: seed ${seed}, ${result.numRuns} programs, ${tally.runs} runs, ${tally.decided} decided, ${tally.open} open`,
      )
    if (result.failed)
      throw new Error(
        `seed ${seed}, after ${result.numRuns} programs and ${result.numShrinks} shrinks:\n${result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)}`,
      )
    expect(tally.decided / tally.runs).toBeGreaterThan(0.3)
  },
  3_600_000,
)
