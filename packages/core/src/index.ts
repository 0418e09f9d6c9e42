/** suss: what each unit of your code does, and where two sides of a boundary cannot both be right. Public as `@suss/core`. */
export { extract, type ExtractInput, type ExtractResult, type FunnelRow } from './analyze.js'
export type { CheckFlags, CheckReport, ReportedFinding } from './check/index.js'
export { atLeast, isCounted, type Site } from './gate/index.js'
export type { SussConfig } from './config/index.js'
export type { Hole, HoleAnswer, Question, Resolution, SourceHost } from './host.js'
export { findRoot, openProject, type OpenOptions, type Project } from './project.js'
export { memoryHost } from './program/memory-host.js'
export { codeFrame } from './report/code-frame.js'
export {
  formatReport,
  jsonReport,
  reportFormats,
  textReport,
  type FormatOptions,
  type ReportFormat,
  type TextOptions,
} from './report/index.js'
export { summariesText } from './summaries-text.js'
export { createOracle, type TypeOracle } from './types/index.js'
