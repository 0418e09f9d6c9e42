/** Reports of a check as text and JSON. */
export { jsonReport } from './json.js'
export { textReport, type TextOptions } from './text.js'
