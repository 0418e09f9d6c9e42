/** Amazon SQS: messages that are sent. */
import { definePack } from '@suss/core/pack'
import { declarations } from './declarations.js'
import { messageSend } from './recognizers/message-send.js'

export default definePack({
  name: 'aws-sqs',
  protocol: 'queue',
  languages: ['typescript', 'javascript'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
  requiresImport: ['@aws-sdk/client-sqs'],
  invocationRecognizers: [messageSend],
  declarations,
})
