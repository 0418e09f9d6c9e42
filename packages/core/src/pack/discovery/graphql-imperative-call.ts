/** Methods of a GraphQL client object that take the document on a property. */
import { z } from 'zod'

export const GraphqlImperativeCallSchema = z.strictObject({
  type: z.literal('graphqlImperativeCall'),
  importModule: z.string().min(1),
  importName: z.string().min(1),
  methods: z.array(
    z.strictObject({
      method: z.string().min(1),
      documentProperty: z.string().min(1),
      /** Default: by the method's name. */
      operationType: z.enum(['query', 'mutation', 'subscription']).exactOptional(),
    }),
  ),
  /** Functions of the module that give such an object. */
  givenBy: z.array(z.string().min(1)).exactOptional(),
})
