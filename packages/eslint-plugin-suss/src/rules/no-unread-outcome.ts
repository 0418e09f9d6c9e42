/** `suss/no-unread-outcome` */
import { gapRule } from '../rule.js'

export default gapRule({
  name: 'no-unread-outcome',
  description: 'Disallow outcomes that suss cannot read',
  type: 'unreadOutcome',
})
