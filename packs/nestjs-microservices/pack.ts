/** Nest over a message bus: handlers of messages and events, and the clients that send them. */
import { definePack } from '@suss/core/pack'
import { plainOutcomes } from '../plain-outcomes.js'
import { declarations } from './declarations.js'
import { sends } from './recognizers/sends.js'

const module = '@nestjs/microservices'

export default definePack({
  name: 'nestjs-microservices',
  protocol: 'queue',
  languages: ['typescript'],
  requiresImport: [module],
  discovery: [
    {
      kind: 'consumer',
      match: {
        type: 'decoratedRoute',
        importModule: ['@nestjs/common', module],
        classDecorators: ['Controller', 'Injectable'],
        methodDecoratorRouteMap: { EventPattern: 'event', MessagePattern: 'message' },
      },
      binding: {
        semantics: 'message-bus',
        messageBus: 'nestjs',
        channel: { from: 'decoratorArgument', position: 0, objects: true },
      },
    },
    {
      kind: 'consumer',
      match: {
        type: 'decoratedRoute',
        importModule: ['@nestjs/common', module],
        classDecorators: ['Controller', 'GrpcService'],
        methodDecoratorRouteMap: { GrpcMethod: 'call', GrpcStreamMethod: 'stream' },
      },
      binding: { semantics: 'message-bus', messageBus: 'nestjs', channel: { from: 'unstated' } },
    },
  ],
  terminals: plainOutcomes,
  inputMapping: {
    type: 'decoratedParams',
    decoratorRoleMap: { Payload: 'payload', Ctx: 'context' },
    defaultRole: 'payload',
  },
  invocationRecognizers: [sends],
  busTransports: {
    module,
    name: 'Transport',
    members: ['TCP', 'REDIS', 'NATS', 'MQTT', 'GRPC', 'RMQ', 'KAFKA'],
    buses: { NATS: 'nats', KAFKA: 'kafka' },
    decoratorPosition: 1,
    calls: [
      { name: 'createMicroservice', position: 1, isMethod: true },
      { name: 'connectMicroservice', position: 0, isMethod: true },
      { name: 'register', position: 0 },
      { name: 'registerAsync', position: 0 },
      { name: 'create', position: 0 },
      { name: 'Client', position: 0 },
    ],
    keys: { transport: 'transport', name: 'name', factory: 'useFactory', list: 'clients', strategy: 'strategy' },
  },
  declarations,
})
