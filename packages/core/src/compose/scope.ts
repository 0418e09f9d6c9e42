/** Which wrapper references reach a unit's route, and how surely. */
import type { BehavioralSummary, WrapperRef } from '../ir/index.js'
import { wrapperRefs } from '../ir/index.js'
import { pathContains, pathMeets, restPaths } from '../semantics/index.js'

export interface ScopedRef {
  ref: WrapperRef
  /** The scope holds every request of the route. */
  certain: boolean
}

function routePath(summary: BehavioralSummary): string | null {
  const semantics = summary.identity.boundaryBinding?.semantics
  return semantics?.name === 'rest' ? semantics.path : null
}

/** The references whose scope meets the route, outermost first. */
export function scopedRefs(summary: BehavioralSummary): ScopedRef[] {
  const path = routePath(summary)
  const routes = path === null ? [] : restPaths(path)
  return wrapperRefs(summary).flatMap(ref => {
    if (ref.scope === null) return [{ ref, certain: ref.uncertain !== true }]
    if (routes.length === 0) return [{ ref, certain: false }]
    const scopes = restPaths(`${ref.scope}/{x*}`)
    if (!routes.some(route => scopes.some(scope => pathMeets(scope, route)))) return []
    return [{ ref, certain: ref.uncertain !== true && routes.every(route => scopes.some(scope => pathContains(scope, route))) }]
  })
}
