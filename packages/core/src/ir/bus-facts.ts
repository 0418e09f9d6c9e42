/** `metadata.messageBus` of a declared queue, topic or subscription (checking.md 7.3). */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'

export interface BusFacts {
  /** A subscription that is switched off. */
  disabled?: true
  /** The queue hands each message over once. */
  fifo?: true
  /** What decides which messages come, as it is written. */
  filter?: string
}

export function busFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): BusFacts {
  const facts = metadata?.['messageBus']
  return isRecord(facts) ? (facts as BusFacts) : {}
}
