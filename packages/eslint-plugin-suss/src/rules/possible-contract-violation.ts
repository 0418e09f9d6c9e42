/** `suss/possible-contract-violation` */
import { findingRule } from '../rule.js'

export default findingRule({
  name: 'possible-contract-violation',
  description: 'Disallow code and documents that may break a contract',
  kinds: [
    'providerContractViolation',
    'consumerContractViolation',
    'contractDisagreement',
    'contractOperationUnimplemented',
  ],
  severities: ['warning'],
})
