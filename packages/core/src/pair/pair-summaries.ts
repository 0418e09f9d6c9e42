/** Pairs every provider of a run with its consumers and says why the others have none. */
import type { BehavioralSummary, Semantics } from '../ir/index.js'
import { boundaryKey, protocolOf } from '../semantics/index.js'
import { isCalledFromOutside } from './called-from-outside.js'
import { groundNames } from './ground-names.js'
import type { HostConfig } from './hosts.js'
import { type BusPairing, pairBuses } from './pair-buses.js'
import { pairConfig, type ConfigPairing } from './pair-config.js'
import { pairByKey, type KeyPair } from './pair-by-key.js'
import { pairInvocations, type InvocationPairing } from './pair-invocations.js'
import { pairGraphql, type GraphqlPairing } from './pair-graphql.js'
import { pairRest, type RestPairing } from './pair-rest.js'
import { pairStorage, type StoragePairing } from './pair-storage.js'
import { isStory, pairStories, type ShownComponent } from './pair-stories.js'
import { isDocument, staysInProcess, roleOf, toRestUnit, toUnit, type Role, type Unit } from './unit.js'
import type { Unmatched, UnpairedReason } from './unmatched.js'

export interface PairInput {
  summaries: readonly BehavioralSummary[]
  hosts?: HostConfig | undefined
  calledFromOutside?: readonly string[] | undefined
  unreadProjects?: readonly string[] | undefined
}

export interface Pairing {
  units: Unit[]
  rest: RestPairing
  byKey: KeyPair[]
  graphql: GraphqlPairing
  storage: StoragePairing
  config: ConfigPairing
  invocations: InvocationPairing
  buses: BusPairing
  stories: ShownComponent[]
  unmatched: { providers: Unmatched[]; consumers: Unmatched[]; unpairable: Unmatched[] }
}

const keyedProtocols = ['function-call', 'metric'] as const

export function pairSummaries({
  summaries,
  hosts,
  calledFromOutside = [],
  unreadProjects = [],
}: PairInput): Pairing {
  const read = summaries.map(toUnit)
  const config = pairConfig(read)
  const units = groundNames(read, config.runtimes)
  const roles = new Map(units.map(unit => [unit, roleOf(unit.summary)]))
  const withRole = (...wanted: Role[]): Unit[] =>
    units.filter(unit => wanted.includes(roles.get(unit) ?? 'none'))
  const providers = withRole('provider', 'declaration')
  const consumers = withRole('consumer')
  const rest = pairRest({
    providers: providers.flatMap(unit => toRestUnit(unit) ?? []),
    clients: consumers
      .filter(({ summary }) => summary.kind === 'client')
      .flatMap(unit => toRestUnit(unit) ?? []),
    units,
    runtimes: config.runtimes,
    hosts,
    unreadProjects,
  })
  const graphql = pairGraphql(units, { hosts })
  const byKey = keyedProtocols.flatMap(name => pairByKey(providers, consumers, name))

  const buses = pairBuses(units)
  const stories = pairStories(units)
  const isShown = new Set(stories.flatMap(({ component, stories: own }) => [component, ...own.map(({ unit }) => unit)]))
  const unpairable = [...withRole('provider', 'consumer', 'unknownKind')].flatMap(unit =>
    isShown.has(unit) || isStory(unit) ? [] : (unpairableRow(unit, roles.get(unit)) ?? []),
  )
  const skipped = new Set(unpairable.map(({ summary }) => summary))
  const context: RowContext = {
    rest,
    graphql,
    paired: new Set([...pairedUnits(rest, byKey), ...buses.pairs.map(({ handler }) => handler.unit.id)]),
    handlers: new Set(buses.handlers.map(({ unit }) => unit)),
    packages: new Set(
      providers.map(semanticsOf).flatMap(other => (other?.name === 'function-call' ? [other.package] : [])),
    ),
    asked: new Set(consumers.map(unit => semanticsOf(unit)?.name)),
    calledFromOutside,
  }
  const left = (list: readonly Unit[]): Unit[] => list.filter(({ id }) => !skipped.has(id))
  return {
    units,
    rest,
    byKey,
    graphql,
    storage: pairStorage(units),
    config,
    invocations: pairInvocations(units),
    buses,
    stories,
    unmatched: {
      unpairable,
      consumers: left(consumers).flatMap(unit => consumerRow(unit, context) ?? []),
      providers: left(withRole('provider')).flatMap(unit => providerRow(unit, context) ?? []),
    },
  }
}

const row = ({ id, summary }: Unit, reason: UnpairedReason): Unmatched => ({
  summary: id,
  boundaryKey: boundaryKey(summary.identity.boundaryBinding),
  reason,
})

function unpairableRow(unit: Unit, role: Role | undefined): Unmatched | null {
  const binding = unit.summary.identity.boundaryBinding
  if (role === 'unknownKind') return row(unit, 'unknownKind')
  if (binding === null) return row(unit, 'noBoundary')
  if (binding.semantics.name === 'io' || staysInProcess(binding)) return row(unit, 'neverPairs')
  const field = protocolOf(binding.semantics.name)?.unreadField(binding.semantics as never) ?? null
  return field === null ? null : { ...row(unit, 'nameUnread'), field }
}

/** Asked once per unit, so everything is a set. */
interface RowContext {
  rest: RestPairing
  graphql: GraphqlPairing
  paired: ReadonlySet<string>
  /** Of messages. */
  handlers: ReadonlySet<Unit>
  packages: ReadonlySet<string | undefined>
  /** Protocols that some consumer of the run speaks. */
  asked: ReadonlySet<string | undefined>
  calledFromOutside: readonly string[]
}

const semanticsOf = ({ summary }: Unit): Semantics | undefined => summary.identity.boundaryBinding?.semantics

/** Units of protocols whose pass is not in this build are not listed: nothing was tried. */
function consumerRow(unit: Unit, { rest, graphql, paired, packages, handlers }: RowContext): Unmatched | null {
  const semantics = semanticsOf(unit)
  if (semantics?.name === 'graphql-operation') return graphql.unmatched.get(unit.id) ?? null
  if (semantics?.name === 'rest') return rest.unmatched.get(unit.id) ?? null
  if (handlers.has(unit)) return paired.has(unit.id) ? null : row(unit, 'channelUnanswered')
  if (semantics?.name !== 'function-call' || paired.has(unit.id)) return null
  return row(unit, packages.has(semantics.package) ? 'exportUnknown' : 'noProviderInRun')
}

function providerRow(unit: Unit, { graphql, paired, asked, calledFromOutside }: RowContext): Unmatched | null {
  const semantics = semanticsOf(unit)
  if (semantics?.name === 'graphql-resolver') return graphql.unmatched.get(unit.id) ?? null
  const isTried = semantics?.name === 'rest' || semantics?.name === 'function-call'
  if (!isTried || paired.has(unit.id)) return null
  const restUnit = toRestUnit(unit)
  if (restUnit && !isDocument(unit.summary) && isCalledFromOutside(restUnit, calledFromOutside))
    return row(unit, 'calledFromOutside')
  return row(unit, asked.has(semantics.name) ? 'notCalled' : 'noConsumerInRun')
}

function pairedUnits(rest: RestPairing, byKey: readonly KeyPair[]): Set<string> {
  const ofRest = rest.pairs.flatMap(({ client, acting, documents }) => [client, ...acting, ...documents])
  return new Set(
    [...ofRest, ...byKey.flatMap(({ provider, consumer }) => [provider, consumer])].map(({ id }) => id),
  )
}
