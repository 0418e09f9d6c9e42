/** The payload of a typed boundary crossing. */
import { z } from 'zod'
import { TypeShapeSchema } from './type-shape.js'

export const CallbackRefSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('literal') }),
  z.strictObject({ type: z.literal('identifier'), name: z.string() }),
  z.strictObject({ type: z.literal('opaque'), reason: z.string() }),
])
export type CallbackRef = z.infer<typeof CallbackRefSchema>

export const InteractionSchema = z
  .discriminatedUnion('class', [
    z.strictObject({
      class: z.literal('storage-access'),
      kind: z.enum(['read', 'write']),
      fields: z.array(z.string()),
      selector: z.array(z.string()).exactOptional(),
      operation: z.string().exactOptional(),
      relationPath: z.array(z.string()).exactOptional(),
      relationKey: z.boolean().exactOptional(),
    }),
    z.strictObject({
      class: z.literal('service-call'),
      method: z.string(),
      payload: z.unknown().optional(),
      responseShape: TypeShapeSchema.exactOptional(),
    }),
    z.strictObject({
      class: z.literal('message-send'),
      body: z.unknown().optional(),
      routingKey: z.string().exactOptional(),
    }),
    z.strictObject({ class: z.literal('message-receive'), body: z.unknown().optional() }),
    z.strictObject({ class: z.literal('unit-invoke'), payload: z.unknown().optional() }),
    z.strictObject({
      class: z.literal('config-read'),
      name: z.string().min(1).nullable(),
      defaulted: z.boolean(),
      default: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
      /** Nothing shows that the code needs it: it is tested, or goes where it may be missing. */
      optional: z.literal(true).exactOptional(),
    }),
    z.strictObject({ class: z.literal('metadata-read'), name: z.string() }),
    z.strictObject({
      class: z.literal('schedule'),
      via: z.string(),
      hasDelay: z.boolean(),
      callbackRef: CallbackRefSchema,
    }),
    z.strictObject({
      class: z.literal('stream-write'),
      payload: TypeShapeSchema.nullable(),
      serialized: z.enum(['json', 'text']),
    }),
  ])
  .meta({ id: 'Interaction' })
export type Interaction = z.infer<typeof InteractionSchema>
export type InteractionOf<Class extends Interaction['class']> = Extract<Interaction, { class: Class }>
