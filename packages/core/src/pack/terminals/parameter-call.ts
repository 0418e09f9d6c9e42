/** A call of one of the unit's parameters, as `next()`; made from `wraps.continuationParam`. */
import { z } from 'zod'

export const ParameterCallSchema = z.strictObject({
  type: z.literal('parameterCall'),
  parameterPosition: z.int().min(0),
})
