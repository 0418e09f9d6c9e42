/** One argument of a call as it was written; null is an argument that could not be read. */
import { z } from 'zod'

export type Argument =
  | { kind: 'string'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'undefined' }
  | { kind: 'object'; fields: Record<string, Argument> }
  | { kind: 'array'; items: Argument[] }
  | { kind: 'template'; sourceText: string }
  | { kind: 'identifier'; name: string }
  | { kind: 'call'; callee: string; args: Argument[] }
  | null

export const ArgumentSchema: z.ZodType<Argument> = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('string'), value: z.string() }),
    z.strictObject({ kind: z.literal('number'), value: z.number() }),
    z.strictObject({ kind: z.literal('boolean'), value: z.boolean() }),
    z.strictObject({ kind: z.literal('null') }),
    z.strictObject({ kind: z.literal('undefined') }),
    z.strictObject({
      kind: z.literal('object'),
      get fields(): z.ZodRecord<z.ZodString, z.ZodType<Argument>> {
        return z.record(z.string(), ArgumentSchema)
      },
    }),
    z.strictObject({
      kind: z.literal('array'),
      get items(): z.ZodArray<z.ZodType<Argument>> {
        return z.array(ArgumentSchema)
      },
    }),
    z.strictObject({ kind: z.literal('template'), sourceText: z.string() }),
    z.strictObject({ kind: z.literal('identifier'), name: z.string() }),
    z.strictObject({
      kind: z.literal('call'),
      callee: z.string(),
      get args(): z.ZodArray<z.ZodType<Argument>> {
        return z.array(ArgumentSchema)
      },
    }),
  ])
  .nullable()
  .meta({ id: 'Argument' })
