/** The line a side is shown at, with what is meant underlined. */
import type { Site } from '../gate/index.js'

/** Empty when the place does not lie in the text. */
export function codeFrame(text: string | undefined, { lines, span, column }: Site): string[] {
  const line = text?.split(/\r?\n/)[lines.start - 1]
  if (line === undefined || (column !== undefined && column > line.length)) return []
  const number = String(lines.start)
  const shown = `${number} | ${line}`
  if (column === undefined || span === undefined) return [shown]
  const width = Math.max(1, Math.min(span.end - span.start, line.length - column))
  const indent = line.slice(0, column).replace(/[^\t]/g, ' ')
  return [shown, `${' '.repeat(number.length)} | ${indent}${'^'.repeat(width)}`]
}
