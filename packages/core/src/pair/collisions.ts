/** One route that two code units serve. */
import { byCodeUnit } from '../ir/index.js'
import { boundaryKey } from '../semantics/index.js'
import type { Route } from './rest-world.js'

export interface Collision {
  boundaryKey: string
  service: string
  summaries: string[]
}

export function collisionsOf(routes: readonly Route[]): Collision[] {
  const byKey = new Map<string, Collision>()
  for (const { unit, service, document } of routes) {
    const key = boundaryKey(unit.summary.identity.boundaryBinding)
    if (document || key === null) continue
    const id = `${service}\n${key.toLowerCase()}`
    const known = byKey.get(id) ?? { boundaryKey: key, service, summaries: [] }
    known.summaries.push(unit.id)
    byKey.set(id, known)
  }
  return [...byKey.values()]
    .filter(({ summaries }) => summaries.length > 1)
    .map(collision => ({ ...collision, summaries: collision.summaries.toSorted(byCodeUnit) }))
    .sort((a, b) => byCodeUnit(a.boundaryKey, b.boundaryKey) || byCodeUnit(a.service, b.service))
}
