/** Every rule by its name. */
import coverScenarios from './cover-scenarios.js'
import handleProviderCases from './handle-provider-cases.js'
import info from './info.js'
import messageBus from './message-bus.js'
import noAmbiguousProvider from './no-ambiguous-provider.js'
import noContractViolation from './no-contract-violation.js'
import noDeadBranch from './no-dead-branch.js'
import noMisreadResponse from './no-misread-response.js'
import noMissingRequestField from './no-missing-request-field.js'
import noUncalledRoute from './no-uncalled-route.js'
import noUnfollowedCall from './no-unfollowed-call.js'
import noUnhandledCase from './no-unhandled-case.js'
import noUnknownExport from './no-unknown-export.js'
import noUnknownField from './no-unknown-field.js'
import noUnknownInvocation from './no-unknown-invocation.js'
import noUnpairedClientCall from './no-unpaired-client-call.js'
import noUnreadOutcome from './no-unread-outcome.js'
import noUnusedField from './no-unused-field.js'
import possibleContractViolation from './possible-contract-violation.js'
import possibleMisreadResponse from './possible-misread-response.js'
import possibleMissingRequestField from './possible-missing-request-field.js'
import possibleUnknownField from './possible-unknown-field.js'
import possibleUnpairedClientCall from './possible-unpaired-client-call.js'

export const rules = {
  'cover-scenarios': coverScenarios,
  'handle-provider-cases': handleProviderCases,
  info,
  'message-bus': messageBus,
  'no-ambiguous-provider': noAmbiguousProvider,
  'no-contract-violation': noContractViolation,
  'no-dead-branch': noDeadBranch,
  'no-misread-response': noMisreadResponse,
  'no-missing-request-field': noMissingRequestField,
  'no-uncalled-route': noUncalledRoute,
  'no-unfollowed-call': noUnfollowedCall,
  'no-unhandled-case': noUnhandledCase,
  'no-unknown-export': noUnknownExport,
  'no-unknown-field': noUnknownField,
  'no-unknown-invocation': noUnknownInvocation,
  'no-unpaired-client-call': noUnpairedClientCall,
  'no-unread-outcome': noUnreadOutcome,
  'no-unused-field': noUnusedField,
  'possible-contract-violation': possibleContractViolation,
  'possible-misread-response': possibleMisreadResponse,
  'possible-missing-request-field': possibleMissingRequestField,
  'possible-unknown-field': possibleUnknownField,
  'possible-unpaired-client-call': possibleUnpairedClientCall,
}
