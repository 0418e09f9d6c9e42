/** Calls of a GraphQL client whose document is a parameter, carried out to the callers that fill it (extraction.md R10). */
import type { CallNode } from '../../program/syntax.js'
import type { CallerIndex } from '../../values/callers.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import { enclosingUnit } from '../client/enclosing.js'
import { paramOf } from '../client/options.js'
import type { ClientCall } from '../unit.js'

export type FramedUse = Pick<ClientCall, 'call' | 'chain' | 'entered'>

const maxLevels = 3
const maxUses = 200

/** The call as it stands, or once per caller; `documentOf` picks the document off the call. */
export function expandedUses(
  call: Expr<CallNode>,
  { values, callers }: { values: Values; callers: CallerIndex },
  documentOf: (call: Expr<CallNode>) => Expr | null,
): FramedUse[] {
  return expand({ call, chain: [], entered: [] }, 0)

  function expand(use: FramedUse, level: number): FramedUse[] {
    const document = documentOf(use.call)
    const value = document ? values.one(document) : null
    const parameter = value ? paramOf(value) : null
    const holder = enclosingUnit(use.chain[0] ?? use.call)
    if (!parameter || !holder || level >= maxLevels || parameter.binding.source.type !== 'param') return [use]
    if (parameter.binding.source.fn !== holder.node) return [use]
    const { sites, open } = callers.callersOf(holder.module, holder.node)
    const found = sites.slice(0, maxUses).flatMap(site => {
      const callee = values
        .resolve({ ...site.call, node: site.call.node.callee })
        .find(v => v.type === 'function' && v.expr.node === holder.node)
      if (callee?.type !== 'function') return []
      const frame = values.enter(callee, site.call)
      const outer = { module: holder.module, node: holder.node, frame }
      // the links between get their frames from the outermost call
      if (use.chain.length > 0) return []
      return expand({ call: { ...use.call, frame }, chain: [site.call], entered: [outer] }, level + 1)
    })
    return found.length === 0 || open ? [...found, use] : found
  }
}
