/** The known word a misspelt one is closest to. */
import { byCodeUnit } from '../ir/index.js'

/** Null when none is close enough to be what was meant. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map(candidate => ({ candidate, distance: distanceOf(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || byCodeUnit(a.candidate, b.candidate))
  return ranked[0]?.candidate ?? null
}

/** A word that was not written to its end counts as one edit away. */
const distanceOf = (word: string, candidate: string): number =>
  word.length > 2 && candidate.startsWith(word)
    ? Math.min(1, candidate.length - word.length)
    : editDistance(word, candidate)

/** Levenshtein, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
