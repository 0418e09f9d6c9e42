/** `suss/no-unpaired-client-call` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-unpaired-client-call',
  description: 'Disallow calls that no route of the other side serves',
  kinds: ['restMethodOnUnknownPath'],
  severities: ['error'],
})
