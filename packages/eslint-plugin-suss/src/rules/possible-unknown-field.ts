/** `suss/possible-unknown-field` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'possible-unknown-field',
  description: 'Disallow fields that the other side drops or may not have',
  kinds: ['boundaryFieldUnknown', 'boundarySelectorMismatch', 'graphqlUnknownFragment'],
  severities: ['warning'],
})
