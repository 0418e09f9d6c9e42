/** `suss/message-bus` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'message-bus',
  description: 'Disallow messages that nobody handles and handlers that nobody sends to',
  kinds: [
    'messageBusProducerOrphan',
    'messageBusConsumerOrphan',
    'messageBusUnused',
    'messageBusConsumerDisabled',
    'repeatUnsafeConsumer',
  ],
  severities: ['error', 'warning'],
})
