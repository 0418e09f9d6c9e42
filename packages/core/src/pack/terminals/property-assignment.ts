/** An assignment to a property of a parameter: `ctx.body = x`. */
import { z } from 'zod'

export const PropertyAssignmentSchema = z.strictObject({
  type: z.literal('propertyAssignment'),
  parameterPosition: z.int().min(0),
  property: z.string().min(1),
})
