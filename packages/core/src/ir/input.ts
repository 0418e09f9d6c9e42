/** One way a value reaches a code unit. */
import { z } from 'zod'
import { TypeShapeSchema } from './type-shape.js'

const metadata = z.record(z.string(), z.unknown()).exactOptional()

export const InputSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('parameter'),
      name: z.string(),
      position: z.int().min(0),
      role: z.string().nullable(),
      shape: TypeShapeSchema.nullable(),
      metadata,
    }),
    z.strictObject({
      type: z.literal('injection'),
      name: z.string(),
      mechanism: z.string(),
      shape: TypeShapeSchema.nullable(),
      metadata,
    }),
    z.strictObject({
      type: z.literal('hookReturn'),
      hook: z.string(),
      destructuredFields: z.array(z.string()),
      metadata,
    }),
    z.strictObject({
      type: z.literal('contextValue'),
      context: z.string(),
      accessedFields: z.array(z.string()),
      metadata,
    }),
    z.strictObject({ type: z.literal('closure'), name: z.string(), metadata }),
  ])
  .meta({ id: 'Input' })
export type Input = z.infer<typeof InputSchema>
