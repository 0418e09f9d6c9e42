/** Hooks of a GraphQL client. */
import { z } from 'zod'

export const GraphqlHookCallSchema = z.strictObject({
  type: z.literal('graphqlHookCall'),
  importModule: z.string().min(1),
  hooks: z.array(
    z.strictObject({
      hookName: z.string().min(1),
      operationType: z.enum(['query', 'mutation', 'subscription']),
      /** It gives a list whose second item holds the data. */
      tuple: z.literal(true).exactOptional(),
    }),
  ),
})
