/** The names of BullMQ and of its Nest module that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'bullmq',
    exports: ['Queue', 'Worker', 'FlowProducer'],
    members: { Queue: ['add', 'addBulk', 'upsertJobScheduler'], FlowProducer: ['add'] },
    text: ['name', 'queueName', 'children'],
  },
  { module: '@nestjs/bullmq', exports: ['Processor', 'InjectQueue'], text: ['process', 'name'] },
]
