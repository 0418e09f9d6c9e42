/** Files that are not parsed, and why (extraction.md F2). */
import type { ReasonCode } from '../ir/index.js'

const maxBytes = 2 * 1024 * 1024
const maxMinified = 100 * 1024
const maxMeanLine = 1000
const maxNesting = 1000

export function refuseText(text: string): { reason: ReasonCode; detail: string } | null {
  if (text.length > maxBytes) return { reason: 'fileTooLarge', detail: `${Math.round(text.length / 1024)} KiB` }
  if (text.length > maxMinified && text.length / (1 + countOf(text, '\n')) > maxMeanLine)
    return { reason: 'fileTooLarge', detail: 'its lines are over 1,000 characters on average' }
  if (isTooDeep(text)) return { reason: 'fileTooDeep', detail: `nested deeper than ${maxNesting} levels` }
  return null
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + 1)) count++
  return count
}

/** Counts brackets and `else if` runs over the text, outside strings and comments; deep files crash the parser. */
function isTooDeep(text: string): boolean {
  if (text.length < maxNesting) return false
  let depth = 0
  let quote = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quote) {
      if (c === 92) i++
      else if (c === quote || (c === 10 && quote !== 96)) quote = 0
      continue
    }
    if (c === 34 || c === 39 || c === 96) quote = c
    else if (c === 47 && text.charCodeAt(i + 1) === 47) i = endOr(text.indexOf('\n', i), text.length)
    else if (c === 47 && text.charCodeAt(i + 1) === 42) i = endOr(text.indexOf('*/', i + 2), text.length)
    else if (c === 40 || c === 91 || c === 123) {
      if (++depth > maxNesting) return true
    } else if (c === 41 || c === 93 || c === 125) depth = Math.max(0, depth - 1)
  }
  return (text.match(/\belse\s+if\b/g)?.length ?? 0) > maxNesting && longestElseIf(text) > maxNesting
}

const endOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index)

/** The longest run of `else if` with no line between that starts another statement at top level is bounded by their count. */
function longestElseIf(text: string): number {
  let longest = 0
  let run = 0
  let last = -1
  for (const match of text.matchAll(/\belse\s+if\b/g)) {
    const between = last < 0 ? '' : text.slice(last, match.index)
    run = /;\s*if\b|}\s*if\b/.test(between) ? 1 : run + 1
    longest = Math.max(longest, run)
    last = match.index
  }
  return longest
}
