/** Decorators by value: what stands on a class, a member or a parameter, composed ones taken apart (extraction.md 8.1, O1). */
import { type CallNode, children, isCall, isMember, memberName, type Node } from '../program/syntax.js'
import { elementsOf } from './elements.js'
import { originOf } from './origin.js'
import { isOrigin, type Values } from './resolve.js'
import type { Expr, Value } from './value.js'

/** A decorator of a library, with the arguments it was made with. */
export interface AppliedDecorator {
  module: string
  name: string
  args: readonly Expr[]
  /** The call that made a decorator which is itself called: `Reflector.createDecorator()`. */
  maker: Expr | null
  /** As it is written on the class. */
  written: Expr
}

export interface Decorators {
  list: readonly AppliedDecorator[]
  /** What did not settle on one decorator. */
  unread: readonly Expr[]
}

const maxDepth = 4
const nothing: Decorators = { list: [], unread: [] }

export const isFromModule = (module: string, wanted: string | readonly string[]): boolean =>
  [wanted].flat().some(name => module === name || module.startsWith(`${name}/`))

export function decoratorsOn(values: Values, at: Expr): Decorators {
  const { node } = at
  const written = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : []
  return merge(
    written.map(d => read(values, { ...at, node: d.expression }, { ...at, node: d.expression }, 0)),
  )
}

/** The first decorator of the list that is one of the names of the modules. */
export const findDecorator = (
  decorators: Decorators,
  modules: string | readonly string[],
  names: readonly string[],
): AppliedDecorator | null =>
  decorators.list.find(d => isFromModule(d.module, modules) && names.includes(d.name)) ?? null

function read(values: Values, expr: Expr, written: Expr, depth: number): Decorators {
  if (depth > maxDepth) return { list: [], unread: [written] }
  const found = values.resolve(expr)
  const [only] = found
  if (!only || found.length > 1) return { list: [], unread: [written] }
  return ofValue(values, only, written, depth)
}

function ofValue(values: Values, value: Value, written: Expr, depth: number): Decorators {
  switch (value.type) {
    case 'external':
      return {
        list: [{ module: value.module, name: lastOf(value.path), args: [], maker: null, written }],
        unread: [],
      }
    case 'call': {
      const args = value.expr.node.arguments.map(
        (a): Expr => ({ ...value.expr, node: a.type === 'SpreadElement' ? a.argument : a }),
      )
      if (values.decoratorComposers.some(c => isOrigin(value.callee, c.module, c.name)))
        return ofComposer(values, value.expr, written, depth)
      const origin = originOf(value.callee)
      if (origin && 'module' in origin)
        return {
          list: [
            {
              module: origin.module,
              name: lastOf(origin.path),
              args,
              maker: value.callee.type === 'call' ? value.callee.expr : null,
              written,
            },
          ],
          unread: [],
        }
      return { list: [], unread: [written] }
    }
    // a decorator of the project: what it applies to its target
    case 'function':
      return merge(
        appliedIn(value.expr.node)
          .map(call => read(values, { ...value.expr, node: call.callee }, written, depth + 1))
          .filter(d => d.list.length > 0),
      )
    default:
      return { list: [], unread: [written] }
  }
}

function ofComposer(values: Values, call: Expr<CallNode>, written: Expr, depth: number): Decorators {
  const { parts, open } = composed(values, call)
  const all = merge(parts.map(a => read(values, a, written, depth + 1)))
  return open ? { list: all.list, unread: [...all.unread, written] } : all
}

/** Arguments of a composer, lists that are spread taken apart; `open`: there may be more. */
function composed(values: Values, call: Expr<CallNode>): { parts: Expr[]; open: boolean } {
  let open = false
  const parts = call.node.arguments.flatMap((a): Expr[] => {
    if (a.type !== 'SpreadElement') return [{ ...call, node: a }]
    const list = values.one({ ...call, node: a.argument })
    const elements = list?.type === 'array' ? elementsOf(values, { ...call, node: a.argument }) : null
    open ||= elements === null || (list?.type === 'array' && isGrown(values, list.expr))
    return elements ?? []
  })
  return { parts, open }
}

/** Something is pushed to the list after it is made. */
const isGrown = (values: Values, list: Expr): boolean =>
  list.module.calls.some(
    c =>
      isMember(c.callee) &&
      growing.has(memberName(c.callee) ?? '') &&
      values
        .resolve({ ...list, node: c.callee.object })
        .some(v => v.type === 'array' && v.expr.node === list.node),
  )

const growing: ReadonlySet<string> = new Set(['push', 'unshift', 'splice'])

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
