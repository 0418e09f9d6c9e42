/** Arguments of registrations: flattened lists, paths told from handlers, options of objects. */
import { type CallNode, type Expression, keyName, strip } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

/** Arrays and spreads of handlers become single arguments; an array of paths stays one. */
export function flatArguments(values: Values, call: Expr<CallNode>): Expr[] {
  const flatten = (expr: Expr): Expr[] => {
    const value = values.one(expr)
    if (value?.type !== 'array' || value.expr.node.type !== 'ArrayExpression') return [expr]
    const { elements } = value.expr.node
    if (elements.length > 0 && elements.every(e => e?.type === 'Literal')) return [expr]
    return elements.flatMap(e => (e ? flatten({ ...value.expr, node: e.type === 'SpreadElement' ? e.argument : e }) : []))
  }
  return call.node.arguments.flatMap(a => flatten({ ...call, node: a.type === 'SpreadElement' ? a.argument : a }))
}

/** The argument is no path: a function, a routable, a wrapper, an options object. */
export function isTarget(values: Values, expr: Expr): boolean {
  const node = strip(expr.node as Expression)
  if (node.type === 'Literal' && (typeof node.value === 'string' || node.value instanceof RegExp)) return false
  const [only] = values.resolve({ ...expr, node })
  if (!only) return true
  if (only.type === 'literal') return false
  if (only.type === 'array') {
    const elements = only.expr.node.type === 'ArrayExpression' ? only.expr.node.elements : []
    const [head] = elements
    return !(head && head.type !== 'SpreadElement' && !isTarget(values, { ...only.expr, node: head }))
  }
  if (only.type === 'opaque') return !['TemplateLiteral', 'BinaryExpression', 'Literal'].includes(only.expr.node.type)
  return !(only.type === 'global' && only.path.includes('env'))
}

/** A property of an object argument that settles, spreads followed; null when it is not there. */
export function optionOf(values: Values, expr: Expr, name: string): Expr | null {
  const value = values.one(expr)
  if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
  for (const entry of [...value.expr.node.properties].reverse()) {
    if (entry.type === 'Property' && keyName(entry.key, entry.computed) === name) return { ...value.expr, node: entry.value }
    if (entry.type !== 'SpreadElement') continue
    const inner = optionOf(values, { ...value.expr, node: entry.argument }, name)
    if (inner) return inner
  }
  return null
}

/** An option of an option: `request.body`. */
export const optionAt = (values: Values, expr: Expr, path: string): Expr | null =>
  path.split('.').reduce<Expr | null>((now, part) => (now ? optionOf(values, now, part) : null), expr)

/** An option that is there and may be true. */
export function isSet(values: Values, options: Expr | null, path: string | undefined): boolean {
  const option = options && path !== undefined ? optionAt(values, options, path) : null
  const value = option ? values.one(option) : null
  return option !== null && !(value?.type === 'literal' && value.value === false)
}
