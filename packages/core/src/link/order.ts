/** The order of summaries: workspace, file, place, kind, id, by code unit (extraction.md 22). */
import type { BehavioralSummary } from '../ir/index.js'

const keyOf = (s: BehavioralSummary): readonly (string | number)[] =>
  [s.location.workspace ?? '', s.location.file, s.location.span?.start ?? -1, s.kind, s.identity.id ?? '']

export function compareSummaries(a: BehavioralSummary, b: BehavioralSummary): number {
  const theirs = keyOf(b)
  for (const [i, own] of keyOf(a).entries()) {
    const other = theirs[i] ?? ''
    if (own !== other) return own < other ? -1 : 1
  }
  return 0
}
