/** The routes closest to a path that nothing serves. */
import { byCodeUnit } from '../ir/index.js'
import { methodsAgree, type Segment } from '../semantics/index.js'
import type { Request } from './answering.js'
import type { Route } from './rest-world.js'

const maxDistance = 2
const maxNearest = 3

const replaceCost = (a: Segment, b: Segment): number =>
  a.type !== 'literal' || b.type !== 'literal' || a.text === b.text ? 0 : 1

/** Insert, delete and replace of segments; a hole is free. */
export function pathDistance(a: readonly Segment[], b: readonly Segment[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  a.forEach((left, i) => {
    const next = [i + 1]
    b.forEach((right, j) => {
      next.push(Math.min((row[j] ?? 0) + replaceCost(left, right), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    })
    row = next
  })
  return row.at(-1) ?? 0
}

export function nearestRoutes({ method, path }: Request, routes: readonly Route[]): string[] {
  const near = routes
    .map(route => ({
      label: route.label,
      other: methodsAgree(route.method, method) ? 0 : 1,
      distance: Math.min(...route.paths.map(({ segments }) => pathDistance(path, segments))),
    }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.other - b.other || byCodeUnit(a.label, b.label))
  return [...new Set(near.map(({ label }) => label))].slice(0, maxNearest)
}
