/** The tree a returned element renders (extraction.md T15). */
import type { RenderNode } from '../../ir/index.js'
import { type Expression, isFunction, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import { returnedExpressions } from '../../values/returns.js'
import type { Values } from '../../values/resolve.js'
import type { Expr, Value } from '../../values/value.js'
import { boundName } from '../../values/names.js'
import { collapse } from '../subjects.js'

interface Context {
  values: Values
  /** The file as its summaries name it. */
  fileOf(file: string): string
}

const maxDepth = 200

/** The element an expression is, a name followed; null for anything else. */
export function elementOf(values: Values, expr: Expr): Expr | null {
  const node = strip(expr.node as Expression)
  if (isElementNode(node)) return { ...expr, node }
  if (node.type !== 'Identifier') return null
  const value = values.one({ ...expr, node })
  return value?.type === 'opaque' && isElementNode(value.expr.node) ? value.expr : null
}

const isElementNode = (node: Node): boolean => node.type === 'JSXElement' || node.type === 'JSXFragment'

/** Name of the root, as it is written; "Fragment" for `<>`. */
export function rootName({ node, module }: Expr): string {
  return node.type === 'JSXElement'
    ? module.text.slice(node.openingElement.name.start, node.openingElement.name.end)
    : 'Fragment'
}

export function renderNode(context: Context, expr: Expr, depth = 0): RenderNode {
  const { node, module } = expr
  const at = (child: Node): Expr => ({ ...expr, node: child })
  const source = (from: Node): string => collapse(module.text.slice(from.start, from.end))
  if (depth > maxDepth) return { type: 'expression', sourceText: source(node) }
  switch (node.type) {
    case 'JSXElement': {
      const { openingElement } = node
      const attrs = attributes(expr)
      const target = targetOf(context, at(openingElement.name))
      return {
        type: 'element',
        tag: rootName(expr),
        ...(attrs ? { attrs } : {}),
        ...(target ? { target } : {}),
        children: childNodes(context, expr, node.children, depth),
      }
    }
    case 'JSXFragment':
      return { type: 'element', tag: 'Fragment', children: childNodes(context, expr, node.children, depth) }
    default:
      return expressionNode(context, expr, depth)
  }
}

function childNodes(context: Context, expr: Expr, nodes: readonly Node[], depth: number): RenderNode[] {
  return nodes.flatMap((child): RenderNode[] => {
    switch (child.type) {
      case 'JSXText': {
        const value = shownText(child.value)
        return value === '' ? [] : [{ type: 'text', value }]
      }
      case 'JSXExpressionContainer':
        return child.expression.type === 'JSXEmptyExpression'
          ? []
          : [renderNode(context, { ...expr, node: strip(child.expression) }, depth + 1)]
      case 'JSXSpreadChild':
        return [{ type: 'expression', sourceText: collapse(expr.module.text.slice(child.start, child.end)) }]
      default:
        return [renderNode(context, { ...expr, node: child }, depth + 1)]
    }
  })
}

function expressionNode(context: Context, expr: Expr, depth: number): RenderNode {
  const node = strip(expr.node as Expression)
  const at = (child: Node): Expr => ({ ...expr, node: strip(child as Expression) })
  const text = (from: Node): string => collapse(expr.module.text.slice(from.start, from.end))
  const arm = (child: Node): RenderNode => renderNode(context, at(child), depth + 1)
  switch (node.type) {
    case 'LogicalExpression':
      if (node.operator === '&&' && holdsElement(node.right))
        return { type: 'conditional', condition: text(node.left), whenTrue: arm(node.right), whenFalse: null }
      break
    case 'ConditionalExpression':
      if (holdsElement(node.consequent) || holdsElement(node.alternate))
        return isNothing(node.consequent)
          ? {
              type: 'conditional',
              condition: `!(${text(node.test)})`,
              whenTrue: arm(node.alternate),
              whenFalse: null,
            }
          : {
              type: 'conditional',
              condition: text(node.test),
              whenTrue: arm(node.consequent),
              whenFalse: isNothing(node.alternate) ? null : arm(node.alternate),
            }
      break
    case 'CallExpression': {
      const item = listItem(node)
      if (item) return renderNode(context, at(item), depth + 1)
      break
    }
    case 'Literal':
      if (typeof node.value === 'string') return { type: 'text', value: node.value }
      break
    default:
      if (isElementNode(node)) return renderNode(context, { ...expr, node }, depth)
  }
  return { type: 'expression', sourceText: text(node) }
}

/** The element an array callback returns. */
function listItem(node: Node & { type: 'CallExpression' }): Expression | null {
  const [first] = node.arguments
  const callback = first && first.type !== 'SpreadElement' ? strip(first) : null
  if (
    !callback ||
    !isFunction(callback) ||
    !isMember(node.callee) ||
    !['map', 'flatMap'].includes(memberName(node.callee) ?? '')
  )
    return null
  const returned = returnedExpressions(callback)
  const [only] = returned
  return returned.length === 1 && only && holdsElement(only) ? only : null
}

function holdsElement(node: Node): boolean {
  const at = strip(node as Expression)
  if (isElementNode(at)) return true
  if (at.type === 'LogicalExpression') return holdsElement(at.right)
  if (at.type === 'ConditionalExpression') return holdsElement(at.consequent) || holdsElement(at.alternate)
  return at.type === 'CallExpression' && listItem(at) !== null
}

const isNothing = (node: Node): boolean => {
  const at = strip(node as Expression)
  return (
    (at.type === 'Literal' && (at.value === null || typeof at.value === 'boolean')) ||
    (at.type === 'Identifier' && at.name === 'undefined')
  )
}

/** Text as it is shown: lines are trimmed and joined by one space. */
const shownText = (raw: string): string => {
  const lines = raw.split(/\r?\n/)
  return lines
    .map((line, i) => {
      const start = i === 0 ? line : line.trimStart()
      return i === lines.length - 1 ? start : start.trimEnd()
    })
    .filter(line => line !== '')
    .join(' ')
}

function attributes({ node, module }: Expr): Record<string, string> | null {
  if (node.type !== 'JSXElement' || node.openingElement.attributes.length === 0) return null
  const source = (from: Node): string => module.text.slice(from.start, from.end)
  const entries = node.openingElement.attributes.map((a): [string, string] =>
    a.type === 'JSXSpreadAttribute' ? ['...', source(a)] : [source(a.name), a.value ? source(a.value) : ''],
  )
  const spreads = entries.filter(([name]) => name === '...').map(([, text]) => text)
  return Object.fromEntries(
    entries.map(([name, text]) => (name === '...' ? [name, spreads.join(', ')] : [name, text])),
  )
}

/** Where the component of a tag is declared in the run. */
function targetOf({ values, fileOf }: Context, name: Expr): { file: string; name: string } | null {
  const { node } = name
  if (node.type === 'JSXIdentifier' && /^[a-z]/.test(node.name)) return null
  if (node.type === 'JSXNamespacedName') return null
  const value = values.one(name)
  const declared = value ? declaration(value) : null
  return declared && { file: fileOf(declared.file), name: declared.name }
}

function declaration(value: Value): { file: string; name: string } | null {
  if (value.type === 'function') {
    const name = boundName(value.expr)
    return name === null ? null : { file: value.expr.module.file, name }
  }
  return value.type === 'class' && value.expr.node.id
    ? { file: value.expr.module.file, name: value.expr.node.id.name }
    : null
}
