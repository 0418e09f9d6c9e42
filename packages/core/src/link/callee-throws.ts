/** What the functions a unit calls may throw through it becomes transitions of the unit (extraction.md 16.3, 11.3). */
import type { BehavioralSummary, DeclarationPlace, OutputOf, ThrownFacts, Transition } from '../ir/index.js'
import { thrownFacts, transitionId } from '../ir/index.js'
import { isRecord } from '../ir/index.js'
import type { RawCatch, RawEscape, RawThrowing, RawThrowingCall } from '../raw.js'

export interface Throwing {
  summary: BehavioralSummary
  throwing: RawThrowing | null
  /** Indices of throws that leave as rejections of a function that is not async. */
  rejecting: ReadonlySet<number>
}

/** An exception on its way out of a function. */
interface Exception {
  output: OutputOf<'throw'>
  thrown: ThrownFacts
  /** Some condition of the throw was not read. */
  opaque: boolean
  certain: boolean
  as: 'sync' | 'rejected'
  /** Units it comes through, the called one first. */
  by: readonly string[]
}

/** One that a call of the unit lets through. */
interface Arrival {
  exception: Exception
  call: RawThrowingCall
  /** Name of the function called there. */
  callee: string
  /** Offsets of the catches that passed it on. */
  passedAt: readonly number[]
  as: 'sync' | 'rejected'
}

const maxLevels = 8
const maxExceptions = 64

export function withCalleeThrows(units: readonly Throwing[], unitAt: (place: DeclarationPlace) => BehavioralSummary | null): BehavioralSummary[] {
  const byId = new Map(units.flatMap(u => (u.summary.identity.id === undefined ? [] : [[u.summary.identity.id, u] as const])))
  let escaping = new Map(units.map(u => [u, ownExceptions(u)]))
  for (let level = 1; level < maxLevels; level++) {
    const next = new Map(units.map(u => [u, carries(u) ? distinct([...ownExceptions(u), ...arrivals(u).map(leaving)]) : []] as const))
    const isSame = units.every(u => next.get(u)?.length === escaping.get(u)?.length)
    escaping = next
    if (isSame) break
  }

  function arrivals({ throwing }: Throwing): Arrival[] {
    return (throwing?.calls ?? []).flatMap(call => call.callees.flatMap((place): Arrival[] => {
      const summary = unitAt(place)
      const callee = summary?.identity.id === undefined ? undefined : byId.get(summary.identity.id)
      if (!callee || !carries(callee)) return []
      const id = callee.summary.identity.id ?? ''
      return (escaping.get(callee) ?? []).flatMap((exception): Arrival[] => {
        const way = exception.as === 'rejected' ? call.rejected : call.sync
        const passed = way ? passCatches(way, exception) : null
        if (!way || !passed) return []
        return [{
          exception: { ...exception, certain: exception.certain && passed.certain && call.only, by: exception.by.includes(id) ? exception.by : [id, ...exception.by] },
          call, callee: callee.summary.identity.name, passedAt: passed.at, as: way.as,
        }]
      })
    }))
  }

  return units.map(u => {
    const arriving = arrivals(u)
    const filled = fillRethrows(u.summary, arriving)
    if (!u.throwing || u.throwing.answers.length === 0 || arriving.length === 0 || u.summary.kind === 'client') return filled
    return { ...filled, transitions: withDistinctIds([...filled.transitions, ...addedTransitions(u.summary, u.throwing, arriving)]) }
  })
}

/** A function that others call as such: what it throws is what its caller gets. */
const carries = ({ summary }: Throwing): boolean =>
  summary.kind !== 'client' && summary.kind !== 'middleware' && summary.identity.boundaryBinding?.semantics.name !== 'rest'

const leaving = ({ exception, as }: Arrival): Exception => ({ ...exception, as })

function ownExceptions({ summary, throwing, rejecting }: Throwing): Exception[] {
  if (!throwing) return []
  return distinct(summary.transitions.flatMap((transition, index): Exception[] => {
    const { output } = transition
    const thrown = thrownFacts(transition)
    if (output.type !== 'throw' || (output.exceptionType === null && thrown?.fields === undefined)) return []
    return [{
      output, thrown: thrown ?? { type: output.exceptionType, message: output.message },
      opaque: isOpaque(transition.conditions), certain: true,
      as: throwing.isAsync || rejecting.has(index) ? 'rejected' : 'sync', by: [],
    }]
  }))
}

function isOpaque(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOpaque)
  return isRecord(value) && (value['type'] === 'opaque' || Object.values(value).some(isOpaque))
}

const keyOf = ({ output, thrown, as }: Exception): string =>
  JSON.stringify([output.exceptionType, output.statusWhenUncaught ?? null, thrown.fields ?? null, thrown.texts ?? null, as])

function distinct(exceptions: readonly Exception[]): Exception[] {
  const out = new Map<string, Exception>()
  for (const exception of exceptions) {
    const key = keyOf(exception)
    const known = out.get(key)
    if (!known) out.set(key, exception)
    else out.set(key, merged(known, exception))
  }
  return [...out.values()].slice(0, maxExceptions)
}

/** Read and certain in one place is enough. */
const merged = (a: Exception, b: Exception): Exception => ({
  ...a, opaque: a.opaque && b.opaque, certain: a.certain || b.certain, by: [...new Set([...a.by, ...b.by])],
})

/** Null: some catch on the way ends it. */
function passCatches({ catches }: RawEscape, { output }: Exception): { certain: boolean; at: number[] } | null {
  let certain = true
  const at: number[] = []
  for (const each of catches) {
    const pass = bestPass(each, output)
    if (!pass) return null
    certain &&= pass.certain
    at.push(pass.at)
    if (pass.direct) break
  }
  return { certain, at }
}

function bestPass({ passes }: RawCatch, output: OutputOf<'throw'>): { certain: boolean; at: number; direct: boolean } | null {
  const open = passes.flatMap(({ tests, at, direct }) => {
    const answers = tests.map(test => (test.type === 'other' ? null : instanceAnswer(output, test.name) === null ? null : instanceAnswer(output, test.name) === test.positive))
    return answers.includes(false) ? [] : [{ certain: !answers.includes(null), at, direct: direct === true }]
  })
  return open.find(p => p.certain) ?? open[0] ?? null
}

function instanceAnswer({ exceptionType, exceptionAncestors, ancestryIncomplete }: OutputOf<'throw'>, name: string): boolean | null {
  const names = [...(exceptionType === null ? [] : [exceptionType]), ...(exceptionAncestors ?? [])]
  if (names.some(n => lastPart(n) === lastPart(name))) return true
  return exceptionType === null || ancestryIncomplete === true ? null : false
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

function addedTransitions(summary: BehavioralSummary, throwing: RawThrowing, arriving: readonly Arrival[]): Transition[] {
  const groups = new Map<string, Arrival[]>()
  for (const arrival of arriving) {
    const { output, thrown } = arrival.exception
    const key = JSON.stringify([output.exceptionType, statusOf(throwing, arrival.exception), thrown.fields ?? null, thrown.texts ?? null])
    const list = groups.get(key)
    if (list) list.push(arrival)
    else groups.set(key, [arrival])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    return first ? [addedTransition(summary, throwing, first, group)] : []
  })
}

function addedTransition(summary: BehavioralSummary, throwing: RawThrowing, { exception, call, callee }: Arrival, group: readonly Arrival[]): Transition {
  const { statusWhenUncaught: _own, ...output } = exception.output
  const status = statusOf(throwing, exception)
  const text = `${callee} throws ${output.exceptionType ?? 'a value'}`
  const isCertain = group.some(a => a.exception.certain)
  return {
    id: transitionId({ unit: summary.identity.name, terminalKind: 'throw', statusKey: 'none', conditionTexts: [`+:${text} ( ${call.text} ) ${JSON.stringify(exception.thrown.fields ?? {})}`] }),
    conditions: [group.every(a => a.exception.opaque)
      ? { type: 'opaque', sourceText: text, reason: 'externalFunction' }
      : { type: 'call', callee: text, args: call.args }],
    output: { ...output, ...(status === null ? {} : { statusWhenUncaught: status }) },
    effects: [],
    location: call.location,
    isDefault: false,
    metadata: {
      place: call.place,
      thrown: exception.thrown,
      thrownBy: [...new Set(group.flatMap(a => a.exception.by))],
      ...(isCertain ? {} : { http: { uncertain: true } }),
    },
  }
}

/** The status the unit's framework sends when nothing catches it. */
function statusOf({ answers }: RawThrowing, { thrown, output }: Exception): number | null {
  for (const { properties, codes, types } of answers) {
    if (types && (output.exceptionType === null || !types.includes(output.exceptionType))) continue
    for (const name of properties) {
      const value = thrown.fields?.[name]
      if (value !== undefined) return value
    }
    const type = output.exceptionType
    const last = type === null ? null : lastPart(type)
    for (const name of type === null || last === null ? [] : [type, last, last.replace(/Error$/, ''), `${last}Error`]) {
      const code = Object.hasOwn(codes, name) ? codes[name] : undefined
      if (code !== undefined) return code
    }
  }
  return answers.find(a => a.otherwise !== null)?.otherwise ?? null
}

/** `throw e`, `next(e)`: the class of what was caught, when every exception that comes there has one (11.3). */
function fillRethrows(summary: BehavioralSummary, arriving: readonly Arrival[]): BehavioralSummary {
  if (!arriving.some(a => a.passedAt.length > 0)) return summary
  const transitions = summary.transitions.map((transition): Transition => {
    const { output } = transition
    const place = transition.metadata?.['place']
    const thrown = thrownFacts(transition)
    if (output.type !== 'throw' || output.exceptionType !== null || thrown?.rethrown !== true || !isRecord(place)) return transition
    const here = arriving.filter(a => a.passedAt.includes(Number(place['start'])))
    const types = [...new Set(here.map(a => a.exception.output.exceptionType))]
    const [type] = types
    const [first] = here
    if (!first || types.length !== 1 || type === null || type === undefined) return transition
    const { exceptionAncestors } = first.exception.output
    // A library may throw there too, so no handler may take the class for sure.
    return {
      ...transition,
      output: { ...output, exceptionType: type, ...(exceptionAncestors ? { exceptionAncestors } : {}), ancestryIncomplete: true },
      metadata: { ...transition.metadata, thrown: { ...thrown, type } },
    }
  })
  return { ...summary, transitions }
}

function withDistinctIds(transitions: readonly Transition[]): Transition[] {
  const seen = new Map<string, number>()
  return transitions.map(t => {
    const count = (seen.get(t.id) ?? 0) + 1
    seen.set(t.id, count)
    return count === 1 ? t : { ...t, id: `${t.id}#${count}` }
  })
}
