/** A boundary that is no REST route, stated by the pattern. */
import { z } from 'zod'
import { MessageBusSchema } from '../../ir/index.js'

export const ChannelExtractionSchema = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('decoratorArgument'),
    position: z.int().min(0),
    /** An object is a pattern of its entries: `{ cmd: "sum" }` is `cmd=sum`. */
    objects: z.literal(true).exactOptional(),
  }),
  /** Of the decorator of the class; `key`: in its object form. */
  z.strictObject({ from: z.literal('classDecoratorArgument'), position: z.int().min(0), key: z.string().min(1).exactOptional() }),
  z.strictObject({ from: z.literal('callArgument'), position: z.int().min(0) }),
  z.strictObject({ from: z.literal('literal'), value: z.string().min(1) }),
  z.strictObject({ from: z.literal('unstated') }),
])
export type ChannelExtraction = z.infer<typeof ChannelExtractionSchema>

export const DeclaredBindingSchema = z.strictObject({
  semantics: z.literal('message-bus'),
  messageBus: MessageBusSchema,
  channel: ChannelExtractionSchema,
})
export type DeclaredBinding = z.infer<typeof DeclaredBindingSchema>
