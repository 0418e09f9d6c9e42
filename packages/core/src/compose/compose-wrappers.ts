/** Adds what the wrappers around a unit answer to the unit, and settles what becomes of its throws. */
import type { Accepts, BehavioralSummary, Definitions, Transition } from '../ir/index.js'
import { httpFacts, referencedDefinitions, withDefinitionsInlined, wrapperFacts } from '../ir/index.js'
import { copyFrom, withHttp } from './copy.js'
import { callsDecoration, declaredStatusGaps, ownContract } from './declared-statuses.js'
import { handleThrows } from './handlers.js'
import { fullReadObstacle, isUncertain, type UnitIndex } from './read-state.js'
import { scopedRefs, type ScopedRef } from './scope.js'

/** Pure and idempotent: a unit that has `applied` is left alone. */
export function composeWrappers(summaries: readonly BehavioralSummary[]): BehavioralSummary[] {
  const units: UnitIndex = new Map(
    summaries.flatMap(summary => (summary.identity.id === undefined ? [] : [[summary.identity.id, summary]])),
  )
  return summaries.map(summary => composeUnit(summary, units))
}

const routeKinds = new Set(['handler', 'loader', 'action'])

function composeUnit(summary: BehavioralSummary, units: UnitIndex): BehavioralSummary {
  const facts = wrapperFacts(summary)
  const isRoute = routeKinds.has(summary.kind) && summary.identity.boundaryBinding?.semantics.name === 'rest'
  if (facts.applied !== undefined || !(facts.refs.length > 0 || isRoute)) return summary
  const refs = scopedRefs(summary)
  const before = beforeTransitions(refs, units)
  const rewrites = refs.some(({ ref }) => ref.rewritesBody === true)
  const own = summary.transitions.map(transition =>
    rewrites && transition.output.type === 'response'
      ? withHttp(transition, { bodyRewritten: true })
      : transition,
  )
  const all = [...before.transitions, ...own]
  const throws = all.filter(({ output }) => output.type === 'throw')
  const handled = isRoute
    ? handleThrows(throws, refs, units, httpFacts(summary).errorBody ?? null)
    : { throws: new Map<Transition, Transition[]>(), outcomes: [], contributors: [] }
  const transitions = numberIds([
    ...all.flatMap(transition => handled.throws.get(transition) ?? [transition]),
    ...handled.outcomes,
  ])
  const contributors = [...before.contributors, ...handled.contributors]
  const composed = withContributions(summary, transitions, contributors, units)
  const marked =
    facts.refs.length === 0
      ? composed
      : {
          ...composed,
          metadata: { ...composed.metadata, wrappers: { ...facts, applied: [...new Set(contributors)] } },
        }
  return withDeclaredGaps(withAccepted(marked, refs, units), units)
}

/** What the one wrapper that checks requests wants, the route accepts. */
function withAccepted(summary: BehavioralSummary, refs: readonly ScopedRef[], units: UnitIndex): BehavioralSummary {
  if (httpFacts(summary).accepts !== undefined) return summary
  const checks = refs.flatMap(({ ref, certain }) => {
    const wrapper = certain && ref.role === 'before' && ref.summary !== null ? units.get(ref.summary) : undefined
    const accepts = wrapper && httpFacts(wrapper).accepts
    return wrapper && accepts ? [inlined(accepts, wrapper.definitions)] : []
  })
  const [first, ...others] = checks
  if (first === undefined || others.length > 0) return summary
  const http = { ...httpFacts(summary), accepts: first }
  return { ...summary, metadata: { ...summary.metadata, http } }
}

const inlined = (accepts: Accepts, definitions: Definitions | undefined): Accepts =>
  accepts.body?.shape ? { ...accepts, body: { ...accepts.body, shape: withDefinitionsInlined(accepts.body.shape, definitions) } } : accepts

function beforeTransitions(
  refs: readonly ScopedRef[],
  units: UnitIndex,
): { transitions: Transition[]; contributors: string[] } {
  const copies = refs.flatMap(({ ref, certain }) => {
    const wrapper = ref.summary === null || ref.role !== 'before' ? undefined : units.get(ref.summary)
    if (!wrapper || ref.summary === null) return []
    const id = ref.summary
    const declared = wrapper.confidence.source === 'declared'
    return wrapper.transitions
      .filter(({ output }) => output.type !== 'delegate')
      .map(transition => ({
        id,
        copy: copyFrom(wrapper, id, transition, certain && !declared && !isUncertain(transition)),
      }))
  })
  return { transitions: copies.map(({ copy }) => copy), contributors: copies.map(({ id }) => id) }
}

/** Equal ids of one unit get `#2`, `#3`. */
function numberIds(transitions: readonly Transition[]): Transition[] {
  const counts = new Map<string, number>()
  return transitions.map(transition => {
    const count = (counts.get(transition.id) ?? 0) + 1
    counts.set(transition.id, count)
    return count === 1 ? transition : { ...transition, id: `${transition.id}#${count}` }
  })
}

/** Shapes of copied outcomes point into the wrapper's definitions, so those come along. */
function withContributions(
  summary: BehavioralSummary,
  transitions: Transition[],
  contributors: readonly string[],
  units: UnitIndex,
): BehavioralSummary {
  const foreign: Definitions = Object.assign({}, ...contributors.map(id => units.get(id)?.definitions ?? {}))
  const bodies = transitions.flatMap(({ output }) =>
    output.type === 'response' && output.body !== null ? [output.body] : [],
  )
  const missing = referencedDefinitions(bodies, foreign).filter(
    key => summary.definitions?.[key] === undefined,
  )
  if (missing.length === 0) return { ...summary, transitions }
  const definitions = Object.fromEntries(
    [
      ...Object.entries(summary.definitions ?? {}),
      ...missing.flatMap(key => {
        const shape = foreign[key]
        return shape === undefined ? [] : [[key, shape] as const]
      }),
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return { ...summary, transitions, definitions }
}

function withDeclaredGaps(summary: BehavioralSummary, units: UnitIndex): BehavioralSummary {
  const contract = ownContract(summary)
  if (!contract) return summary
  const wrappers = scopedRefs(summary).flatMap(({ ref }) =>
    ref.summary === null ? [] : (units.get(ref.summary) ?? []),
  )
  const isDecorated = [summary, ...wrappers].some(callsDecoration)
  const gaps = declaredStatusGaps(summary, contract, fullReadObstacle(summary, units) === null, isDecorated)
  return { ...summary, gaps: [...gaps, ...summary.gaps.filter(({ type }) => type !== 'unhandledCase')] }
}
