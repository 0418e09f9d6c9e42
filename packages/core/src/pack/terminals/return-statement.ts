/** Any return. */
import { z } from 'zod'
import { StatementStatusSchema } from './statement-status.js'

export const ReturnStatementSchema = z.strictObject({
  type: z.literal('returnStatement'),
  /** Skips a bare `return;` and a returned call or construction. */
  excludeCallReturns: z.boolean().exactOptional(),
  /** Only a value that is true, or that is not. */
  value: z.boolean().exactOptional(),
  statementStatus: StatementStatusSchema.exactOptional(),
})
