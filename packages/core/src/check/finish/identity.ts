/** The id of a finding: stable while code moves and texts change. */
import { createHash } from 'node:crypto'
import type { BoundaryAspect, FindingKind } from '../../ir/index.js'
import { byCodeUnit } from '../../ir/index.js'
import type { DraftSide } from '../draft.js'

export interface Identified {
  kind: FindingKind
  boundaryKey: string | null
  provider: DraftSide
  consumer: DraftSide
  aspect: BoundaryAspect | undefined
}

const idsOf = ({ transitions }: DraftSide): string[] | null =>
  transitions.length === 0 ? null : transitions.toSorted(byCodeUnit)

export function findingId({ kind, boundaryKey, provider, consumer, aspect }: Identified): string {
  const parts = [
    kind,
    boundaryKey,
    provider.unit.id,
    idsOf(provider),
    provider.field ?? null,
    consumer.unit.id,
    idsOf(consumer),
    consumer.field ?? null,
    aspect ?? null,
  ]
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex').slice(0, 16)
}
