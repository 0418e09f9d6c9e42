/** Which of the known names a wrong one may be meant for (section 11). */
import { byCodeUnit } from '../ir/index.js'

export interface Candidates {
  candidates?: string[]
  rename?: true
}

const most = 3
const shortestFuzzy = 4

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const cost = a.charAt(i) === b.charAt(j) ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + cost, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const isNear = (a: string, b: string): boolean =>
  a.length >= shortestFuzzy &&
  b.length >= shortestFuzzy &&
  Math.abs(a.length - b.length) <= 2 &&
  editDistance(a, b) <= 2

/** Those equal but for case, `_` and `-`; else those at edit distance 1 or 2; else all, when they are few. */
export function nearNames(name: string, known: readonly string[]): Candidates {
  const free = known.toSorted(byCodeUnit)
  const equal = free.filter(key => plain(key) === plain(name))
  if (equal.length > 0) return { candidates: equal.slice(0, most), rename: true }
  const near = free.filter(key => isNear(key, name))
  if (near.length > 0) return { candidates: near.slice(0, most), rename: true }
  return free.length > 0 && free.length <= most ? { candidates: free } : {}
}
