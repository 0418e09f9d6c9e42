/** Pairs units whose protocol agrees by its key alone. */
import { protocolOf } from '../semantics/index.js'
import type { SemanticsName, SemanticsOf } from '../ir/index.js'
import type { Unit } from './unit.js'

export interface KeyPair {
  provider: Unit
  consumer: Unit
}

/** The units of one protocol, with their semantics narrowed. */
function ofProtocol<Name extends SemanticsName>(
  units: readonly Unit[],
  name: Name,
): { unit: Unit; semantics: SemanticsOf<Name> }[] {
  return units.flatMap(unit => {
    const semantics = unit.summary.identity.boundaryBinding?.semantics
    return semantics?.name === name ? [{ unit, semantics: semantics as SemanticsOf<Name> }] : []
  })
}

export function pairByKey<Name extends SemanticsName>(
  providers: readonly Unit[],
  consumers: readonly Unit[],
  name: Name,
): KeyPair[] {
  const protocol = protocolOf(name)
  if (!protocol) return []
  const buckets = new Map<string, { unit: Unit; semantics: SemanticsOf<Name> }[]>()
  for (const provider of ofProtocol(providers, name)) {
    const bucket = protocol.bucket(provider.semantics)
    if (bucket !== null) buckets.set(bucket, [...(buckets.get(bucket) ?? []), provider])
  }
  return ofProtocol(consumers, name).flatMap(consumer => {
    const bucket = protocol.bucket(consumer.semantics)
    const candidates = bucket === null ? [] : (buckets.get(bucket) ?? [])
    return candidates
      .filter(({ semantics }) => protocol.agrees(semantics, consumer.semantics))
      .map(({ unit }) => ({ provider: unit, consumer: consumer.unit }))
  })
}
