/** Where the status of a terminal comes from. */
import { z } from 'zod'

const codes = z.record(z.string(), z.int())

export const StatusExtractionSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('property'), name: z.string().min(1) }),
  z.strictObject({
    from: z.literal('argument'),
    position: z.int().min(0),
    /** Only when the call has at least this many arguments. */
    minArgs: z.int().min(1).exactOptional(),
    /** Where an older version of the library had it: read there when this argument is a text. */
    formerPosition: z.int().min(0).exactOptional(),
    /** An object there gives it under this name. */
    property: z.string().min(1).exactOptional(),
  }),
  z.strictObject({
    from: z.literal('argumentProperty'),
    position: z.int().min(0),
    name: z.string().min(1),
  }),
  /** By the thrown constructor: its full text, then its last segment. */
  z.strictObject({ from: z.literal('constructor'), codes }),
  z.strictObject({ from: z.literal('argumentConstructor'), position: z.int().min(0), codes }),
  /** By the fields the framework's own error answer reads. */
  z.strictObject({
    from: z.literal('thrownProperty'),
    names: z.array(z.string().min(1)).min(1),
    /** Only of errors of these classes, and of classes below them. */
    types: z.array(z.string().min(1)).min(1).exactOptional(),
  }),
])
export type StatusExtraction = z.infer<typeof StatusExtractionSchema>
