/** Call sites of a client library, or of a global such as fetch. */
import { z } from 'zod'

export const ClientCallSchema = z.strictObject({
  type: z.literal('clientCall'),
  /** "global" for built-ins. */
  importModule: z.string().min(1),
  importName: z.string().min(1),
  methodFilter: z.array(z.string().min(1)).exactOptional(),
  factoryMethods: z.array(z.string().min(1)).exactOptional(),
  /** The import itself sends, as `axios(config)` does. */
  callable: z.boolean().exactOptional(),
  /** Property of the factory's configuration that is put in front of every path. */
  basePathOption: z.string().min(1).exactOptional(),
  /** Response interceptor whose return value becomes the result, as a member path. */
  responseTransform: z.strictObject({ method: z.array(z.string().min(1)) }).exactOptional(),
  /** Last members of a chain that are no part of the contract; `response`: where their result holds the response, and how failures come. */
  memberMethods: z
    .array(
      z.strictObject({
        names: z.array(z.string().min(1)),
        response: z
          .strictObject({ body: z.string().min(1), failureDelivery: z.enum(['response', 'exception']) })
          .exactOptional(),
      }),
    )
    .exactOptional(),
  /** Function option of the factory that sends in its place. */
  transportOption: z.string().min(1).exactOptional(),
})
