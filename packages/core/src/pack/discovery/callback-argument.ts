/** A function handed to a call or construction of a library export. */
import { z } from 'zod'

export const CallbackArgumentSchema = z.strictObject({
  type: z.literal('callbackArgument'),
  importModule: z.string().min(1),
  importName: z.string().min(1),
  callbackPosition: z.int().min(0),
})
