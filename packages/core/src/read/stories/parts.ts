/** What a story or its file's default export is made of, spreads and later assignments followed. */
import type { SourceModule } from '../../program/module.js'
import { isMember, keyName, memberName, type Node } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { exprAt, type Expr } from '../../values/value.js'

export interface Parts {
  entries: ReadonlyMap<string, Expr>
  /** It has more than was read. */
  open: boolean
}

export const noParts: Parts = { entries: new Map(), open: false }
const unread: Parts = { entries: new Map(), open: true }
const maxHops = 8

/** Properties of an object, or of the object a spread member stands for. */
export function partsOf(values: Values, expr: Expr, hops = 0): Parts {
  if (hops > maxHops) return unread
  const value = values.one(expr)
  if (value?.type === 'literal' && (value.value === undefined || value.value === null)) return noParts
  if (value?.type !== 'object' || value.without || value.expr.node.type !== 'ObjectExpression')
    return assignedParts(values, expr, hops) ?? unread
  const entries = new Map<string, Expr>()
  let open = false
  for (const entry of value.expr.node.properties) {
    if (entry.type === 'SpreadElement') {
      const inner = partsOf(values, { ...value.expr, node: entry.argument }, hops + 1)
      open ||= inner.open
      for (const [name, part] of inner.entries) entries.set(name, part)
      continue
    }
    const name = keyName(entry.key, entry.computed)
    if (name === null) open = true
    else entries.set(name, { ...value.expr, node: entry.value })
  }
  return { entries, open }
}

/** `Primary.args = { … }` in the file of the name. */
export function assignmentsTo(module: SourceModule, name: string): Parts {
  const entries = new Map<string, Expr>()
  let open = false
  for (const { left, right, operator } of module.memberWrites) {
    if (!isMember(left) || rootName(left) !== name) continue
    const key = left.object.type === 'Identifier' && operator === '=' ? memberName(left) : null
    if (key === null) open = true
    else entries.set(key, exprAt(module, right))
  }
  return { entries, open }
}

/** `...Primary.args` of a story that is a function. */
function assignedParts(values: Values, { module, node }: Expr, hops: number): Parts | null {
  const key = isMember(node) ? memberName(node) : null
  if (key === null || !isMember(node) || node.object.type !== 'Identifier' || !module.top.has(node.object.name)) return null
  const { entries, open } = assignmentsTo(module, node.object.name)
  const found = entries.get(key)
  return found && !open ? partsOf(values, found, hops + 1) : null
}

function rootName(node: Node): string | null {
  let at = node
  while (isMember(at)) at = at.object
  return at.type === 'Identifier' ? at.name : null
}
