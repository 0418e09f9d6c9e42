/** All checks of one REST pair. */
import type { Draft } from './draft.js'
import { checkConsumerContract } from './consumer-contract-violation.js'
import { checkDeadStatuses } from './dead-consumer-branch.js'
import { checkDeadValues } from './dead-value.js'
import { checkDeclaredBody, checkParsedBody } from './declared-body.js'
import { aggregateReads } from './finish/aggregate-reads.js'
import { checkMisreadResponse } from './misread-provider-response.js'
import { checkOptionalRead } from './optional-read.js'
import { checkUnhandledCase } from './unhandled-case.js'
import { checkUnhandledProviderCase } from './unhandled-provider-case.js'
import { checkRequest } from './request/check-request.js'
import type { RestCase } from './rest/rest-case.js'

export function checkRestCase(restCase: RestCase): Draft[] {
  const misread = [...checkMisreadResponse(restCase), ...checkParsedBody(restCase)]
  const drafts = [
    ...checkUnhandledProviderCase(restCase),
    ...misread,
    ...checkDeadStatuses(restCase),
    ...checkDeadValues(restCase),
    ...checkOptionalRead(restCase),
    ...checkDeclaredBody(restCase, misread),
    ...checkConsumerContract(restCase, misread),
    ...checkUnhandledCase(restCase),
    ...checkRequest(restCase),
  ]
  const capped =
    restCase.pair.assumedBase === undefined
      ? drafts
      : drafts.map(
          (draft): Draft => ({
            ...draft,
            capped: true,
            facts: { ...draft.facts, assumedBase: restCase.pair.assumedBase ?? '' },
          }),
        )
  return aggregateReads(capped)
}
