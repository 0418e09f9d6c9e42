/** Reports of a check: text, JSON, SARIF, GitHub annotations. */
export { formatReport, reportFormats, type FormatOptions, type ReportFormat } from './formats.js'
export { jsonReport } from './json.js'
export { textReport, type TextOptions } from './text.js'
