/** `suss/no-uncalled-route` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-uncalled-route',
  description: 'Disallow routes that no call of the run reaches',
  kinds: ['uncalledRoutes'],
  severities: ['error', 'warning'],
})
