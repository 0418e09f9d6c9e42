/** A unit registered through a call on a value made from an import: `app.get("/users/:id", handler)`. */
import { z } from 'zod'

export const RegistrationCallSchema = z.strictObject({
  type: z.literal('registrationCall'),
  importModule: z.string().min(1),
  importName: z.string().min(1),
  /** Alternatives, one link each, with the leading dot: [".get", ".post"]. */
  registrationChain: z.array(z.string().min(1)),
  /** The handler is this property of the object argument. */
  handlerProperty: z.string().min(1).exactOptional(),
  /** The argument is a list of such objects; an entry with this property false is not registered. */
  listed: z.strictObject({ unless: z.string().min(1) }).exactOptional(),
  /** The path was given by an earlier link: `app.route("/x").get(h)`. */
  pathFrom: z.strictObject({ method: z.string().min(1), position: z.int().min(0) }).exactOptional(),
})
