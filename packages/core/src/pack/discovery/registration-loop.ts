/** Routes registered by looping over a list of specs. */
import { z } from 'zod'

export const RegistrationLoopSchema = z.strictObject({
  type: z.literal('registrationLoop'),
  elementShape: z.strictObject({
    methodKey: z.string().min(1),
    pathKey: z.string().min(1),
    handlerKey: z.string().min(1),
  }),
  receiver: z
    .strictObject({ importModule: z.string().min(1), importNames: z.array(z.string().min(1)) })
    .exactOptional(),
})
