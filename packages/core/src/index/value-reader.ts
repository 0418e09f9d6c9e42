/** Arguments as a recognizer sees them: objects, lists and literals with names followed, and where each part stands. */
import type { Scalar } from '../ir/index.js'
import type { ValueReader } from '../pack/index.js'
import { type Expression, keyName, strip } from '../program/syntax.js'
import { literalText, textOf } from '../values/text.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'

const maxDepth = 8

/** `sources`: the expression of every part that was given out. */
export function valueReader(values: Values, expr: Expr, sources: Map<ValueReader, Expr>, depth = 0): ValueReader {
  const made = read()
  sources.set(made, expr)
  return made

  function read(): ValueReader {
    const node = strip(expr.node as Expression)
    const value = values.one({ ...expr, node })
    if (depth > maxDepth || !value) return { type: 'other' }
    if (value.type === 'literal') return { type: 'literal', value: (value.value ?? null) as Scalar | null }
    if (value.type === 'object' && value.expr.node.type === 'ObjectExpression') {
      const entries = new Map<string, ValueReader>()
      const spreads: ValueReader[] = []
      let open = false
      for (const entry of value.expr.node.properties) {
        if (entry.type === 'SpreadElement') {
          const inner = valueReader(values, { ...value.expr, node: entry.argument }, sources, depth + 1)
          if (inner.type !== 'object' || inner.open) open = true
          if (inner.type !== 'object') spreads.push(inner)
          else for (const [name, part] of inner.entries) entries.set(name, part)
          continue
        }
        const name = keyName(entry.key, entry.computed)
        if (name === null) open = true
        else entries.set(name, valueReader(values, { ...value.expr, node: entry.value }, sources, depth + 1))
      }
      return { type: 'object', entries, open, spreads }
    }
    if (value.type === 'array' && value.expr.node.type === 'ArrayExpression') {
      const { elements } = value.expr.node
      const items = elements.flatMap(e => (e && e.type !== 'SpreadElement' ? [valueReader(values, { ...value.expr, node: e }, sources, depth + 1)] : []))
      return { type: 'array', items, open: items.length < elements.length }
    }
    const text = textOf(values, expr)
    const literal = text ? literalText(text) : null
    return literal === null ? { type: 'other' } : { type: 'literal', value: literal }
  }
}
