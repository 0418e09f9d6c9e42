/** Which unit of one run is which unit of the other. */
import { canonicalJson, unitId, type BehavioralSummary } from '../ir/index.js'

export interface MatchedUnit {
  before: BehavioralSummary
  after: BehavioralSummary
}

export interface MatchedUnits {
  same: MatchedUnit[]
  moved: MatchedUnit[]
  added: BehavioralSummary[]
  removed: BehavioralSummary[]
}

export type IdentityKey = (summary: BehavioralSummary) => string | null

export const idOf = (summary: BehavioralSummary): string =>
  summary.identity.id ??
  unitId({
    workspace: summary.location.workspace ?? null,
    file: summary.location.file,
    exportPath: summary.identity.exportPath,
    name: summary.identity.name,
  })

export function matchUnits(
  before: readonly BehavioralSummary[],
  after: readonly BehavioralSummary[],
  identityKey: IdentityKey,
): MatchedUnits {
  const oldById = new Map(before.map(summary => [idOf(summary), summary]))
  const newIds = new Set(after.map(idOf))
  const gone = before.filter(summary => !newIds.has(idOf(summary)))
  const fresh = after.filter(summary => !oldById.has(idOf(summary)))
  const moved = pairMoved(gone, fresh, identityKey)
  const paired = new Set(moved.flatMap(pair => [pair.before, pair.after]))
  return {
    same: after.flatMap(summary => {
      const old = oldById.get(idOf(summary))
      return old === undefined ? [] : [{ before: old, after: summary }]
    }),
    moved,
    added: fresh.filter(summary => !paired.has(summary)),
    removed: gone.filter(summary => !paired.has(summary)),
  }
}

/** Two units left over are one when nothing else on either side is the same thing. */
function pairMoved(
  gone: readonly BehavioralSummary[],
  fresh: readonly BehavioralSummary[],
  identityKey: IdentityKey,
): MatchedUnit[] {
  const signature = (summary: BehavioralSummary): string | null => {
    const key = identityKey(summary)
    return key === null ? null : canonicalJson([summary.kind, summary.location.workspace ?? null, key])
  }
  const [old, now] = [groupBy(gone, signature), groupBy(fresh, signature)]
  return [...now].flatMap(([key, afters]) => {
    const befores = old.get(key) ?? []
    const [[before], [after]] = [befores, afters]
    const single = befores.length === 1 && afters.length === 1
    return single && before !== undefined && after !== undefined ? [{ before, after }] : []
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
