/** Something the summary could not account for. */
import { z } from 'zod'
import { LineRangeSchema, PlaceSchema } from './location.js'
import { PredicateSchema } from './predicate.js'
import { ReasonCodeSchema } from './reason-code.js'

export const GapSchema = z
  .strictObject({
    type: z.enum(['unhandledCase', 'unreadOutcome', 'unfollowedCall']),
    conditions: z.array(PredicateSchema),
    consequence: z.enum(['frameworkDefault', 'implicitThrow', 'fallthrough', 'unknown']),
    description: z.string().min(1),
    callee: z.string().exactOptional(),
    usedAsValue: z.boolean().exactOptional(),
    reason: ReasonCodeSchema.exactOptional(),
    location: LineRangeSchema.exactOptional(),
    place: PlaceSchema.exactOptional(),
    status: z.int().exactOptional(),
  })
  .meta({ id: 'Gap' })
export type Gap = z.infer<typeof GapSchema>
