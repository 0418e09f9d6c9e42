/** Offsets to lines and columns: 1-based lines, 0-based columns, UTF-16 offsets. */
import type { LineRange, Place, Span } from './location.js'

export type LineStarts = readonly number[]

export function lineStarts(text: string): LineStarts {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}

/** 1-based line that holds the offset. */
export function lineAt(starts: LineStarts, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

export function lineRange(starts: LineStarts, span: Span): LineRange {
  return { start: lineAt(starts, span.start), end: lineAt(starts, Math.max(span.start, span.end - 1)) }
}

export function placeOf(starts: LineStarts, span: Span): Place {
  const { start: line, end: endLine } = lineRange(starts, span)
  const column = span.start - (starts[line - 1] ?? 0)
  return { start: span.start, end: span.end, line, column, ...(endLine === line ? {} : { endLine }) }
}
