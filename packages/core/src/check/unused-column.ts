/** Fields of a store that nothing reads (section 7.2). */
import type { Pairing, StoragePair, Unit } from '../pair/index.js'
import { side, type Draft } from './draft.js'
import { placeAt } from './place-at.js'

/** Only where the code is seen to read and to write the store, and every access names what it touches. */
export function checkUnusedColumns({ storage }: Pairing): Draft[] {
  const blurred = new Set(storage.ambiguous.flatMap(({ declarations }) => declarations))
  const accesses = new Map<Unit, StoragePair[]>()
  for (const pair of storage.pairs) accesses.set(pair.declaration, [...(accesses.get(pair.declaration) ?? []), pair])
  return [...accesses].flatMap(([declaration, pairs]) =>
    blurred.has(declaration) || storage.unread || !isUsedBothWays(pairs) || pairs.some(isWhole) ? [] : unusedFields(declaration, pairs),
  )
}

/** A store with reads only, or writes only, is used where this run does not look. */
const isUsedBothWays = (pairs: readonly StoragePair[]): boolean =>
  pairs.some(({ access }) => access.kind === 'read') && pairs.some(({ access }) => access.kind === 'write')

/** Clients give back the whole record that they wrote. */
const isWhole = ({ access }: StoragePair): boolean =>
  access.fields.includes('*') || (access.kind === 'write' && /^(create|update|upsert|delete|save|insert)(ManyAndReturn)?$/.test(access.operation ?? ''))

function unusedFields(declaration: Unit, pairs: readonly StoragePair[]): Draft[] {
  const facts = pairs[0]?.facts
  if (facts?.fieldSet !== 'exhaustive') return []
  const named = (wanted: readonly string[]): ReadonlySet<string> => new Set(wanted.map(name => name.toLowerCase()))
  const read = named(pairs.flatMap(({ access }) => [...(access.kind === 'read' ? access.fields : []), ...(access.selector ?? [])]))
  const writes = pairs.filter(({ access }) => access.kind === 'write')
  return Object.entries(facts.fields).flatMap(([field, { physical, relation }]): Draft[] => {
    const has = (names: ReadonlySet<string>): boolean => names.has(field.toLowerCase()) || (physical !== undefined && names.has(physical.toLowerCase()))
    if (relation !== undefined || has(read)) return []
    const shared = {
      kind: 'boundaryFieldUnused' as const,
      binding: declaration.summary.identity.boundaryBinding,
      provider: side(declaration, [], { field, place: placeAt(declaration, `/metadata/storage/fields/${field}`) }),
      facts: { field },
    }
    const write = writes.find(({ access }) => has(named(access.fields)))
    return write
      ? [{ ...shared, form: 'writeOnly', aspect: 'read', consumer: side(write.unit, [write.transition.id]) }]
      : [{ ...shared, form: 'field', consumer: side(declaration) }]
  })
}
