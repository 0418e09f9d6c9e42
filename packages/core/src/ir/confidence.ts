/** How much of the behaviour was read, and where the claim came from. */
import { z } from 'zod'

export const CorroborationSchema = z.strictObject({
  outcome: z.enum(['observed', 'refuted', 'untested']),
  runs: z.int().min(0),
  counterexample: z.unknown().optional(),
  reason: z.string().exactOptional(),
})
export type Corroboration = z.infer<typeof CorroborationSchema>

export const ConfidenceInfoSchema = z.strictObject({
  source: z.enum(['inferred_static', 'inferred_ai', 'declared', 'derived']),
  level: z.enum(['high', 'medium', 'low']),
  corroboration: CorroborationSchema.exactOptional(),
})
export type ConfidenceInfo = z.infer<typeof ConfidenceInfoSchema>
