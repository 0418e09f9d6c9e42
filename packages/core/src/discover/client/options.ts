/** Options a client call is given (extraction.md B1). */
import { type CallNode, keyName } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr, Value } from '../../values/value.js'

/** Written, absent from a readable object, or not readable. */
export type Option = { type: 'expr'; expr: Expr } | { type: 'absent' } | { type: 'unread'; unbound: boolean }

export function argumentAt(call: Expr<CallNode>, position: number): Expr | null {
  const node = call.node.arguments[position]
  return node && node.type !== 'SpreadElement' ? { ...call, node } : null
}

export const paramOf = (value: Value): (Value & { type: 'param' }) | null => {
  let at = value
  while (at.type === 'member') at = at.object
  return at.type === 'param' ? at : null
}

export function optionOf(values: Values, expr: Expr, name: string): Option {
  const found = values.resolve(expr).filter(v => !(v.type === 'literal' && (v.value === undefined || v.value === null)))
  if (found.length === 0) return { type: 'absent' }
  const [only] = found
  if (found.length !== 1 || only?.type !== 'object' || only.expr.node.type !== 'ObjectExpression') return { type: 'unread', unbound: found.some(v => paramOf(v) !== null) }
  const object = only.expr
  for (const entry of [...(object.node.type === 'ObjectExpression' ? object.node.properties : [])].reverse()) {
    if (entry.type === 'Property' && keyName(entry.key, entry.computed) === name) return { type: 'expr', expr: { ...object, node: entry.value } }
    if (entry.type !== 'SpreadElement') continue
    const inner = optionOf(values, { ...object, node: entry.argument }, name)
    if (inner.type !== 'absent') return inner
  }
  return { type: 'absent' }
}

export function propertyOf(values: Values, expr: Expr, name: string): Expr | null {
  const option = optionOf(values, expr, name)
  return option.type === 'expr' ? option.expr : null
}
