/** `suss/no-misread-response` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-misread-response',
  description: 'Disallow reads of what no response carries',
  kinds: ['misreadProviderResponse'],
  severities: ['error'],
})
