/** The names of libraries a pack states, looked up in their installed types by a test. */
import { z } from 'zod'

const names = z.array(z.string().min(1))

export const PackDeclarationsSchema = z.array(
  z.strictObject({
    /** "global" for the language's and Node's own. */
    module: z.string().min(1),
    exports: names.exactOptional(),
    /** Type → methods and properties. */
    members: z.record(z.string(), names).exactOptional(),
    /** Function or type → keys of its options object. */
    keys: z.record(z.string(), names).exactOptional(),
    /** Headers, file names, directives: listed, not looked up. */
    text: names.exactOptional(),
  }),
)
export type PackDeclarations = z.infer<typeof PackDeclarationsSchema>
