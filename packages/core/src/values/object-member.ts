/** A property written in an object literal, spreads followed. */
import { keyName } from '../program/syntax.js'
import type { Values } from './resolve.js'
import type { Expr, Value } from './value.js'

/** The last one of the name. */
export function objectMember(values: Values, object: Value & { type: 'object' }, name: string): Expr | null {
  const { expr } = object
  if (expr.node.type !== 'ObjectExpression') return null
  for (const entry of [...expr.node.properties].reverse()) {
    if (entry.type === 'Property' && keyName(entry.key, entry.computed) === name) return { ...expr, node: entry.value }
    if (entry.type !== 'SpreadElement') continue
    const spread = values.one({ ...expr, node: entry.argument })
    const found = spread?.type === 'object' ? objectMember(values, spread, name) : null
    if (found) return found
  }
  return null
}
