/** Where the path of a REST binding comes from. */
import { z } from 'zod'
import { FromClientMethodSchema, FromContractSchema, FromMemberChainSchema } from './method-and-path.js'

export const PathExtractionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fromArgument'), position: z.int().min(0) }),
  z.strictObject({
    type: z.literal('fromArgumentProperty'),
    position: z.int().min(0),
    property: z.string().min(1),
  }),
  z.strictObject({
    type: z.literal('fromFilename'),
    root: z.string().min(1),
    dropBasenames: z.array(z.string().min(1)).exactOptional(),
    dynamic: z.enum(['brackets', 'dollarPrefix']).exactOptional(),
    dropParenthesized: z.boolean().exactOptional(),
    flat: z.boolean().exactOptional(),
    /** Text in front of every path: a property of what a file of the project's root exports as default. */
    prefix: z.strictObject({ config: z.string().min(1), property: z.string().min(1) }).exactOptional(),
  }),
  FromContractSchema,
  FromClientMethodSchema,
  FromMemberChainSchema,
])
export type PathExtraction = z.infer<typeof PathExtractionSchema>
