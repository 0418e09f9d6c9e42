/** `suss/cover-scenarios` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'cover-scenarios',
  description: 'Require a story for each prop a component branches on',
  kinds: ['scenarioCoverageGap'],
  severities: ['error', 'warning'],
})
