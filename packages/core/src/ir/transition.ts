/** One path through a unit: when it is taken, what comes out, what it does. */
import { z } from 'zod'
import { ConfidenceInfoSchema } from './confidence.js'
import { EffectSchema } from './effect.js'
import { LineRangeSchema } from './location.js'
import { OutputSchema } from './output.js'
import { PredicateSchema } from './predicate.js'
import { TypeShapeSchema } from './type-shape.js'
import { ValueRefSchema } from './value-ref.js'

/** Where the value of a written or selecting column came from. */
export const ProvenanceEntrySchema = z.strictObject({
  at: z.strictObject({ effect: z.int().min(0), column: z.string() }),
  from: z.array(ValueRefSchema),
})
export type ProvenanceEntry = z.infer<typeof ProvenanceEntrySchema>

export const TransitionSchema = z
  .strictObject({
    id: z.string(),
    conditions: z.array(PredicateSchema),
    output: OutputSchema,
    effects: z.array(EffectSchema),
    location: LineRangeSchema,
    isDefault: z.boolean(),
    confidence: ConfidenceInfoSchema.exactOptional(),
    expectedInput: TypeShapeSchema.exactOptional(),
    provenance: z.array(ProvenanceEntrySchema).exactOptional(),
    metadata: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .meta({ id: 'Transition' })
export type Transition = z.infer<typeof TransitionSchema>
