/** A boundary binding: the wire, the pairing rule and who recognised it. */
import { z } from 'zod'

/** An identity field: null when the source does not say, never the empty string. */
const IdentitySchema = z.string().min(1)

export const MessageBusSchema = z.enum([
  'aws_sqs',
  'aws.sns',
  's3',
  'eventbridge',
  'aws_kinesis',
  'aws_firehose',
  'gcp_pubsub',
  'bullmq',
  'activejob',
  'sidekiq',
  'celery',
  'kafka',
  'nats',
  'cloudflare-queues',
  'cloudflare-cron',
  'cloudflare-tail',
  'nestjs',
  'socket.io',
])
export type MessageBus = z.infer<typeof MessageBusSchema>

export const RestSemanticsSchema = z.strictObject({
  name: z.literal('rest'),
  method: IdentitySchema.nullable(),
  path: IdentitySchema.nullable(),
  declaredResponses: z.array(z.int()).exactOptional(),
  host: IdentitySchema.exactOptional(),
  optionalFormat: z.boolean().exactOptional(),
})

export const FunctionCallSemanticsSchema = z.strictObject({
  name: z.literal('function-call'),
  module: IdentitySchema.exactOptional(),
  exportName: IdentitySchema.exactOptional(),
  package: IdentitySchema.exactOptional(),
  exportPath: z.array(IdentitySchema).exactOptional(),
})

export const GraphqlResolverSemanticsSchema = z.strictObject({
  name: z.literal('graphql-resolver'),
  typeName: IdentitySchema.nullable(),
  fieldName: IdentitySchema,
})

export const GraphqlOperationSemanticsSchema = z.strictObject({
  name: z.literal('graphql-operation'),
  operationName: IdentitySchema.exactOptional(),
  operationType: z.enum(['query', 'mutation', 'subscription']),
})

export const RuntimeConfigSemanticsSchema = z.strictObject({
  name: z.literal('runtime-config'),
  deploymentTarget: IdentitySchema.nullable(),
  instanceName: IdentitySchema.nullable(),
})

export const StorageSemanticsSchema = z.strictObject({
  name: z.literal('storage'),
  storageSystem: IdentitySchema.nullable(),
  scope: IdentitySchema,
  container: IdentitySchema.nullable(),
  accessPath: IdentitySchema.nullable(),
})

export const MessageBusSemanticsSchema = z.strictObject({
  name: z.literal('message-bus'),
  messageBus: MessageBusSchema,
  channel: IdentitySchema.nullable(),
})

export const MetricSemanticsSchema = z.strictObject({
  name: z.literal('metric'),
  metricSystem: IdentitySchema,
  metricType: IdentitySchema.nullable(),
})

export const UnitInvocationSemanticsSchema = z.strictObject({
  name: z.literal('unit-invocation'),
  deploymentTarget: IdentitySchema,
  instanceName: IdentitySchema.nullable(),
})

export const IoSemanticsSchema = z.strictObject({
  name: z.literal('io'),
  target: IdentitySchema.nullable(),
})

export const SemanticsSchema = z
  .discriminatedUnion('name', [
    RestSemanticsSchema,
    FunctionCallSemanticsSchema,
    GraphqlResolverSemanticsSchema,
    GraphqlOperationSemanticsSchema,
    RuntimeConfigSemanticsSchema,
    StorageSemanticsSchema,
    MessageBusSemanticsSchema,
    MetricSemanticsSchema,
    UnitInvocationSemanticsSchema,
    IoSemanticsSchema,
  ])
  .meta({ id: 'Semantics' })
export type Semantics = z.infer<typeof SemanticsSchema>
export type SemanticsName = Semantics['name']
/** The fields of one protocol: `SemanticsOf<'rest'>`. */
export type SemanticsOf<Name extends SemanticsName> = Extract<Semantics, { name: Name }>

export const BoundaryBindingSchema = z
  .strictObject({
    transport: z.string().min(1),
    semantics: SemanticsSchema,
    recognition: z.string().min(1),
  })
  .meta({ id: 'BoundaryBinding' })
export type BoundaryBinding = z.infer<typeof BoundaryBindingSchema>
/** A binding known to speak one protocol. */
export type BindingOf<Name extends SemanticsName> = BoundaryBinding & { semantics: SemanticsOf<Name> }
