/** Names the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: '@aws-sdk/client-sqs',
    exports: ['SendMessageCommand', 'SendMessageBatchCommand', 'SQS'],
    members: { SQS: ['sendMessage', 'sendMessageBatch'] },
    keys: { SendMessageCommandInput: ['QueueUrl', 'MessageBody'], SendMessageBatchCommandInput: ['QueueUrl'] },
  },
]
