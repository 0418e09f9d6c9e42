/** The names of Nest's microservices that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  { module: '@nestjs/common', exports: ['Controller', 'Injectable'] },
  {
    module: '@nestjs/microservices',
    exports: [
      'EventPattern',
      'MessagePattern',
      'GrpcMethod',
      'GrpcStreamMethod',
      'GrpcService',
      'Payload',
      'Ctx',
      'Client',
      'ClientsModule',
      'ClientProxyFactory',
      'ClientProxy',
      'ClientKafka',
      'ClientNats',
      'ClientRedis',
      'ClientTCP',
      'ClientMqtt',
      'ClientRMQ',
      'Transport',
    ],
    members: { ClientProxy: ['send', 'emit'] },
  },
]
