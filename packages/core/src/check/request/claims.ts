/** What is said of one request against one provider, before it is a finding. */
import type { TypeShape } from '../../ir/index.js'

export type RequestPlace = 'body' | 'query' | 'header' | 'path'

export type Claim =
  | { type: 'missing'; place: RequestPlace; field: string }
  | { type: 'value'; place: RequestPlace; field: string; value: string; expected: string }
  | { type: 'kind'; field: string; actual: TypeShape; expected: TypeShape }
  | { type: 'surplus'; place: 'body' | 'query'; field: string; verb: 'rejects' | 'drops' }
  /** `transitions`: the answers that want it, when code says so. */
  | { type: 'auth'; schemes: string[]; rejects?: number; transitions: string[] }
  | { type: 'unread'; reason: string }

/** Claims of two providers with one key say the same. */
export const claimKey = (claim: Claim): string => {
  switch (claim.type) {
    case 'missing':
    case 'value':
    case 'surplus':
      return `${claim.type} ${claim.place} ${claim.field}`
    case 'kind':
      return `kind ${claim.field}`
    case 'auth':
    case 'unread':
      return claim.type
    default:
      return claim satisfies never
  }
}
