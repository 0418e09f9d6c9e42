/** `suss/no-unhandled-case` */
import { gapRule } from '../rule.js'

export default gapRule({
  name: 'no-unhandled-case',
  description: 'Require code and declared contract to name the same responses',
  type: 'unhandledCase',
})
