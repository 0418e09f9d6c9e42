/** A statement that sets the status of a later answer: `res.statusCode = 404`, `res.status(404)`. */
import { z } from 'zod'

export const StatementStatusSchema = z.strictObject({
  property: z.string().min(1).exactOptional(),
  /** One method, or several. */
  method: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).exactOptional(),
})
export type StatementStatus = z.infer<typeof StatementStatusSchema>
