/** The checker: summaries in, report out. Public as `@suss/core/check`. */
export type { CheckConfig, CheckFlags, CheckInput, TextFile } from './check-input.js'
export { checkSummaries, normalizeBoundary } from './check-summaries.js'
export { satisfies, type Fit } from './shape/satisfies.js'
export type { Reason, Tri } from './tri.js'
export { composeWrappers } from '../compose/index.js'
export {
  baselineEntries,
  baselineText,
  exitCode,
  findingTable,
  type BaselineEntry,
  type CheckReport,
  type FailOn,
  type ReportedFinding,
  type Unmatched,
} from '../gate/index.js'
