/** Summaries as the bytes every host writes: a JSON array, one unit a line. */
import type { BehavioralSummary } from './ir/index.js'

export const summariesText = (summaries: readonly BehavioralSummary[]): string =>
  summaries.length === 0 ? '[]\n' : `[\n${summaries.map(summary => JSON.stringify(summary)).join(',\n')}\n]\n`
