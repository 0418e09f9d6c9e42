/** One call of a project's own helper and the routes it registers; made by the index, never by a pack. */
import { z } from 'zod'

export const RegistrationTemplateSchema = z.strictObject({
  type: z.literal('registrationTemplate'),
  helperName: z.string().min(1),
  importModule: z.string().min(1).exactOptional(),
  subject: z
    .strictObject({
      argument: z.int().min(0),
      importModule: z.string().min(1),
      importNames: z.array(z.string().min(1)),
    })
    .exactOptional(),
  /** `{N}` stands for the call's argument N, `{N}.prop` for a property of it. */
  registrations: z.array(
    z.strictObject({ method: z.string().min(1), pathTemplate: z.string(), handlerArg: z.string().min(1) }),
  ),
})
