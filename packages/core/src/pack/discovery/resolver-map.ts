/** A two-level resolver map given to a constructor or factory. */
import { z } from 'zod'

export const ResolverMapSchema = z.strictObject({
  type: z.literal('resolverMap'),
  importModule: z.string().min(1),
  importName: z.string().min(1),
  mapProperty: z.string().min(1),
  /** Holds the SDL that the resolvers are for. */
  schemaProperty: z.string().min(1).exactOptional(),
  excludeTypes: z.array(z.string().min(1)).exactOptional(),
})
