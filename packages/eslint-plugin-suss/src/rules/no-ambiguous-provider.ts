/** `suss/no-ambiguous-provider` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-ambiguous-provider',
  description: 'Disallow calls that several services could answer',
  kinds: ['ambiguousProvider'],
  severities: ['error', 'warning'],
})
