/** Pairs one REST client with the routes that answer it. */
import { restPaths, type Segment } from '../semantics/index.js'
import { answeringRoutes, type RouteFilter } from './answering.js'
import type { RestWorld, Route } from './rest-world.js'
import { clientTarget, scopeFilter, type Scope, type ScopeContext } from './scope.js'
import type { RestUnit } from './unit.js'

/** A client with the routes of one service that answer one of its paths. */
export interface RestPair {
  client: RestUnit
  service: string
  /** The code providers, or without one the documents. */
  acting: RestUnit[]
  actsBy: 'code' | 'document'
  documents: RestUnit[]
  /** The prefix that was found for an unread base. */
  assumedBase?: string
}

export type Settled =
  | { type: 'paired'; pair: RestPair }
  | { type: 'ambiguous'; services: string[] }
  | { type: 'unanswered'; scope: Scope; path: Segment[]; written: boolean }

export interface Attempt {
  client: RestUnit
  method: string
  scope: Scope
  path: Segment[]
}

export function toPair(client: RestUnit, service: string, routes: readonly Route[]): RestPair {
  const code = routes.filter(({ document }) => !document).map(({ unit }) => unit)
  const documents = routes.filter(({ document }) => document).map(({ unit }) => unit)
  return {
    client,
    service,
    acting: code.length > 0 ? code : documents,
    actsBy: code.length > 0 ? 'code' : 'document',
    documents,
  }
}

const hasCode = (routes: readonly Route[]): boolean => routes.some(({ document }) => !document)

/** Code services only when one answers, else those known by documents. */
export function answeringServices(
  world: RestWorld,
  { method, scope, path }: Omit<Attempt, 'client'>,
  only?: RouteFilter,
): Map<string, Route[]> {
  const filter = scopeFilter(scope)
  const answers = answeringRoutes(world, { method, path }, route => filter(route) && (only?.(route) ?? true))
  const code = [...answers].filter(([, routes]) => hasCode(routes))
  return code.length > 0 ? new Map(code) : answers
}

function choose(attempt: Attempt, answers: ReadonlyMap<string, Route[]>, world: RestWorld): Settled | null {
  const { client, scope } = attempt
  const services = [...answers.keys()].sort()
  const [first] = services
  if (first === undefined) return null
  const pairWith = (service: string): Settled => ({
    type: 'paired',
    pair: toPair(client, service, answers.get(service) ?? []),
  })
  if (services.length === 1) return pairWith(first)
  const own = world.workspaces.get(client.summary.location.workspace ?? '.')
  const inWorkspace = services.filter(service => own?.has(service))
  const [home] = inWorkspace
  if (scope.type === 'any' && !scope.host && inWorkspace.length === 1 && home !== undefined)
    return pairWith(home)
  return { type: 'ambiguous', services }
}

/** One path of a client, or of its rewrite. */
function settlePath(attempt: Attempt, context: ScopeContext, only?: RouteFilter): Settled | null {
  return choose(attempt, answeringServices(context.world, attempt, only), context.world)
}

function settleWritten(client: RestUnit, method: string, path: Segment[], context: ScopeContext): Settled {
  const { scope } = clientTarget(client, client.rest.host, context)
  return (
    settlePath({ client, method, scope, path }, context) ?? { type: 'unanswered', scope, path, written: true }
  )
}

/** The written path by a service of the client's workspace, then the rewritten one, then the written one. */
function settleRewritten(client: RestUnit, method: string, path: Segment[], context: ScopeContext): Settled {
  const { rewritten } = client.http
  const own = context.world.workspaces.get(client.summary.location.workspace ?? '.')
  const written = settleWritten(client, method, path, context)
  if (rewritten === undefined) return written
  const { scope } = clientTarget(client, client.rest.host, context)
  const home = settlePath({ client, method, scope, path }, context, route => own?.has(route.service) === true)
  if (home !== null) return home
  if (rewritten.path === null) return written
  const target = clientTarget(client, rewritten.host, context)
  const paths = restPaths(`${target.basePath}${rewritten.path}`)
  const settled = paths.map(other =>
    settlePath({ client, method, scope: target.scope, path: other }, context),
  )
  const found = settled.find(result => result !== null)
  if (found) return found
  const [first = path] = paths
  return written.type === 'unanswered'
    ? { type: 'unanswered', scope: target.scope, path: first, written: false }
    : written
}

/** Each path the client's text stands for, settled on its own. */
export function settleClient(client: RestUnit, context: ScopeContext): Settled[] {
  const { method, path } = client.rest
  if (method === null || path === null) return []
  const { basePath } = clientTarget(client, client.rest.host, context)
  return restPaths(`${basePath}/${path.replace(/^\/+/, '')}`).map(segments =>
    settleRewritten(client, method.toUpperCase(), segments, context),
  )
}
