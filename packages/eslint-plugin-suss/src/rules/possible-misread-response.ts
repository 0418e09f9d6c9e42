/** `suss/possible-misread-response` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'possible-misread-response',
  description: 'Disallow reads of what some responses do not carry',
  kinds: ['misreadProviderResponse'],
  severities: ['warning'],
})
