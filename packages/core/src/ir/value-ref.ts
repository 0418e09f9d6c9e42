/** Where a value inside a unit came from, without interpreting it. */
import { z } from 'zod'

export const DerivationSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('propertyAccess'), property: z.string() }),
  z.strictObject({ type: z.literal('methodCall'), method: z.string(), args: z.array(z.string()) }),
  z.strictObject({ type: z.literal('destructured'), field: z.string() }),
  z.strictObject({ type: z.literal('awaited') }),
  z.strictObject({ type: z.literal('indexAccess'), index: z.union([z.string(), z.number()]) }),
])
export type Derivation = z.infer<typeof DerivationSchema>

export const ScalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Scalar = z.infer<typeof ScalarSchema>

export type ValueRef =
  | { type: 'input'; inputRef: string; path: string[] }
  | { type: 'dependency'; name: string; accessChain: string[] }
  | { type: 'derived'; from: ValueRef; derivation: Derivation }
  | { type: 'literal'; value: Scalar }
  | { type: 'state'; name: string }
  | { type: 'unresolved'; sourceText: string }

export const ValueRefSchema: z.ZodType<ValueRef> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('input'), inputRef: z.string(), path: z.array(z.string()) }),
    z.strictObject({ type: z.literal('dependency'), name: z.string(), accessChain: z.array(z.string()) }),
    z.strictObject({
      type: z.literal('derived'),
      get from(): z.ZodType<ValueRef> {
        return ValueRefSchema
      },
      derivation: DerivationSchema,
    }),
    z.strictObject({ type: z.literal('literal'), value: ScalarSchema }),
    z.strictObject({ type: z.literal('state'), name: z.string() }),
    z.strictObject({ type: z.literal('unresolved'), sourceText: z.string() }),
  ])
  .meta({ id: 'ValueRef' })
