/** `suss/no-dead-branch` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-dead-branch',
  description: 'Disallow branches for what the provider never answers',
  kinds: ['deadConsumerBranch'],
  severities: ['error', 'warning'],
})
