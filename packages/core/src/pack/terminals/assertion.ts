/** A call that throws a status unless its condition holds: `assert(user, 404)`. */
import { z } from 'zod'

export const AssertionSchema = z.strictObject({
  type: z.literal('assertion'),
  callees: z.array(z.string().min(1)).min(1),
  /** Null: the condition cannot be read off the call. */
  conditionPosition: z.int().min(0).nullable(),
  statusPosition: z.int().min(0),
})
