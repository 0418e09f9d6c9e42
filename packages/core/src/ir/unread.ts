/** What a summary could not settle, under `metadata.unread`. */
import type { Span } from './location.js'
import type { ReasonCode } from './reason-code.js'
import type { BehavioralSummary } from './summary.js'

export interface Unread {
  /** JSON pointer of a null or an unknown in the summary. */
  at: string
  reason: ReasonCode
  span?: Span
}

export function unreadFacts(summary: Pick<BehavioralSummary, 'metadata'>): readonly Unread[] {
  const unread = summary.metadata?.['unread']
  return Array.isArray(unread) ? (unread as Unread[]) : []
}
