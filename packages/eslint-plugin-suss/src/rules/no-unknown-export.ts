/** `suss/no-unknown-export` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-unknown-export',
  description: 'Disallow calls of what a package of the workspace does not export',
  kinds: ['packageExportUnknown'],
  severities: ['error', 'warning'],
})
