/** Whether the outcomes of a unit were all read: what claims about "never" rest on. */
import type { BehavioralSummary, StatusSpec, Transition } from '../ir/index.js'
import { httpTransition, wrapperTransition } from '../ir/index.js'
import { scopedRefs } from './scope.js'

export type UnitIndex = ReadonlyMap<string, BehavioralSummary>

/** What stands in the way of a claim; null: nothing does. */
export type ReadObstacle = 'unreadOutcome' | 'unfollowedCall' | 'opaqueStatus' | 'unreadWrapper'

/** The literal status of a response; null when it is not one number. */
export function literalStatus({ output }: Transition): number | null {
  if (output.type !== 'response' || output.statusCode?.type !== 'literal') return null
  const { value } = output.statusCode
  return typeof value === 'number' ? value : null
}

/** A document's range or `default`; null elsewhere. */
export function statusRange(transition: Transition): Exclude<StatusSpec, number> | null {
  const spec = httpTransition(transition).status
  return spec === undefined || typeof spec === 'number' ? null : spec
}

export const isUncertain = (transition: Transition): boolean =>
  wrapperTransition(transition)?.uncertain === true || httpTransition(transition).uncertain === true

export function ownPathsObstacle({ gaps, transitions }: BehavioralSummary): ReadObstacle | null {
  if (gaps.some(gap => gap.type === 'unreadOutcome')) return 'unreadOutcome'
  const unfollowed = gaps.some(
    gap => gap.type === 'unfollowedCall' && gap.usedAsValue !== true && gap.reason !== 'unresolvedWrapper',
  )
  if (unfollowed) return 'unfollowedCall'
  const opaque = transitions.some(
    transition =>
      transition.output.type === 'response' &&
      wrapperTransition(transition) === null &&
      literalStatus(transition) === null &&
      statusRange(transition) === null,
  )
  return opaque ? 'opaqueStatus' : null
}

export function fullReadObstacle(summary: BehavioralSummary, units: UnitIndex): ReadObstacle | null {
  const own = ownPathsObstacle(summary)
  if (own !== null) return own
  const read = scopedRefs(summary).every(({ ref }) => {
    const wrapper = ref.summary === null ? undefined : units.get(ref.summary)
    return wrapper !== undefined && ownPathsObstacle(wrapper) === null
  })
  return read ? null : 'unreadWrapper'
}
