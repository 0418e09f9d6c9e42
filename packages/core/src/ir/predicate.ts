/** What has to hold on a path, taken apart as far as it could be read. */
import { z } from 'zod'
import { ValueRefSchema, type ValueRef } from './value-ref.js'

export const ComparisonOpSchema = z.enum(['eq', 'neq', 'gt', 'gte', 'lt', 'lte'])
export type ComparisonOp = z.infer<typeof ComparisonOpSchema>

export const OpaqueReasonSchema = z.enum([
  'complexExpression',
  'externalFunction',
  'dynamicValue',
  'unsupportedSyntax',
])
export type OpaqueReason = z.infer<typeof OpaqueReasonSchema>

export type Predicate =
  | { type: 'nullCheck'; subject: ValueRef; negated: boolean }
  | { type: 'truthinessCheck'; subject: ValueRef; negated: boolean }
  | { type: 'comparison'; left: ValueRef; op: ComparisonOp; right: ValueRef }
  | { type: 'typeCheck'; subject: ValueRef; expectedType: string }
  | { type: 'propertyExists'; subject: ValueRef; property: string; negated: boolean }
  | { type: 'compound'; op: 'and' | 'or'; operands: Predicate[] }
  | { type: 'negation'; operand: Predicate }
  | { type: 'call'; callee: string; args: ValueRef[] }
  | { type: 'opaque'; sourceText: string; reason: OpaqueReason }

export const PredicateSchema: z.ZodType<Predicate> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('nullCheck'), subject: ValueRefSchema, negated: z.boolean() }),
    z.strictObject({ type: z.literal('truthinessCheck'), subject: ValueRefSchema, negated: z.boolean() }),
    z.strictObject({
      type: z.literal('comparison'),
      left: ValueRefSchema,
      op: ComparisonOpSchema,
      right: ValueRefSchema,
    }),
    z.strictObject({ type: z.literal('typeCheck'), subject: ValueRefSchema, expectedType: z.string() }),
    z.strictObject({
      type: z.literal('propertyExists'),
      subject: ValueRefSchema,
      property: z.string(),
      negated: z.boolean(),
    }),
    z.strictObject({
      type: z.literal('compound'),
      op: z.enum(['and', 'or']),
      get operands(): z.ZodArray<z.ZodType<Predicate>> {
        return z.array(PredicateSchema)
      },
    }),
    z.strictObject({
      type: z.literal('negation'),
      get operand(): z.ZodType<Predicate> {
        return PredicateSchema
      },
    }),
    z.strictObject({ type: z.literal('call'), callee: z.string(), args: z.array(ValueRefSchema) }),
    z.strictObject({ type: z.literal('opaque'), sourceText: z.string(), reason: OpaqueReasonSchema }),
  ])
  .meta({ id: 'Predicate' })
