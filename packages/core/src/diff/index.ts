/** Summaries before and after. */
export { diffRuns, type DiffRunsOptions } from './diff-runs.js'
export { diffSummaries, isEmptyDiff } from './diff-summaries.js'
export type { IdentityKey } from './match-units.js'
export type { Cause, ChangedField, RunDiff, UnitChange, UnitDiff } from './run-diff.js'
