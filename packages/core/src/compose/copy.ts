/** A wrapper's transition as it stands on the unit it wraps. */
import type { BehavioralSummary, HttpTransitionFacts, Place, Transition } from '../ir/index.js'
import { isRecord } from '../ir/index.js'

/** The place keeps naming the wrapper's file, which is not the unit's. */
function placeIn(wrapper: BehavioralSummary, transition: Transition): Place | undefined {
  const place = transition.metadata?.['place']
  if (!isRecord(place)) return undefined
  const { file, workspace } = wrapper.location
  return { file, ...(workspace === undefined ? {} : { workspace }), ...place } as Place
}

export function copyFrom(
  wrapper: BehavioralSummary,
  id: string,
  transition: Transition,
  certain: boolean,
): Transition {
  const place = placeIn(wrapper, transition)
  return {
    ...transition,
    metadata: {
      ...transition.metadata,
      ...(place ? { place } : {}),
      wrappers: { from: id, ...(certain ? {} : { uncertain: true }) },
    },
  }
}

/** What becomes of an outcome that is only possible. */
export function asUncertain(transition: Transition): Transition {
  const wrappers = transition.metadata?.['wrappers']
  if (isRecord(wrappers)) return withMetadata(transition, { wrappers: { ...wrappers, uncertain: true } })
  return withHttp(transition, { uncertain: true })
}

export const withMetadata = (transition: Transition, extra: Record<string, unknown>): Transition => ({
  ...transition,
  metadata: { ...transition.metadata, ...extra },
})

export function withHttp(transition: Transition, extra: HttpTransitionFacts): Transition {
  const http = transition.metadata?.['http']
  return withMetadata(transition, { http: { ...(isRecord(http) ? http : {}), ...extra } })
}
