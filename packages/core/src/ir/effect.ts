/** What a transition does besides producing a value. */
import { z } from 'zod'
import { ArgumentSchema } from './argument.js'
import { BoundaryBindingSchema } from './boundary.js'
import { InteractionSchema } from './interaction.js'
import { ClassPlaceSchema, DeclarationPlaceSchema, LineRangeSchema, PlaceSchema } from './location.js'
import { PredicateSchema } from './predicate.js'

/** Shared by every variant: how often, and where the first site is. */
const site = {
  count: z.int().min(2).exactOptional(),
  location: LineRangeSchema.exactOptional(),
  place: PlaceSchema.exactOptional(),
}

export const EffectSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('mutation'),
      ...site,
      target: z.string(),
      operation: z.enum(['create', 'update', 'delete']),
    }),
    z.strictObject({
      type: z.literal('invocation'),
      ...site,
      callee: z.string(),
      args: z.array(ArgumentSchema),
      async: z.boolean(),
      summary: z.string().exactOptional(),
      declaredAt: DeclarationPlaceSchema.exactOptional(),
      argsDeclaredAt: z.record(z.string(), DeclarationPlaceSchema).exactOptional(),
      argsSummary: z.record(z.string(), z.string()).exactOptional(),
      possibleDeclaredAt: z.array(DeclarationPlaceSchema).exactOptional(),
      possibleSummaries: z.array(z.string()).exactOptional(),
      calleeParameter: z.int().min(0).exactOptional(),
      receiverClass: ClassPlaceSchema.exactOptional(),
      receiverConstructions: z.array(z.string()).exactOptional(),
      onOwnReceiver: z.literal(true).exactOptional(),
      preconditions: z.array(PredicateSchema).exactOptional(),
    }),
    z.strictObject({
      type: z.literal('emission'),
      ...site,
      event: z.string(),
      payload: z.unknown().optional(),
    }),
    z.strictObject({
      type: z.literal('stateChange'),
      ...site,
      variable: z.string(),
      newValue: z.unknown().optional(),
    }),
    z.strictObject({
      type: z.literal('interaction'),
      ...site,
      binding: BoundaryBindingSchema,
      callee: z.string().exactOptional(),
      groupId: z.string().exactOptional(),
      preconditions: z.array(PredicateSchema).exactOptional(),
      containerByConstruction: z.record(z.string(), z.string()).exactOptional(),
      interaction: InteractionSchema,
    }),
  ])
  .meta({ id: 'Effect' })
export type Effect = z.infer<typeof EffectSchema>
export type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>
