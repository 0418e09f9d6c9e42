/** One object parameter whose properties are the inputs. */
import { z } from 'zod'

export const ObjectParamSchema = z.strictObject({
  type: z.literal('objectParam'),
  /** Default: the first parameter. */
  paramPosition: z.int().min(0).exactOptional(),
  knownProperties: z.record(z.string(), z.string().min(1)),
  /** Default: "request". */
  wholeParamRole: z.string().min(1).exactOptional(),
})
