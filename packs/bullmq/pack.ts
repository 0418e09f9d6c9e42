/** BullMQ: workers of queues, processors of Nest, and what adds jobs. */
import { definePack } from '@suss/core/pack'
import { plainOutcomes } from '../plain-outcomes.js'
import { declarations } from './declarations.js'
import { sends } from './recognizers/sends.js'

export default definePack({
  name: 'bullmq',
  protocol: 'queue',
  languages: ['typescript'],
  requiresImport: ['bullmq', '@nestjs/bullmq'],
  discovery: [
    {
      kind: 'consumer',
      match: { type: 'callbackArgument', importModule: 'bullmq', importName: 'Worker', callbackPosition: 1 },
      binding: { semantics: 'message-bus', messageBus: 'bullmq', channel: { from: 'callArgument', position: 0 } },
    },
    {
      kind: 'consumer',
      match: {
        type: 'decoratedRoute',
        importModule: '@nestjs/bullmq',
        classDecorators: ['Processor'],
        methodDecoratorRouteMap: {},
        methodNames: ['process'],
      },
      binding: {
        semantics: 'message-bus',
        messageBus: 'bullmq',
        channel: { from: 'classDecoratorArgument', position: 0, key: 'name' },
      },
    },
  ],
  terminals: plainOutcomes,
  inputMapping: {
    type: 'positionalParams',
    params: [
      { position: 0, role: 'job' },
      { position: 1, role: 'token' },
    ],
  },
  parameterSuppliers: [{ module: '@nestjs/bullmq', name: 'InjectQueue' }],
  invocationRecognizers: [sends],
  declarations,
})
