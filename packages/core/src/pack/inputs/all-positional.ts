/** One input per declared parameter, with its own name as role. */
import { z } from 'zod'

export const AllPositionalSchema = z.strictObject({
  type: z.literal('allPositional'),
  /** For a parameter that is taken apart by position. */
  defaultRole: z.string().min(1).exactOptional(),
})
