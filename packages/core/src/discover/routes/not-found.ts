/** The project's own answer to unmatched requests: it answers no route, but a handler may call it (packs.md 1.1 `notFound`). */
import type { PatternPack } from '../../pack/index.js'
import type { Registration } from '../../index/routables.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, siteKey } from '../../values/value.js'
import { handlerOf } from '../handlers.js'
import type { DiscoveredUnit, UnitBody } from '../unit.js'
import type { Edge } from './mountings.js'

type NotFound = DiscoveredUnit['notFound']

export interface NotFounds {
  /** Functions that answer unmatched requests, with the place that registers each. */
  readonly registered: readonly { handler: UnitBody; registration: Expr }[]
  /** What a unit on these routables answers with. */
  of(routables: readonly string[]): NotFound
  /** What a function on any routable answers with. */
  ofAny(): NotFound
}

export function openNotFounds(input: { values: Values; pack: PatternPack; registrations: readonly Registration[]; edges: readonly Edge[] }): NotFounds {
  const { values, pack, edges } = input
  const { notFound } = pack
  const settled = input.registrations.filter(r => r.method === notFound?.method).flatMap(({ call, receivers }) => {
    const node = call.node.arguments[notFound?.targetPosition ?? 0]
    if (!node || node.type === 'SpreadElement') return []
    const answer = handlerOf(values, { ...call, node })
    const handler = answer.type === 'one' ? { ...answer.handler.body, node: answer.handler.body.node } : null
    return [{ handler, registration: call, routables: receivers.map(r => r.key) }]
  })

  function levels(start: readonly string[]): string[][] {
    const out: string[][] = []
    const seen = new Set<string>()
    for (let keys = [...start]; keys.length > 0; keys = edges.filter(e => keys.includes(e.child) && !seen.has(e.parent)).map(e => e.parent)) {
      for (const key of keys) seen.add(key)
      out.push(keys)
    }
    return out
  }

  const on = (key: string) => settled.filter(s => s.routables.includes(key))

  /** Every routable whose answer it may be; one of them without a handler of its own leaves the framework's. */
  function answer(keys: readonly string[]): NotFound {
    if (!notFound || settled.length === 0) return undefined
    const found = keys.map(on)
    if (found.every(list => list.length === 0)) return undefined
    const bodies = found.flat()
    const places = new Set(bodies.map(b => (b.handler ? siteKey(b.handler) : 'unread')))
    const [first] = bodies
    return { calledBy: notFound.calledBy, handler: found.every(list => list.length > 0) && places.size === 1 ? (first?.handler ?? null) : null }
  }

  const isOutermost = (key: string): boolean => !edges.some(e => e.child === key)

  return {
    registered: settled.flatMap(({ handler, registration }) => (handler ? [{ handler, registration }] : [])),
    of(routables) {
      const up = levels(routables)
      if (notFound?.scope === 'nearest') return answer(up.find(keys => keys.some(k => on(k).length > 0)) ?? [])
      return answer([...new Set(up.flat())].filter(isOutermost))
    },
    ofAny: () => answer([...new Set([...input.registrations.flatMap(r => r.receivers.map(c => c.key)), ...edges.map(e => e.parent)])].filter(isOutermost)),
  }
}
