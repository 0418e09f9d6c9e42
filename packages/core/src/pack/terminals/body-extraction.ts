/** Where the body of a terminal comes from. */
import { z } from 'zod'

export const BodyExtractionSchema = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('property'),
    name: z.string().min(1),
    /** `JSON.stringify(x)` stands for x. */
    unwrapJsonStringify: z.boolean().exactOptional(),
  }),
  z.strictObject({
    from: z.literal('argument'),
    position: z.int().min(0),
    minArgs: z.int().min(1).exactOptional(),
  }),
])
export type BodyExtraction = z.infer<typeof BodyExtractionSchema>
