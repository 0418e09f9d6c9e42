/** `suss/info` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'info',
  description: 'Show what suss says at level info',
  severities: ['info'],
})
