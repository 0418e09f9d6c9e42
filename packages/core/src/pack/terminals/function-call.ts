/** A call of a named function: `return redirect("/orders")`. */
import { z } from 'zod'

export const FunctionCallSchema = z.strictObject({
  type: z.literal('functionCall'),
  functionName: z.string().min(1),
  requiresImport: z.array(z.string().min(1)).exactOptional(),
  /** It only makes the answer: it counts where its result is returned. */
  returned: z.literal(true).exactOptional(),
})
