/** Component props, named by the component's author. */
import { z } from 'zod'

export const ComponentPropsSchema = z.strictObject({
  type: z.literal('componentProps'),
  paramPosition: z.int().min(0),
  /** Default: "props". */
  wholeParamRole: z.string().min(1).exactOptional(),
})
