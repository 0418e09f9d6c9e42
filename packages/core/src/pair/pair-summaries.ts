/** Pairs every provider of a run with its consumers and says why the others have none. */
import type { BehavioralSummary } from '../ir/index.js'
import { boundaryKey, protocolOf } from '../semantics/index.js'
import { isCalledFromOutside } from './called-from-outside.js'
import type { HostConfig } from './hosts.js'
import { pairByKey, type KeyPair } from './pair-by-key.js'
import { pairRest, type RestPairing } from './pair-rest.js'
import { isDocument, roleOf, toRestUnit, toUnit, type Role, type Unit } from './unit.js'
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
  unmatched: { providers: Unmatched[]; consumers: Unmatched[]; unpairable: Unmatched[] }
}

const keyedProtocols = ['function-call', 'metric'] as const

export function pairSummaries({ summaries, hosts, calledFromOutside = [], unreadProjects = [] }: PairInput): Pairing {
  const units = summaries.map(toUnit)
  const roles = new Map(units.map(unit => [unit, roleOf(unit.summary)]))
  const withRole = (...wanted: Role[]): Unit[] => units.filter(unit => wanted.includes(roles.get(unit) ?? 'none'))
  const providers = withRole('provider', 'declaration')
  const consumers = withRole('consumer')
  const rest = pairRest({
    providers: providers.flatMap(unit => toRestUnit(unit) ?? []),
    clients: consumers.filter(({ summary }) => summary.kind === 'client').flatMap(unit => toRestUnit(unit) ?? []),
    units,
    hosts,
    unreadProjects,
  })
  const byKey = keyedProtocols.flatMap(name => pairByKey(providers, consumers, name))

  const unpairable = [...withRole('provider', 'consumer', 'unknownKind')].flatMap(unit => unpairableRow(unit, roles.get(unit)) ?? [])
  const skipped = new Set(unpairable.map(({ summary }) => summary))
  const left = (list: readonly Unit[]): Unit[] => list.filter(({ id }) => !skipped.has(id))
  return {
    units,
    rest,
    byKey,
    unmatched: {
      unpairable,
      consumers: left(consumers).flatMap(unit => consumerRow(unit, { rest, byKey, providers }) ?? []),
      providers: left(withRole('provider')).flatMap(unit => providerRow(unit, { rest, byKey, consumers, calledFromOutside }) ?? []),
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
  if (binding.semantics.name === 'io') return row(unit, 'neverPairs')
  const field = protocolOf(binding.semantics.name)?.unreadField(binding.semantics as never) ?? null
  return field === null ? null : { ...row(unit, 'nameUnread'), field }
}

interface ConsumerContext { rest: RestPairing; byKey: readonly KeyPair[]; providers: readonly Unit[] }

/** Units of protocols whose pass is not in this build are not listed: nothing was tried. */
function consumerRow(unit: Unit, { rest, byKey, providers }: ConsumerContext): Unmatched | null {
  const semantics = unit.summary.identity.boundaryBinding?.semantics
  if (semantics?.name === 'rest') return rest.unmatched.get(unit.id) ?? null
  if (semantics?.name !== 'function-call' || byKey.some(({ consumer }) => consumer.id === unit.id)) return null
  const inRun = providers.some(({ summary }) => {
    const other = summary.identity.boundaryBinding?.semantics
    return other?.name === 'function-call' && other.package === semantics.package
  })
  return row(unit, inRun ? 'exportUnknown' : 'noProviderInRun')
}

interface ProviderContext { rest: RestPairing; byKey: readonly KeyPair[]; consumers: readonly Unit[]; calledFromOutside: readonly string[] }

function providerRow(unit: Unit, { rest, byKey, consumers, calledFromOutside }: ProviderContext): Unmatched | null {
  const semantics = unit.summary.identity.boundaryBinding?.semantics
  if (semantics?.name !== 'rest' && semantics?.name !== 'function-call') return null
  const paired = rest.pairs.some(({ acting, documents }) => [...acting, ...documents].some(({ id }) => id === unit.id)) ||
    byKey.some(({ provider }) => provider.id === unit.id)
  if (paired) return null
  const restUnit = toRestUnit(unit)
  if (restUnit && !isDocument(unit.summary) && isCalledFromOutside(restUnit, calledFromOutside)) return row(unit, 'calledFromOutside')
  const asked = consumers.some(({ summary }) => summary.identity.boundaryBinding?.semantics.name === semantics.name)
  return row(unit, asked ? 'notCalled' : 'noConsumerInRun')
}
