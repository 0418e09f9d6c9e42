/** Elements of a list that settles on an array literal, spreads followed; null when some are not known. */
import type { Values } from './resolve.js'
import type { Expr } from './value.js'

export function elementsOf(values: Values, list: Expr, depth = 0): Expr[] | null {
  const only = depth > 4 ? null : values.one(list)
  if (only?.type !== 'array' || only.expr.node.type !== 'ArrayExpression') return null
  const out: Expr[] = []
  for (const element of only.expr.node.elements) {
    if (!element) continue
    if (element.type !== 'SpreadElement') out.push({ ...only.expr, node: element })
    else {
      const more = elementsOf(values, { ...only.expr, node: element.argument }, depth + 1)
      if (!more) return null
      out.push(...more)
    }
  }
  return out
}

/** A list, or one value that stands for a list of one. */
export function listOf(values: Values, expr: Expr): Expr[] | null {
  const value = values.one(expr)
  return value?.type === 'array' ? elementsOf(values, expr) : [expr]
}
