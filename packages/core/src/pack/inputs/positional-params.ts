/** Fixed roles by position: `(req, res, next)`. */
import { z } from 'zod'

export const PositionalParamsSchema = z.strictObject({
  type: z.literal('positionalParams'),
  params: z.array(z.strictObject({ position: z.int().min(0), role: z.string().min(1) })),
})
