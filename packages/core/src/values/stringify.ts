/** The value behind `JSON.stringify`. */
import { type Expression, isCall, isMember, memberName, type Node, strip } from '../program/syntax.js'
import type { Values } from './resolve.js'
import type { Expr } from './value.js'

/** `JSON.stringify(x)` sends x; null: a replacer makes something else of it. */
export function unwrapStringify(values: Values, expr: Expr): Expr | null {
  const node = strip(expr.node as Expression)
  if (node.type === 'ConditionalExpression') {
    const empty = strip(node.consequent)
    if (empty.type === 'Identifier' && empty.name === 'undefined') return unwrapStringify(values, { ...expr, node: node.alternate })
  }
  if (isCall(node) && isMember(node.callee) && memberName(node.callee) === 'stringify' && node.callee.object.type === 'Identifier' && node.callee.object.name === 'JSON') {
    const [first, replacer] = node.arguments
    if (replacer && !isNothing(replacer)) return null
    if (first && first.type !== 'SpreadElement') return { ...expr, node: first }
  }
  if (node.type === 'Identifier') {
    const binding = values.binding(expr.module, node)
    if (binding?.source.type === 'init' && binding.source.path.length === 0 && binding.writes.length === 0 && isCall(strip(binding.source.value))) return unwrapStringify(values, { ...expr, node: binding.source.value })
  }
  return expr
}

const isNothing = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined')
