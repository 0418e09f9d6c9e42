/** What could not be judged, said once per pair and status. */
import type { Draft } from './draft.js'
import { side } from './draft.js'
import type { RestUnit, Unit } from '../pair/index.js'
import { caseBinding, type RestCase } from './rest/rest-case.js'
import type { Reason } from './tri.js'

export interface Doubt {
  form: 'status' | 'body' | 'read' | 'case' | 'contract'
  what: string
  reason: Reason
  status?: number
  transitions?: string[]
  consumerTransitions?: string[]
}

export const doubt = (
  restCase: RestCase,
  provider: RestUnit,
  { form, what, reason, status, transitions = [], consumerTransitions = [] }: Doubt,
): Draft => ({
  kind: 'lowConfidence',
  form,
  binding: caseBinding(restCase),
  provider: side(provider, transitions),
  consumer: side(restCase.client.unit, consumerTransitions),
  facts: { what, reason, ...(status === undefined ? {} : { status }) },
})

/** Gaps about what kind of outcome there is; others are about names and types. */
const outcomeReasons = new Set([
  'unmatchedReturn',
  'noOutcome',
  'outcomeEscapes',
  'helperUnread',
  'unsettledHandler',
  'libraryWrapper',
  'noBody',
  'unsettledValue',
  'multipleReceivers',
  'multipleSources',
])

/** One per provider with unread outcomes, paired or not. */
export function checkGaps(providers: readonly Unit[]): Draft[] {
  return providers.flatMap((unit): Draft[] => {
    const gaps = unit.summary.gaps.filter(
      ({ type, reason }) => type === 'unreadOutcome' && (reason === undefined || outcomeReasons.has(reason)),
    )
    const [first] = gaps
    if (!first) return []
    return [
      {
        kind: 'lowConfidence',
        form: 'gap',
        binding: unit.summary.identity.boundaryBinding,
        provider: side(unit, [], first.place ? { place: first.place } : {}),
        consumer: side(unit),
        facts: { what: 'An outcome', reason: 'unreadOutcome', count: gaps.length },
      },
    ]
  })
}
