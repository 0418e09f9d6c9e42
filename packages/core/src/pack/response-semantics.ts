/** What a property or method of a client's response means. */
import { z } from 'zod'

export const ResponseMeaningSchema = z.strictObject({
  type: z.enum(['statusCode', 'statusRange', 'body', 'headers']),
  min: z.int().exactOptional(),
  max: z.int().exactOptional(),
})

export const ResponsePropertyMappingSchema = z.strictObject({
  name: z.string().min(1),
  access: z.enum(['property', 'method']),
  semantics: ResponseMeaningSchema,
})
export type ResponsePropertyMapping = z.infer<typeof ResponsePropertyMappingSchema>
