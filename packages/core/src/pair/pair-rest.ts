/** Pairs all REST clients of a run with the routes that answer them. */
import { boundaryKey, restPaths } from '../semantics/index.js'
import { answeringRoutes } from './answering.js'
import { collisionsOf, type Collision } from './collisions.js'
import type { HostConfig } from './hosts.js'
import { buildRestWorld, type RestWorld } from './rest-world.js'
import { settleClient, type RestPair, type Settled } from './rest-pair.js'
import type { ScopeContext } from './scope.js'
import type { Runtimes } from './runtimes.js'
import type { RestUnit, Unit } from './unit.js'
import { judgeUnanswered, type PathVerdict, type UnknownPath } from './unknown-path.js'
import type { Unmatched } from './unmatched.js'
import { pairUnreadBases, type BaseCall } from './unread-base.js'

export interface RestInput {
  providers: readonly RestUnit[]
  clients: readonly RestUnit[]
  units: readonly Unit[]
  runtimes: Runtimes
  hosts: HostConfig | undefined
  unreadProjects: readonly string[]
}

export interface RestPairing {
  world: RestWorld
  pairs: RestPair[]
  ambiguous: { client: RestUnit; services: string[] }[]
  unknownPaths: { client: RestUnit; unknown: UnknownPath }[]
  /** Clients without a pair; unread names are listed by the caller. */
  unmatched: Map<string, Unmatched>
  collisions: Collision[]
}

interface ClientOutcome {
  client: RestUnit
  settled: Settled[]
}

export function pairRest({ providers, clients, units, runtimes, hosts, unreadProjects }: RestInput): RestPairing {
  const world = buildRestWorld({ providers, units, unreadProjects })
  const context: ScopeContext = { world, hosts, units, runtimes }
  const outcomes = clients
    .filter(({ rest }) => rest.method !== null && rest.path !== null)
    .map((client): ClientOutcome => ({ client, settled: settleClient(client, context) }))
  const based = pairUnreadBases(world, outcomes.flatMap(baseCalls))
  const basedClients = new Set(based.map(({ client }) => client.id))
  const open = outcomes.filter(({ client }) => !basedClients.has(client.id))

  const out: RestPairing = {
    world,
    pairs: [...based],
    ambiguous: [],
    unknownPaths: [],
    unmatched: new Map(),
    collisions: collisionsOf(world.routes),
  }
  for (const { client, settled } of open) settleInto(out, client, settled, context)
  return out
}

/** An ambiguous path leaves the whole client unchecked. */
function settleInto(
  out: RestPairing,
  client: RestUnit,
  settled: readonly Settled[],
  context: ScopeContext,
): void {
  const ambiguous = settled.find(({ type }) => type === 'ambiguous')
  if (ambiguous?.type === 'ambiguous') {
    out.ambiguous.push({ client, services: ambiguous.services })
    out.unmatched.set(client.id, { ...row(client), reason: 'ambiguousProvider' })
    return
  }
  const pairs = settled.flatMap(result => (result.type === 'paired' ? [result.pair] : []))
  if (pairs.length > 0) {
    out.pairs.push(...samePairsOnce(pairs))
    return
  }
  const verdicts = settled.flatMap(result =>
    result.type === 'unanswered' ? [judge(client, result, context)] : [],
  )
  const [first] = verdicts
  if (!first) return
  out.unmatched.set(client.id, unmatchedRow(client, first, context))
  const all = verdicts.every(({ finding }) => finding?.form === first.finding?.form)
  if (first.finding !== null && all) out.unknownPaths.push({ client, unknown: first.finding })
}

function judge(
  client: RestUnit,
  { path, scope, written }: Extract<Settled, { type: 'unanswered' }>,
  { world }: ScopeContext,
): PathVerdict {
  if (written && client.http.rewritten?.path === null) return { reason: 'proxyUnread', finding: null }
  return judgeUnanswered(world, { method: (client.rest.method ?? '').toUpperCase(), path, scope })
}

const row = (client: RestUnit): Pick<Unmatched, 'summary' | 'boundaryKey'> => ({
  summary: client.id,
  boundaryKey: boundaryKey(client.summary.identity.boundaryBinding),
})

function unmatchedRow(
  client: RestUnit,
  { reason, served, nearest }: PathVerdict,
  context: ScopeContext,
): Unmatched {
  const hostLine = reason === 'externalHost' ? hostLineOf(client, context) : undefined
  return {
    ...row(client),
    reason,
    ...(served === undefined ? {} : { served }),
    ...(nearest === undefined || nearest.length === 0 ? {} : { nearest }),
    ...(hostLine === undefined ? {} : { hostLine }),
  }
}

/** What to add to `hosts`, when routes of the run would answer an external call. */
function hostLineOf(client: RestUnit, { world }: ScopeContext): string | undefined {
  const { host, method, path } = client.rest
  if (host === undefined || method === null || path === null) return undefined
  const answers = restPaths(path).some(
    segments => answeringRoutes(world, { method: method.toUpperCase(), path: segments }, () => true).size > 0,
  )
  return answers ? host : undefined
}

/** Two spellings of one client may lead to the same routes. */
function samePairsOnce(pairs: readonly RestPair[]): RestPair[] {
  const seen = new Map(
    pairs.map(pair => [JSON.stringify([pair.service, pair.acting.map(({ id }) => id)]), pair]),
  )
  return [...seen.values()]
}

function baseCalls({ client, settled }: ClientOutcome): BaseCall[] {
  return settled.flatMap(result => {
    if (result.type !== 'unanswered' || result.scope.type !== 'any' || result.scope.unreadBase === null)
      return []
    return [
      {
        client,
        method: (client.rest.method ?? '').toUpperCase(),
        path: result.path,
        hole: result.scope.unreadBase,
      },
    ]
  })
}
