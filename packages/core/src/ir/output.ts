/** What a terminal produces. */
import { z } from 'zod'
import { RenderNodeSchema } from './render-node.js'
import { TypeShapeSchema } from './type-shape.js'
import { ValueRefSchema } from './value-ref.js'

export const OutputSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('response'),
      statusCode: ValueRefSchema.nullable(),
      body: TypeShapeSchema.nullable(),
      headers: z.record(z.string(), ValueRefSchema),
    }),
    z.strictObject({
      type: z.literal('throw'),
      exceptionType: z.string().nullable(),
      message: z.string().nullable(),
      exceptionAncestors: z.array(z.string()).exactOptional(),
      ancestryIncomplete: z.boolean().exactOptional(),
      statusWhenUncaught: z.int().exactOptional(),
    }),
    z.strictObject({
      type: z.literal('render'),
      component: z.string(),
      props: z.record(z.string(), z.unknown()).exactOptional(),
      root: RenderNodeSchema.exactOptional(),
    }),
    z.strictObject({ type: z.literal('return'), value: TypeShapeSchema.nullable() }),
    z.strictObject({ type: z.literal('delegate'), to: z.string() }),
    z.strictObject({ type: z.literal('emit'), event: z.string(), payload: TypeShapeSchema.exactOptional() }),
    z.strictObject({ type: z.literal('void') }),
    z.strictObject({ type: z.literal('exit'), code: ValueRefSchema.nullable() }),
  ])
  .meta({ id: 'Output' })
export type Output = z.infer<typeof OutputSchema>
export type OutputOf<Type extends Output['type']> = Extract<Output, { type: Type }>
