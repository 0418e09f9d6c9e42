/** `suss/possible-missing-request-field` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'possible-missing-request-field',
  description: 'Disallow requests that may lack or break what the provider accepts',
  kinds: ['boundaryFieldRequired', 'boundaryConstraintViolation', 'boundaryShapeMismatch', 'authPolicyMismatch'],
  severities: ['warning'],
})
