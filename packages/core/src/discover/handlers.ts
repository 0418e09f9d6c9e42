/** What function a handler position settles on, and what is wrapped around it (extraction.md 8.2). */
import type { ReasonCode } from '../ir/index.js'
import { type Expression, type FunctionNode, isFunction, isMember, memberName, type Node, strip } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import { type Expr, frameOf, type Value } from '../values/value.js'
import type { Continuation } from './unit.js'

export interface SettledHandler {
  body: Expr<FunctionNode>
  /** Functions of factories around it, outermost first. */
  wrappers: { body: Expr<FunctionNode>; name: string; continuation: Continuation; /** It does not always call what it wraps. */ skips: boolean }[]
}

export type HandlerAnswer = { type: 'one'; handler: SettledHandler } | { type: 'none'; reason: ReasonCode; value: Value | null }

const maxNesting = 2

export const handlerOf = (values: Values, expr: Expr, depth = 0): HandlerAnswer => handlerAmong(values, values.resolve(expr), depth)

/** The same of what an expression is already known to be worth. */
export function handlerAmong(values: Values, found: readonly Value[], depth = 0): HandlerAnswer {
  const functions = found.filter(v => v.type === 'function')
  const [only] = found
  if (found.length > 1) return { type: 'none', reason: functions.length > 1 ? 'multipleSources' : 'unsettledHandler', value: only ?? null }
  if (only?.type !== 'function') return { type: 'none', reason: noneReason(only ?? null), value: only ?? null }
  const passed = passedOn(values, only.expr)
  if (passed && depth < 4) {
    const inner = handlerOf(values, passed, depth + 1)
    if (inner.type === 'one') return inner
  }
  const wrapped = wrappedBy(values, only)
  if (!wrapped) return { type: 'one', handler: { body: only.expr, wrappers: [] } }
  if (depth >= maxNesting) return { type: 'none', reason: 'depthLimit', value: only }
  const inner = handlerOf(values, wrapped.argument, depth + 1)
  if (inner.type === 'none') return inner
  return { type: 'one', handler: { body: inner.handler.body, wrappers: [{ body: { ...only.expr, frame: outerFrame(only.expr, wrapped.continuation.fn) }, name: wrapped.name, continuation: wrapped.continuation, skips: wrapped.skips }, ...inner.handler.wrappers] } }
}

/** The wrapper is one unit whatever it wraps: its own parameter stays unbound. */
const outerFrame = (fn: Expr<FunctionNode>, factory: FunctionNode): Expr['frame'] => frameOf(fn.frame, factory)?.parent ?? null

function noneReason(value: Value | null): ReasonCode {
  if (!value) return 'unsettledHandler'
  if (value.type === 'call' && rootIsExternal(value.callee)) return 'libraryWrapper'
  if (value.type === 'param') return 'parameterUnbound'
  if (value.type === 'opaque') return value.reason === 'cycle' || value.reason === 'depthLimit' ? value.reason : 'unsettledHandler'
  return 'unsettledHandler'
}

export function rootIsExternal(value: Value): boolean {
  switch (value.type) {
    case 'external': return true
    case 'call': return rootIsExternal(value.callee)
    case 'member': return rootIsExternal(value.object)
    default: return false
  }
}

/** `(req, res, next) => h(req, res, next)`: the parameters are passed on unchanged, in order (H2). */
function passedOn(values: Values, fn: Expr<FunctionNode>): Expr | null {
  const { node } = fn
  const only = node.body?.type === 'BlockStatement' ? (node.body.body.length === 1 ? node.body.body[0] : undefined) : undefined
  const expression = node.body && node.body.type !== 'BlockStatement' ? node.body : only?.type === 'ReturnStatement' ? only.argument : only?.type === 'ExpressionStatement' ? only.expression : null
  const call = expression ? strip(expression) : null
  if (call?.type !== 'CallExpression' || call.arguments.length !== node.params.length || node.params.length === 0) return null
  const same = node.params.every((param, i) => {
    const argument = call.arguments[i]
    if (param.type === 'RestElement') return argument?.type === 'SpreadElement' && param.argument.type === 'Identifier' && argument.argument.type === 'Identifier' && argument.argument.name === param.argument.name
    return param.type === 'Identifier' && argument?.type === 'Identifier' && argument.name === param.name
  })
  if (!same) return null
  const callee = { ...fn, node: call.callee }
  const target = values.resolve(callee)
  const [first] = target
  // A factory's own parameter is a wrapper's continuation (H5), never a handler handed through.
  if (first?.type === 'function' && call.callee.type === 'Identifier' && values.binding(fn.module, call.callee)?.source.type === 'param') return null
  return first?.type === 'function' ? callee : null
}

/** The returned function calls one of the factory's parameters (H5). */
function wrappedBy(values: Values, value: Value & { type: 'function' }): { argument: Expr; name: string; continuation: Continuation; skips: boolean } | null {
  const fn = value.expr
  const factory = enclosingFactory(fn)
  if (!factory) return null
  const frame = frameOf(fn.frame, factory)
  if (!frame) return null
  const { body } = fn.node
  if (!body) return null
  for (const call of fn.module.calls) {
    if (call.type !== 'CallExpression' || call.start < body.start || call.end > body.end) continue
    const { callee } = call
    const target = isMember(callee) && ['call', 'apply', 'bind'].includes(memberName(callee) ?? '') ? strip(callee.object) : strip(callee as Expression)
    const root = rootIdentifier(target)
    const binding = root ? values.binding(fn.module, root) : null
    if (binding?.source.type !== 'param' || binding.source.fn !== factory) continue
    const resolved = values.resolve({ ...fn, node: target })
    const [only] = resolved
    if (resolved.length !== 1 || only?.type !== 'function' || isInside(only.expr, factory)) {
      if (target.type !== 'Identifier' || only?.type === 'function') continue
      const argument = frame.args[binding.source.index]
      if (argument?.type !== 'expr' || (only?.type !== 'call' && only?.type !== 'external')) continue
    }
    const argument = frame.args[binding.source.index]
    if (argument?.type !== 'expr') continue
    const inner: Expr = target.type === 'Identifier' && binding.source.path.length === 0 ? argument.expr : { ...fn, node: target }
    return { argument: inner, name: factoryName(fn, factory), continuation: { fn: factory, index: binding.source.index, to: 'handler' }, skips: isConditional(fn, call) }
  }
  return null
}

const branching: ReadonlySet<string> = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchCase', 'CatchClause', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement'])

/** A branch stands around the call, or a return of the function before it. */
function isConditional({ module, node: fn }: Expr<FunctionNode>, call: Node): boolean {
  for (let at = module.parents.get(call); at && at !== fn; at = module.parents.get(at)) if (branching.has(at.type)) return true
  return returnsBefore(module, fn, call.start)
}

function returnsBefore(module: Expr['module'], fn: FunctionNode, end: number): boolean {
  const { body } = fn
  if (body?.type !== 'BlockStatement') return false
  const text = module.text.slice(body.start, end)
  return /\b(return|throw)\b/.test(text.replace(/return\s*$/, ''))
}

function enclosingFactory(fn: Expr<FunctionNode>): FunctionNode | null {
  for (let at = fn.module.parents.get(fn.node); at; at = fn.module.parents.get(at)) if (isFunction(at)) return at
  return null
}

const isInside = (fn: Expr, owner: Node): boolean => {
  for (let at: Node | undefined = fn.node; at; at = fn.module.parents.get(at)) if (at === owner) return true
  return false
}

function rootIdentifier(node: Node): Node | null {
  let at = strip(node as Expression)
  while (isMember(at)) at = strip(at.object)
  return at.type === 'Identifier' ? at : null
}

function factoryName(fn: Expr<FunctionNode>, factory: FunctionNode): string {
  if (factory.type !== 'ArrowFunctionExpression' && factory.id) return factory.id.name
  const holder = fn.module.parents.get(factory)
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') return holder.id.name
  if ((holder?.type === 'Property' || holder?.type === 'MethodDefinition') && holder.key.type === 'Identifier') return holder.key.name
  return 'wrapper'
}
