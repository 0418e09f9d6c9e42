/** One program summarised and run on many inputs: what is observed must be what exactly one transition says. */
import type fc from 'fast-check'
import { expectedNames } from './reads.js'
import type { BehavioralSummary, Transition } from '../../src/ir/index.js'
import { extractSources, predicateText, unit } from '../../src/testing/extract-source.js'
import { agrees, E0, E1, E2, type Form, type Inputs, names, project, type Run, X } from './form.js'
import { body, numbered } from './grammar.js'
import { effectHolds, holds, type RunFacts, type Truth } from './judge.js'

export interface Program {
  text: string
  effects: readonly string[]
}

export const programOf = (form: Form): fc.Arbitrary<Program> => body(form.vocabulary).map(numbered)

/** A program written down: its effects are the `eN` in it, those of loops the `mN`. */
export const written = (text: string): Program => ({
  text,
  effects: [...new Set(text.match(/\b[em]\d+(?=\()/g) ?? [])],
})

export function sourcesOf(form: Form, program: Program): Record<string, string> {
  const source = form.source(program.text).replace(/^import \{ E0.*$/m, '')
  const store = ['ask0', 'ask1', 'later0', 'later1', ...program.effects]
  return {
    'a.ts': `import { E0, E1, E2, X } from "./x"\nimport { ${store.join(', ')} } from "store"\n${source}`,
    ...project,
  }
}

export const summaryOf = (form: Form, program: Program): BehavioralSummary =>
  unit(extractSources(sourcesOf(form, program), form.packs), 't')

const statuses = [200, 404, 500, 201, 401, 422]
const lists = [
  [{ a: true, b: false }],
  [],
  [{ a: false, b: true }],
  [{ a: false, b: false }],
  [
    { a: true, b: true },
    { a: false, b: true },
  ],
  [{ a: true, b: true }],
]
const numbers = [null, 0, 5, 7]
const objects = [{ k: 1 }, {}, { k: 0 }, { k: { z: 1 } }]
const absences = [undefined, null, 'u', '']

/** The tests of inputs under all values; the rest turns with them. */
export function runsOf({ effects }: Program): Run[] {
  const runs: Run[] = []
  const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
  for (let i = 0; i < 64; i++) {
    const bit = (n: number): boolean => Boolean((i >> n) & 1)
    const mixed = (i * 2654435761) >>> 7
    const inputs: Inputs = {
      v0: bit(0),
      v1: bit(1),
      v2: bit(2),
      v3: bit(3),
      s: 1 + (mixed % 3),
      n: at(numbers, mixed >> 3),
      o: at(objects, mixed >> 5),
      u: at(absences, mixed >> 4),
      ...(mixed & 2 ? { dv: mixed & 64 ? 2 : 0 } : {}),
      xs: at(lists, mixed >> 2),
    }
    const isThrowing = i >= 48
    const throwing = new Set(
      isThrowing ? ['later1', 'fetch', ...effects].filter((_, j) => ((mixed >> (j % 13)) ^ j) % 4 === 0) : [],
    )
    runs.push({
      inputs,
      ask0: Boolean(mixed & 8),
      ask1: Boolean(mixed & 16),
      later0: Boolean(mixed & 32),
      status: at(statuses, mixed >> 1),
      throwing,
      seen: { effects: [], reads: [], exceptional: false },
    })
  }
  return runs
}

/** What a function outside the project throws: no summary speaks of it unless it is caught. */
class Outside extends Error {}

/** A promise nobody need wait for. */
class Quiet<T> extends Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: every promise of a chain is quiet
  override then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const next = super.then(done, failed)
    Promise.prototype.then.call(next, undefined, () => undefined)
    return next
  }
}

/** Which of null and undefined an input is compared with by `===`: the form of the condition is one (13.1). */
function strictTests(text: string): RunFacts['strictly'] {
  const found: Record<string, unknown[]> = {}
  const note = (name: string, value: unknown): void => {
    found[name] = [...(found[name] ?? []), value]
  }
  for (const [, name = '', , value] of text.matchAll(/\b(\w+) (===|!==) (null|undefined)\b/g))
    note(name, value === 'null' ? null : undefined)
  for (const [, name = ''] of text.matchAll(/typeof (\w+) === "undefined"/g)) note(name, undefined)
  return found
}

/** The program as a function over what the current run gives. */
export function running(
  form: Form,
  program: Program,
): {
  unit: (...args: never[]) => unknown
  begin(run: Run): void
  execute(run: Run): Promise<string | null>
  facts(run: Run): RunFacts
} {
  const strictly = strictTests(program.text)
  let run: Run
  const except = (name: string): void => {
    if (!run.throwing.has(name)) return
    run.seen.exceptional = true
    throw new Outside()
  }
  const response = (): unknown => ({
    status: run.status,
    ok: run.status >= 200 && run.status < 300,
    json: async () =>
      new Proxy(
        {},
        {
          get: (_, key) => {
            if (key !== 'then') run.seen.reads.push(String(key))
            return key === 'then' ? undefined : `<${String(key)}>`
          },
        },
      ),
  })
  const given: Record<string, unknown> = {
    E0,
    E1,
    E2,
    X,
    ask0: () => run.ask0,
    ask1: (a: unknown) => run.ask1 !== a,
    later0: async () => run.later0,
    later1: () =>
      new Quiet<void>((resolve, reject) => {
        try {
          resolve(except('later1'))
        } catch (error) {
          reject(error)
        }
      }),
    fetch: async () => {
      except('fetch')
      return response()
    },
    mark: () => {
      run.seen.exceptional = true
    },
    ...Object.fromEntries(
      program.effects.map(name => [
        name,
        () => {
          run.seen.effects.push(name)
          except(name)
        },
      ]),
    ),
  }
  const givenNames = Object.keys(given)
  const values = Object.values(given)
  const { async, params, prologue } = form.unit
  const source = form.source(program.text)
  const around = /app\.get\("\/t", (.*)\)$/.exec(source)?.[1] ?? 't'
  const code = `${form.helpers}\nconst t = ${async ? 'async ' : ''}function (${params}) { ${prologue}\n${program.text}\n}\nreturn { t: ${around}, pick, both, isOff }`
  const made = new Function(...givenNames, code.replaceAll('/*!*/', 'mark();'))(...values) as Record<
    string,
    (...args: unknown[]) => unknown
  >
  const texts = new Map<string, ((inputs: Record<string, unknown>) => unknown) | null>()
  const compiled = (text: string): ((inputs: Record<string, unknown>) => unknown) | null => {
    const known = texts.get(text)
    if (known !== undefined) return known
    let found: ((inputs: Record<string, unknown>) => unknown) | null = null
    try {
      const fn = new Function('ask0', 'ask1', 'both', 'isOff', 'pick', `{ ${names} }`, `return (${text})`)
      found = inputs => fn(given['ask0'], given['ask1'], made['both'], made['isOff'], made['pick'], inputs)
    } catch {
      // text that is no expression over the inputs stays unknown
    }
    texts.set(text, found)
    return found
  }
  const t = made['t'] as (...args: never[]) => unknown
  return {
    unit: t,
    begin(next) {
      run = next
    },
    async execute(next) {
      run = next
      return form.observe(t, run)
    },
    facts: current => ({
      inputs: current.inputs,
      strictly,
      exceptional: current.seen.exceptional,
      answerOf(callee, args) {
        run = current
        if (callee === 'later0') return { value: current.later0 }
        if (callee === 'fetch' || callee === 'call')
          return { value: { status: current.status, ok: current.status >= 200 && current.status < 300 } }
        if (callee === 'ask0') return { value: current.ask0 }
        if (args === null) return null
        if (callee === 'ask1') return { value: (given[callee] as (...a: unknown[]) => unknown)(...args) }
        const own = ['pick', 'both', 'isOff'].includes(callee) ? made[callee] : undefined
        return own ? { value: own(...args) } : null
      },
      valueOf(text) {
        run = current
        try {
          const fn = compiled(text)
          return fn ? { value: fn(current.inputs) } : null
        } catch {
          return null
        }
      },
    }),
  }
}

const budgets = new Set<string>(['pathBudget', 'conditionBudget', 'unitBudget'])

export interface Tally {
  runs: number
  /** Runs for which every condition could be decided. */
  decided: number
  /** Runs that agreed with something unread. */
  open: number
}

/** Throws with the run and the program where they disagree. */
export async function prove(form: Form, program: Program, tally?: Tally): Promise<void> {
  const summary = summaryOf(form, program)
  // a body over a budget says so, and its conditions are cut
  if (summary.gaps.some(g => g.reason !== undefined && budgets.has(g.reason))) return
  const { execute, facts } = running(form, program)
  for (const run of runsOf(program)) {
    const seen = await execute(run)
    const known = facts(run)
    const judged = summary.transitions.map((t): { t: Transition; truth: Truth } => ({
      t,
      truth: holds(t, known),
    }))
    const problem = disagreement(form, summary, judged, seen, run, known)
    if (tally) {
      tally.runs++
      if (judged.every(j => j.truth !== null)) tally.decided++
      if (judged.some(j => j.truth && form.predicted(j.t).includes('?'))) tally.open++
    }
    if (problem !== null) {
      const { inputs, ask0, ask1, later0, status, throwing } = run
      const said = judged.map(
        ({ t, truth }) =>
          `  ${truth} [${t.conditions.map(predicateText).join(', ')}] ${form.predicted(t)} {${t.effects.map(e => (e.type === 'invocation' ? `${e.callee}${e.preconditions ? `?${e.preconditions.map(predicateText).join('&')}` : ''}` : e.type)).join(' ')}}`,
      )
      throw new Error(
        `${form.name}: ${problem}\n${JSON.stringify({ ...inputs, ask0, ask1, later0, status, throwing: [...throwing], seen: run.seen })}\nsummary:\n${said.join('\n')}\nprogram:\n${program.text}`,
      )
    }
  }
}

function disagreement(
  form: Form,
  summary: BehavioralSummary,
  judged: readonly { t: Transition; truth: Truth }[],
  seen: string | null,
  run: Run,
  facts: RunFacts,
): string | null {
  if (seen === 'throw Outside' || (form.calleesSpeak && run.seen.exceptional && seen?.startsWith('throw ')))
    return null
  // what a wrapper answers by itself stands beside the handler's transitions, and comes first
  const before = judged.filter(j => j.truth === true && j.t.metadata?.['wrappers'] !== undefined)
  const candidates = before.length > 0 ? before : judged
  const sure = candidates.filter(j => j.truth === true)
  const may = candidates.filter(j => j.truth !== false)
  const said = (list: typeof judged): string => list.map(j => form.predicted(j.t)).join(' | ')
  if (seen === null) {
    if (run.seen.exceptional) return null
    if (sure.length > 0) return `nothing was observed, the summary says ${said(sure)}`
    return summary.gaps.length > 0 || may.length > 0 ? null : 'nothing was observed, and no gap says so'
  }
  const fitting = may.filter(j => agrees(form.predicted(j.t), seen))
  if (fitting.length === 0) {
    if (may.length === 0 && summary.gaps.some(g => g.reason !== 'noOutcome')) return null
    return `observed ${seen}, the summary says ${said(sure)}${may.length > sure.length ? ` or perhaps ${said(may.filter(j => j.truth === null))}` : ''}`
  }
  if (run.seen.exceptional) return null
  if (sure.some(j => !agrees(form.predicted(j.t), seen)))
    return `observed ${seen}, the summary says also ${said(sure)}`
  if (sure.length > 1) return `observed ${seen}, ${sure.length} transitions hold`
  const missing = fitting.map(({ t }) => effectsDisagree(t, run, facts) ?? readsDisagree(form, t, run))
  if (!missing.includes(null)) return missing[0] ?? null
  const [one, ...others] = sure
  return one && others.length === 0 ? claimedOnly(one.t, run, facts) : null
}

/** An effect outside loops that surely runs with the transition must have been seen. */
function claimedOnly(t: Transition, run: Run, facts: RunFacts): string | null {
  const claimed = t.effects.find(
    e =>
      e.type === 'invocation' &&
      /^e\d+$/.test(e.callee) &&
      (!e.preconditions || effectHolds(e.preconditions, t, facts) === true) &&
      !run.seen.effects.includes(e.callee),
  )
  return claimed?.type === 'invocation' ? `the effect ${claimed.callee} did not run` : null
}

function effectsDisagree(t: Transition, run: Run, facts: RunFacts): string | null {
  for (const name of run.seen.effects) {
    const own = t.effects.filter(e => e.type === 'invocation' && e.callee === name)
    if (own.length === 0) return `the effect ${name} is missing`
    if (
      own.every(
        e => e.type === 'invocation' && e.preconditions && effectHolds(e.preconditions, t, facts) === false,
      )
    )
      return `the preconditions of ${name} do not hold`
  }
  return null
}

function readsDisagree(form: Form, t: Transition, run: Run): string | null {
  if (!form.name.startsWith('client')) return null
  const expected = expectedNames(t)
  const missing = run.seen.reads.find(name => !expected.includes(name))
  return missing === undefined ? null : `the read of ${missing} is missing`
}
