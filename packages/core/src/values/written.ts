/** Objects, lists and literals, by value. */
import { type Expression, keyName, strip } from '../program/syntax.js'
import type { Values } from './resolve.js'
import type { Expr } from './value.js'

export interface WrittenEntries {
  entries: Map<string, Expr>
  /** Source of the parts that did not settle. */
  open: string[]
  /** Spreads that are no object literal, for those who know more about them. */
  spreads: Expr[]
}

/** The properties of an object that settles, spreads followed. */
export function entriesOf(
  expr: Expr,
  values: Values,
  keyOf: (expr: Expr) => string | null = () => null,
): WrittenEntries {
  const found: WrittenEntries = { entries: new Map(), open: [], spreads: [] }
  const object = values.one(expr)
  const text = (at: Expr): string => at.module.text.slice(at.node.start, at.node.end)
  if (object?.type !== 'object' || object.expr.node.type !== 'ObjectExpression')
    return { ...found, open: [text(expr)], spreads: [expr] }
  for (const entry of object.expr.node.properties) {
    if (entry.type === 'SpreadElement') {
      const inner = entriesOf({ ...object.expr, node: entry.argument }, values, keyOf)
      for (const [name, value] of inner.entries) set(name, value)
      found.open.push(...inner.open)
      found.spreads.push(...inner.spreads)
      continue
    }
    const key: Expr = { ...object.expr, node: entry.key }
    const name = keyName(entry.key, entry.computed) ?? keyOf(key) ?? settledKey(key, values)
    if (name === null || entry.kind === 'set') found.open.push(text({ ...object.expr, node: entry }))
    else if (object.without?.includes(name) !== true) set(name, { ...object.expr, node: entry.value })
  }
  return found

  function set(name: string, value: Expr): void {
    found.entries.delete(name)
    found.entries.set(name, value)
  }
}

const settledKey = (expr: Expr, values: Values): string | null => {
  const value = values.one(expr)
  return value?.type === 'literal' && (typeof value.value === 'string' || typeof value.value === 'number')
    ? String(value.value)
    : null
}

/** The items of a list that settles; null when it does not. */
export function itemsOf(expr: Expr, values: Values): Expr[] | null {
  const list = values.one(expr)
  if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression') return null
  const items = list.expr.node.elements.map((element): Expr[] | null => {
    if (!element) return null
    return element.type === 'SpreadElement'
      ? itemsOf({ ...list.expr, node: element.argument }, values)
      : [{ ...list.expr, node: element }]
  })
  return items.some(item => item === null) ? null : items.flatMap(item => item ?? [])
}

/** Undefined: no literal. */
export function literalOf(expr: Expr, values: Values): string | number | boolean | null | undefined {
  const value = values.one(expr)
  return value?.type === 'literal' ? value.value : undefined
}

/** The source of a regular expression that settles. */
export function patternOf(expr: Expr, values: Values): string | undefined {
  const value = values.one(expr)
  const node = value?.type === 'opaque' ? strip(value.expr.node as Expression) : null
  return node?.type === 'Literal' && 'regex' in node && node.regex ? node.regex.pattern : undefined
}
