/** `suss/no-unused-field` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-unused-field',
  description: 'Disallow columns and variables that nothing reads',
  kinds: ['boundaryFieldUnused'],
  severities: ['error', 'warning'],
})
