/** `suss/handle-provider-cases` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'handle-provider-cases',
  description: 'Require a branch for every case the provider answers with',
  kinds: ['unhandledProviderCase'],
  severities: ['error', 'warning'],
})
