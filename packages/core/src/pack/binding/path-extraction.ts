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
    /** A dot in a name stands for a slash. */
    flat: z.boolean().exactOptional(),
    /** Text in front of every path: a property of what a file of the project's root exports as default. */
    prefix: z.strictObject({ config: z.string().min(1), property: z.string().min(1) }).exactOptional(),
  }),
  /** The file is a route module: by the project's own table of routes, else by the flat names of a folder. */
  z.strictObject({
    type: z.literal('fromRouteModule'),
    table: z.strictObject({
      file: z.string().min(1),
      /** Module around all of them. */
      root: z.string().min(1),
      module: z.string().min(1),
      /** Names of its functions: a route with a path, one with its parent's, one without, a path in front of several. */
      names: z.strictObject({
        route: z.string().min(1),
        index: z.string().min(1),
        layout: z.string().min(1),
        prefix: z.string().min(1),
      }),
    }),
    flat: z.strictObject({
      folder: z.string().min(1),
      /** The names count where the table calls one of these, or one of the packages is installed. */
      called: z.array(z.strictObject({ module: z.string().min(1), name: z.string().min(1) })),
      installed: z.array(z.string().min(1)),
    }),
  }),
  FromContractSchema,
  FromClientMethodSchema,
  FromMemberChainSchema,
])
export type PathExtraction = z.infer<typeof PathExtractionSchema>
