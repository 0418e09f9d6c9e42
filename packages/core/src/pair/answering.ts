/** Which routes answer a request: containing it, and more specific than all others of their service. */
import { compareSpecificity, methodsAgree, pathContains, type Segment } from '../semantics/index.js'
import type { RestWorld, Route, RoutePath } from './rest-world.js'
import { candidateRoutes } from './route-index.js'

export interface Request {
  method: string
  path: readonly Segment[]
}

/** Which routes a client may reach at all. */
export type RouteFilter = (route: Route) => boolean

interface Match {
  route: Route
  path: RoutePath
}

const containing = (routes: readonly Route[], path: readonly Segment[]): Match[] =>
  routes.flatMap(route => {
    const found = route.paths.find(({ segments }) => pathContains(segments, path))
    return found ? [{ route, path: found }] : []
  })

function mostSpecific(matches: readonly Match[]): Route[] {
  const plain = matches.filter(({ path }) => !path.format)
  const pool = plain.length > 0 ? plain : matches
  return pool
    .filter(match => pool.every(other => compareSpecificity(match.path.segments, other.path.segments) >= 0))
    .map(({ route }) => route)
}

/** A `HEAD` without a route of its own is served by `GET`. */
function agreeing(matches: readonly Match[], method: string): Match[] {
  const direct = matches.filter(({ route }) => methodsAgree(route.method, method))
  if (method !== 'HEAD' || direct.some(({ route }) => route.method === 'HEAD')) return direct
  return matches.filter(({ route }) => route.method === 'GET' || methodsAgree(route.method, method))
}

/** The answering routes by service. */
export function answeringRoutes(
  world: RestWorld,
  { method, path }: Request,
  inScope: RouteFilter,
): Map<string, Route[]> {
  const matches = agreeing(containing(candidateRoutes(world.index, path).filter(inScope), path), method)
  const services = new Set(matches.map(({ route }) => route.service))
  return new Map(
    [...services].map(service => [
      service,
      mostSpecific(matches.filter(({ route }) => route.service === service)),
    ]),
  )
}
