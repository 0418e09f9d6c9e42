/** `suss/no-unfollowed-call` */
import { gapRule } from '../rule.js'

export default gapRule({
  name: 'no-unfollowed-call',
  description: 'Disallow calls into this project that suss cannot follow',
  type: 'unfollowedCall',
})
