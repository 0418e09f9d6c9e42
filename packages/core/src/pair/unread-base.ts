/** Clients whose host is one unread hole: a group that one prefix answers as a whole is paired there. */
import { methodsAgree, pathContains, readSegments, type Segment } from '../semantics/index.js'
import { answeringServices, toPair, type RestPair } from './rest-pair.js'
import type { RestWorld } from './rest-world.js'
import type { RestUnit } from './unit.js'

export interface BaseCall {
  client: RestUnit
  method: string
  path: Segment[]
  hole: string
}

interface Candidate {
  service: string
  prefix: string
}

const anyScope = { type: 'any', host: true, unreadBase: null } as const

const groupKey = ({ client, hole }: BaseCall): string => `${client.summary.location.workspace ?? '.'} ${hole}`

/** Every literal beginning of a route behind which the call's path would fit. */
function candidatesFor(world: RestWorld, { method, path }: BaseCall): Candidate[] {
  return world.routes
    .filter(route => methodsAgree(route.method, method))
    .flatMap(route =>
      route.paths.flatMap(({ segments }) => {
        const literals = segments.findIndex(({ type }) => type !== 'literal')
        const most = literals === -1 ? segments.length : literals
        return Array.from({ length: most }, (_, i) => segments.slice(0, i + 1))
          .filter(prefix => pathContains(segments, [...prefix, ...path]))
          .map(prefix => ({ service: route.service, prefix: `/${prefix.map(({ text }) => text).join('/')}` }))
      }),
    )
}

function answered(
  world: RestWorld,
  { service, prefix }: Candidate,
  { client, method, path }: BaseCall,
): RestPair | null {
  const full = [...readSegments(prefix), ...path]
  const routes = answeringServices(world, { method, scope: anyScope, path: full }).get(service)
  return routes ? { ...toPair(client, service, routes), assumedBase: prefix } : null
}

/** The pairs of the groups that exactly one (service, prefix) answers; all others stay unread. */
export function pairUnreadBases(world: RestWorld, calls: readonly BaseCall[]): RestPair[] {
  const groups = new Map<string, BaseCall[]>()
  for (const call of calls) groups.set(groupKey(call), [...(groups.get(groupKey(call)) ?? []), call])
  return [...groups.values()].flatMap(group => {
    const distinct = new Set(
      group.map(({ method, path }) => `${method} ${path.map(({ text }) => text).join('/')}`),
    )
    const [first] = group
    if (distinct.size < 2 || !first) return []
    const unique = new Map(
      candidatesFor(world, first).map(candidate => [`${candidate.service} ${candidate.prefix}`, candidate]),
    )
    const complete = [...unique.values()].flatMap(candidate => {
      const pairs = group.flatMap(call => answered(world, candidate, call) ?? [])
      return pairs.length === group.length ? [pairs] : []
    })
    return complete.length === 1 ? complete.flat() : []
  })
}
