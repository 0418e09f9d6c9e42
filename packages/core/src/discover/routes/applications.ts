/** The calls that made the applications a routable is served by. */
import type { Receiver } from '../../index/routables.js'
import type { CallNode } from '../../program/syntax.js'
import type { Expr } from '../../values/value.js'
import type { Edge } from './mountings.js'

/** What made the receivers and what they are mounted on, nearest first. */
export function openApplications(edges: readonly Edge[], known: readonly Receiver[]): (receivers: readonly Receiver[]) => Expr<CallNode>[] {
  const parents = new Map<string, Set<string>>()
  for (const { child, parent } of edges) parents.set(child, (parents.get(child) ?? new Set()).add(parent))
  const makers = new Map(known.toReversed().flatMap(({ key, made }) => (made ? [[key, made] as const] : [])))
  return receivers => {
    const out = receivers.flatMap(({ made }) => made ?? [])
    const seen = new Set(receivers.map(({ key }) => key))
    for (let keys = [...seen]; keys.length > 0;) {
      keys = [...new Set(keys.flatMap(key => [...(parents.get(key) ?? [])]))].filter(key => !seen.has(key))
      for (const key of keys) seen.add(key)
      out.push(...keys.flatMap(key => makers.get(key) ?? []))
    }
    return out
  }
}
