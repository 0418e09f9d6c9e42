/** A return of an object literal that has the required properties. */
import { z } from 'zod'

export const ReturnShapeSchema = z.strictObject({
  type: z.literal('returnShape'),
  requiredProperties: z.array(z.string().min(1)).exactOptional(),
})
