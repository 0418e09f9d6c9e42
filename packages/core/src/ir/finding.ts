/** Two sides of a boundary that cannot both be right. */
import { z } from 'zod'
import { BoundaryBindingSchema } from './boundary.js'
import { FindingKindSchema } from './finding-kind.js'
import { SourceLocationSchema } from './location.js'
import { SeveritySchema } from './severity.js'

export const BoundaryAspectSchema = z.enum(['read', 'write', 'send', 'receive', 'construct', 'selector'])
export type BoundaryAspect = z.infer<typeof BoundaryAspectSchema>

export const FindingSideSchema = z.strictObject({
  summary: z.string(),
  transitionId: z.string().exactOptional(),
  transitionIds: z.array(z.string()).exactOptional(),
  field: z.string().exactOptional(),
  location: SourceLocationSchema,
})
export type FindingSide = z.infer<typeof FindingSideSchema>

export const FindingSuppressionSchema = z.strictObject({
  reason: z.string(),
  effect: z.enum(['mark', 'downgrade', 'hide']),
  originalSeverity: SeveritySchema.exactOptional(),
})
export type FindingSuppression = z.infer<typeof FindingSuppressionSchema>

export const FindingSchema = z
  .strictObject({
    kind: FindingKindSchema,
    boundary: BoundaryBindingSchema,
    provider: FindingSideSchema,
    consumer: FindingSideSchema,
    description: z.string(),
    severity: SeveritySchema,
    aspect: BoundaryAspectSchema.exactOptional(),
    sources: z.array(z.string()).exactOptional(),
    suppressed: FindingSuppressionSchema.exactOptional(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof FindingSchema>
