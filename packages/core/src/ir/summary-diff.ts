/** What changed between two versions of one unit. */
import { z } from 'zod'
import { TransitionSchema } from './transition.js'

export const SummaryDiffSchema = z.strictObject({
  addedTransitions: z.array(TransitionSchema),
  removedTransitions: z.array(TransitionSchema),
  changedTransitions: z.array(z.strictObject({ before: TransitionSchema, after: TransitionSchema })),
})
export type SummaryDiff = z.infer<typeof SummaryDiffSchema>
