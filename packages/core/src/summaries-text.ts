/** Summaries as the bytes every host writes. */
import type { BehavioralSummary } from './ir/index.js'

export const summariesText = (summaries: readonly BehavioralSummary[]): string => `${JSON.stringify(summaries, null, 2)}\n`
