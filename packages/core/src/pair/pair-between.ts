/** Two files given by name: services, hosts and buckets do not count. */
import type { BehavioralSummary } from '../ir/index.js'
import { boundaryKey } from '../semantics/index.js'
import type { KeyPair } from './pair-by-key.js'
import { pairBuses } from './pair-buses.js'
import { pairConfig } from './pair-config.js'
import { pairStorage } from './pair-storage.js'
import { pairInvocations } from './pair-invocations.js'
import { pairStories } from './pair-stories.js'
import { pairGraphql } from './pair-graphql.js'
import type { Pairing } from './pair-summaries.js'
import { buildRestWorld } from './rest-world.js'
import { isDocument, roleOf, toRestUnit, toUnit, type Unit } from './unit.js'

const semanticsName = ({ summary }: Unit): string | undefined =>
  summary.identity.boundaryBinding?.semantics.name

/** Every provider of the first file with every consumer of the second of the same semantics. */
export function pairBetween(
  first: readonly BehavioralSummary[],
  second: readonly BehavioralSummary[],
): Pairing {
  const units = [...first, ...second].map(toUnit)
  const providers = first
    .map(toUnit)
    .filter(({ summary }) => ['provider', 'declaration'].includes(roleOf(summary)))
  const consumers = second.map(toUnit).filter(({ summary }) => roleOf(summary) === 'consumer')
  const restProviders = providers.flatMap(unit => toRestUnit(unit) ?? [])
  const pairs = consumers
    .flatMap(unit => toRestUnit(unit) ?? [])
    .flatMap(client =>
      restProviders.map(provider => ({
        client,
        service: '.',
        acting: [provider],
        actsBy: isDocument(provider.summary) ? ('document' as const) : ('code' as const),
        documents: isDocument(provider.summary) ? [provider] : [],
      })),
    )
  const byKey = consumers.flatMap(consumer =>
    providers
      .filter(
        provider =>
          semanticsName(provider) === semanticsName(consumer) &&
          !['rest', undefined].includes(semanticsName(provider)),
      )
      .map((provider): KeyPair => ({ provider, consumer })),
  )
  const alone = (unit: Unit): { summary: string; boundaryKey: string | null } => ({
    summary: unit.id,
    boundaryKey: boundaryKey(unit.summary.identity.boundaryBinding),
  })
  const lonely = (list: readonly Unit[], others: readonly Unit[]): Unit[] =>
    list.filter(unit => semanticsName(unit) !== undefined && !others.some(other => semanticsName(other) === semanticsName(unit)))
  return {
    units,
    rest: {
      world: buildRestWorld({ providers: restProviders, units, unreadProjects: [] }),
      pairs,
      ambiguous: [],
      unknownPaths: [],
      unmatched: new Map(),
      collisions: [],
    },
    byKey,
    graphql: pairGraphql([...providers, ...consumers], { together: true }),
    storage: pairStorage(units),
    config: pairConfig(units),
    invocations: pairInvocations(units),
    buses: pairBuses(units),
    stories: pairStories(units),
    unmatched: {
      providers: lonely(providers, consumers).map(unit => ({ ...alone(unit), reason: 'noConsumerInRun' })),
      consumers: lonely(consumers, providers).map(unit => ({ ...alone(unit), reason: 'noProviderInRun' })),
      unpairable: [],
    },
  }
}
