/** `suss/no-missing-request-field` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-missing-request-field',
  description: 'Disallow requests that lack what the provider requires, or break what it accepts',
  kinds: ['boundaryFieldRequired', 'boundaryConstraintViolation', 'boundaryShapeMismatch', 'authPolicyMismatch'],
  severities: ['error'],
})
