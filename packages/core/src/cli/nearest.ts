/** The known name that a wrong one was probably meant to be. */

export function nearestName(wrong: string, known: readonly string[]): string | null {
  const ranked = known
    .map(name => ({ name, edits: editDistance(wrong, name) }))
    .toSorted((a, b) => a.edits - b.edits)
  return ranked[0]?.name ?? null
}

/** Letters inserted, removed or replaced. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
