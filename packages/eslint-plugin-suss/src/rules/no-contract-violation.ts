/** `suss/no-contract-violation` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'no-contract-violation',
  description: 'Disallow code and documents that break a contract',
  kinds: [
    'providerContractViolation',
    'consumerContractViolation',
    'contractDisagreement',
    'contractOperationUnimplemented',
  ],
  severities: ['error'],
})
