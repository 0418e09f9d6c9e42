/** The catalogue of findings, severity overrides, suppression, baseline and the gate. */
export { baselineEntries, baselineText, parseBaseline, type BaselineEntry } from './baseline.js'
export { describeFinding, type Fact, type Facts, type Names } from './describe.js'
export { countFindings, exitCode, isFailing } from './gate.js'
export {
  atLeast,
  defaultLevel,
  lowered,
  overrideOf,
  requireOverrides,
  severityRank,
  worse,
  type FailOn,
  type Level,
  type SeverityOverrides,
} from './levels.js'
export type {
  CheckReport,
  Collision,
  Counts,
  ReportedFinding,
  ReportedPair,
  ReportedRule,
  Site,
  Skipped,
  Unmatched,
  UnpairedReason,
} from './report-types.js'
export { isSignatureRule, matchesRule, parseRules, type Rule, type Suppressible } from './rules.js'
export { mostlyUnpaired, nothingPaired, overrideRun, unreadableInput } from './run-findings.js'
export { applyBaseline, applyRules, isCounted } from './suppress.js'
export {
  findingTable,
  formInfo,
  isForm,
  kindInfo,
  kindOrder,
  type FormInfo,
  type KindAndForm,
  type KindInfo,
  type Side,
} from './table.js'
