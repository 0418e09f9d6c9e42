/** A throw, of any value or of one that matches a text. */
import { z } from 'zod'

export const ThrowExpressionSchema = z.strictObject({
  type: z.literal('throwExpression'),
  constructorPattern: z.string().min(1).exactOptional(),
})
