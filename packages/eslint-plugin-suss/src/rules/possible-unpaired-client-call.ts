/** `suss/possible-unpaired-client-call` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'possible-unpaired-client-call',
  description: 'Disallow calls that probably no route of the other side serves',
  kinds: ['restMethodOnUnknownPath'],
  severities: ['warning'],
})
