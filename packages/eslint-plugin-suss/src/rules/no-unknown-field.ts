/** `suss/no-unknown-field` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-unknown-field',
  description: 'Disallow fields that the other side does not have',
  kinds: ['boundaryFieldUnknown', 'boundarySelectorMismatch', 'graphqlUnknownFragment'],
  severities: ['error'],
})
