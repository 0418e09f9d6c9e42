/** One input per declared parameter, with its own name as role. */
import { z } from 'zod'

export const AllPositionalSchema = z.strictObject({
  type: z.literal('allPositional'),
  defaultRole: z.string().min(1).exactOptional(),
})
