/** Decorators by value: what stands on a class, a member or a parameter, composed ones taken apart (extraction.md 8.1, O1). */
import { children, type ClassNode, isCall, type Node } from '../program/syntax.js'
import { originOf } from './origin.js'
import { isOrigin, type Values } from './resolve.js'
import type { Expr, Value } from './value.js'

/** A decorator of a library, with the arguments it was made with. */
export interface AppliedDecorator {
  module: string
  name: string
  args: readonly Expr[]
  /** As it is written on the class. */
  written: Expr
}

export interface Decorators {
  list: readonly AppliedDecorator[]
  /** What did not settle on one decorator. */
  unread: readonly Expr[]
}

/** Functions that make one decorator of several. */
export type DecoratorComposers = readonly { module: string; name: string }[]

const maxDepth = 4
const nothing: Decorators = { list: [], unread: [] }

export const isFromModule = (module: string, wanted: string | readonly string[]): boolean =>
  [wanted].flat().some(name => module === name || module.startsWith(`${name}/`))

export function decoratorsOn(values: Values, at: Expr, composers: DecoratorComposers): Decorators {
  const { node } = at
  const written = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : []
  return merge(
    written.map(d =>
      read(values, { ...at, node: d.expression }, { ...at, node: d.expression }, composers, 0),
    ),
  )
}

export const decoratorsOnClass = (
  values: Values,
  cls: Expr<ClassNode>,
  composers: DecoratorComposers,
): Decorators => decoratorsOn(values, cls, composers)

/** The first decorator of the list that is one of the names of the modules. */
export const findDecorator = (
  decorators: Decorators,
  modules: string | readonly string[],
  names: readonly string[],
): AppliedDecorator | null =>
  decorators.list.find(d => isFromModule(d.module, modules) && names.includes(d.name)) ?? null

function read(
  values: Values,
  expr: Expr,
  written: Expr,
  composers: DecoratorComposers,
  depth: number,
): Decorators {
  if (depth > maxDepth) return { list: [], unread: [written] }
  const found = values.resolve(expr)
  const [only] = found
  if (!only || found.length > 1) return { list: [], unread: [written] }
  return ofValue(values, only, written, composers, depth)
}

function ofValue(
  values: Values,
  value: Value,
  written: Expr,
  composers: DecoratorComposers,
  depth: number,
): Decorators {
  switch (value.type) {
    case 'external':
      return { list: [{ module: value.module, name: lastOf(value.path), args: [], written }], unread: [] }
    case 'call': {
      const args = value.expr.node.arguments.map(
        (a): Expr => ({ ...value.expr, node: a.type === 'SpreadElement' ? a.argument : a }),
      )
      if (composers.some(c => isOrigin(value.callee, c.module, c.name)))
        return merge(composed(values, value.expr).map(a => read(values, a, written, composers, depth + 1)))
      const origin = originOf(value.callee)
      if (origin && 'module' in origin)
        return { list: [{ module: origin.module, name: lastOf(origin.path), args, written }], unread: [] }
      return { list: [], unread: [written] }
    }
    // a decorator of the project: what it applies to its target
    case 'function':
      return merge(
        appliedIn(value.expr.node)
          .map(call => read(values, { ...value.expr, node: call.callee }, written, composers, depth + 1))
          .filter(d => d.list.length > 0),
      )
    default:
      return { list: [], unread: [written] }
  }
}

/** Arguments of a composer; an array that is spread counts as its elements. */
function composed(values: Values, call: Expr<import('../program/syntax.js').CallNode>): Expr[] {
  return call.node.arguments.flatMap((a): Expr[] => {
    if (a.type !== 'SpreadElement') return [{ ...call, node: a }]
    const list = values.one({ ...call, node: a.argument })
    if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression')
      return [{ ...call, node: a.argument }]
    return list.expr.node.elements.flatMap(e =>
      e && e.type !== 'SpreadElement' ? [{ ...list.expr, node: e }] : [],
    )
  })
}

/** Calls of the function's body whose callee is itself made by a call: `Get('x')(target, key, descriptor)`. */
function appliedIn(fn: Node): Extract<Node, { type: 'CallExpression' }>[] {
  const out: Extract<Node, { type: 'CallExpression' }>[] = []
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && (isCall(node.callee) || node.callee.type === 'Identifier'))
      out.push(node)
    for (const child of children(node)) visit(child)
  }
  for (const child of children(fn)) visit(child)
  return out
}

const lastOf = (path: readonly string[]): string => path.filter(p => p !== 'default').at(-1) ?? ''

const merge = (parts: readonly Decorators[]): Decorators =>
  parts.length === 0 ? nothing : { list: parts.flatMap(p => p.list), unread: parts.flatMap(p => p.unread) }
