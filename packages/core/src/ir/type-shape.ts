/** The shape of a value as it crosses a boundary; no language's type system. */
import { z } from 'zod'

export type TypeShape =
  | { type: 'record'; properties: Record<string, TypeShape>; spreads?: { sourceText: string }[] }
  | { type: 'dictionary'; values: TypeShape }
  | { type: 'array'; items: TypeShape }
  | { type: 'literal'; value: string | number | boolean; raw?: string }
  | { type: 'text' }
  | { type: 'integer' }
  | { type: 'number' }
  | { type: 'boolean' }
  | { type: 'null' }
  | { type: 'undefined' }
  | { type: 'union'; variants: TypeShape[] }
  | { type: 'ref'; name: string; def?: string; from?: string }
  | { type: 'unknown' }

export const TypeShapeSchema: z.ZodType<TypeShape> = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('record'),
      get properties(): z.ZodRecord<z.ZodString, z.ZodType<TypeShape>> {
        return z.record(z.string(), TypeShapeSchema)
      },
      spreads: z.array(z.strictObject({ sourceText: z.string() })).exactOptional(),
    }),
    z.strictObject({
      type: z.literal('dictionary'),
      get values(): z.ZodType<TypeShape> {
        return TypeShapeSchema
      },
    }),
    z.strictObject({
      type: z.literal('array'),
      get items(): z.ZodType<TypeShape> {
        return TypeShapeSchema
      },
    }),
    z.strictObject({
      type: z.literal('literal'),
      value: z.union([z.string(), z.number(), z.boolean()]),
      raw: z.string().exactOptional(),
    }),
    z.strictObject({ type: z.literal('text') }),
    z.strictObject({ type: z.literal('integer') }),
    z.strictObject({ type: z.literal('number') }),
    z.strictObject({ type: z.literal('boolean') }),
    z.strictObject({ type: z.literal('null') }),
    z.strictObject({ type: z.literal('undefined') }),
    z.strictObject({
      type: z.literal('union'),
      get variants(): z.ZodArray<z.ZodType<TypeShape>> {
        return z.array(TypeShapeSchema)
      },
    }),
    z.strictObject({
      type: z.literal('ref'),
      name: z.string(),
      def: z.string().exactOptional(),
      from: z.string().exactOptional(),
    }),
    z.strictObject({ type: z.literal('unknown') }),
  ])
  .meta({ id: 'TypeShape' })
