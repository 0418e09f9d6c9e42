/** Client calls written as members of what the factory made: `client.users[":id"].$get()` (packs.md 1.1, `fromMemberChain`). */
import type { DiscoveryPattern } from '../../pack/index.js'
import { type CallNode, children, isFunction, type Node } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr, Value } from '../../values/value.js'

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head'])

export interface MemberChain {
  instance: Expr<CallNode>
  method: string
  /** With its leading slash; a last `index` stands for its folder. */
  path: string
}

export const chainPrefix = (pattern: DiscoveryPattern): string | null => {
  const path = pattern.bindingExtraction?.path
  return path?.type === 'fromMemberChain' ? path.methodPrefix : null
}

export function memberChainOf(value: Value, match: { importModule: string; importName: string }, prefix: string): MemberChain | null {
  if (value.type !== 'member' || !value.property.startsWith(prefix) || !verbs.has(value.property.slice(prefix.length))) return null
  const segments: string[] = []
  let at = value.object
  for (; at.type === 'member'; at = at.object) segments.unshift(at.property)
  if (at.type !== 'call' || !isOrigin(at.callee, match.importModule, match.importName)) return null
  if (segments.at(-1) === 'index') segments.pop()
  return { instance: at.expr, method: value.property.slice(prefix.length), path: `/${segments.join('/')}` }
}

/** How a function that sends in the library's place hands a refused request on: what throws may never return it. */
export function deliveryOf(values: Values, transport: Expr): 'response' | 'exception' {
  const sender = values.one(transport)
  return sender?.type === 'function' && !throws(sender.expr.node.body) ? 'response' : 'exception'
}

const throws = (node: Node | null): boolean =>
  node !== null && (node.type === 'ThrowStatement' || children(node).some(child => !isFunction(child) && throws(child)))
