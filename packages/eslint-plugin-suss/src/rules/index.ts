/** Every rule by its name. */
import handleProviderCases from './handle-provider-cases.js'
import info from './info.js'
import noAmbiguousProvider from './no-ambiguous-provider.js'
import noContractViolation from './no-contract-violation.js'
import noDeadBranch from './no-dead-branch.js'
import noMisreadResponse from './no-misread-response.js'
import noUncalledRoute from './no-uncalled-route.js'
import noUnfollowedCall from './no-unfollowed-call.js'
import noUnhandledCase from './no-unhandled-case.js'
import noUnknownExport from './no-unknown-export.js'
import noUnpairedClientCall from './no-unpaired-client-call.js'
import noUnreadOutcome from './no-unread-outcome.js'
import possibleContractViolation from './possible-contract-violation.js'
import possibleMisreadResponse from './possible-misread-response.js'
import possibleUnpairedClientCall from './possible-unpaired-client-call.js'

export const rules = {
  'handle-provider-cases': handleProviderCases,
  info,
  'no-ambiguous-provider': noAmbiguousProvider,
  'no-contract-violation': noContractViolation,
  'no-dead-branch': noDeadBranch,
  'no-misread-response': noMisreadResponse,
  'no-uncalled-route': noUncalledRoute,
  'no-unfollowed-call': noUnfollowedCall,
  'no-unhandled-case': noUnhandledCase,
  'no-unknown-export': noUnknownExport,
  'no-unpaired-client-call': noUnpairedClientCall,
  'no-unread-outcome': noUnreadOutcome,
  'possible-contract-violation': possibleContractViolation,
  'possible-misread-response': possibleMisreadResponse,
  'possible-unpaired-client-call': possibleUnpairedClientCall,
}
