/** `suss/no-unknown-invocation` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-unknown-invocation',
  description: 'Disallow calls of deployed units that nothing declares',
  kinds: ['unitInvocationTargetUnknown'],
  severities: ['error', 'warning'],
})
