/** Units that run code nobody read, themselves or through what they call. */
import type { BehavioralSummary } from '../ir/index.js'
import { httpFacts, wrapperFacts } from '../ir/index.js'

interface Called<Key> {
  node: Key
}

interface ReadUnit<Unit, Key> {
  unit: Unit & { body: { node: Key } | null }
  read: { leaves: boolean; called: readonly Called<Key>[]; passed: readonly Called<Key>[] }
}

export function leavingUnits<Unit, Key>(units: readonly ReadUnit<Unit, Key>[]): ReadonlySet<Unit> {
  const callers = new Map<Key, ReadUnit<Unit, Key>[]>()
  for (const each of units)
    for (const { node } of [...each.read.called, ...each.read.passed]) {
      const list = callers.get(node)
      if (list) list.push(each)
      else callers.set(node, [each])
    }
  const found = new Set<Unit>()
  const queue = units.filter(({ read }) => read.leaves)
  for (let at = queue.pop(); at; at = queue.pop()) {
    if (found.has(at.unit)) continue
    found.add(at.unit)
    if (at.unit.body) queue.push(...(callers.get(at.unit.body.node) ?? []))
  }
  return found
}

/** Contracts of units that leave the run, or that stand behind a wrapper that does. */
export function markLeaving(
  summaries: readonly BehavioralSummary[],
  leaving: ReadonlySet<string>,
): BehavioralSummary[] {
  return summaries.map(summary => {
    const http = httpFacts(summary)
    const ids = [summary.identity.id, ...wrapperFacts(summary).refs.map(ref => ref.summary)]
    const leaves = ids.some(id => id !== undefined && id !== null && leaving.has(id))
    if (!http.declaredContract || !leaves) return summary
    return {
      ...summary,
      metadata: {
        ...summary.metadata,
        http: { ...http, declaredContract: { ...http.declaredContract, leaves: true } },
      },
    }
  })
}
