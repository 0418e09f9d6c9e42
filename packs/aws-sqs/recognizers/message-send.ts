/** Messages that are sent: `new SendMessageCommand({ … })`, `sqs.sendMessage({ … })`. */
import { messageBusBinding } from '@suss/core/ir'
import type { CallReader, InvocationRecognizer } from '@suss/core/pack'
import { queueName } from '../queue-name.js'

const module = '@aws-sdk/client-sqs'
const sending = /^(SendMessage(Batch)?Command|SQS\.sendMessage(Batch)?)$/

export const messageSend: InvocationRecognizer = (call, { recognition }) => {
  if (!sending.test(madeBy(call))) return null
  const url = call.name(0, 'QueueUrl')
  const body = call.sent(0, 'MessageBody')
  const channel = url === null ? null : queueName(url)
  const effect = {
    type: 'interaction' as const,
    binding: messageBusBinding({ messageBus: 'aws_sqs', channel }, { recognition }),
    callee: call.callee,
    interaction: { class: 'message-send' as const, ...(body ? { body } : {}) },
  }
  return channel === null ? { effects: [effect], reason: 'unreadChannel' } : [effect]
}

/** What of the module is constructed or called. */
function madeBy({ origin }: CallReader): string {
  return origin && !('global' in origin) && origin.module === module ? origin.path.join('.') : ''
}
