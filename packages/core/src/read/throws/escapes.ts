/** Whether what a call throws leaves the unit, and which catches it passes on the way (extraction.md 16.3). */
import { type CallNode, type Expression, type FunctionNode, isFunction, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import type { RawCatch, RawEscape } from '../../raw.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, frameOf } from '../../values/value.js'
import { readCatch } from './catch-passes.js'
import { canComplete } from './can-complete.js'

/** How an exception stands at an expression: thrown there, or the rejection of its value (of a list of promises). */
type Mode = 'sync' | 'rejected' | 'list'

const maxSteps = 400
const maxUses = 8
const arrayCallbacks = new Set(['map', 'forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'reduce', 'reduceRight', 'flatMap', 'sort', 'toSorted'])
const wrappings = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'ChainExpression'])

export interface Escapes {
  /** `rejects`: the callee is asynchronous. Null: the exception ends inside the unit. */
  of(call: Expr<CallNode>, rejects: boolean): RawEscape | null
}

export function openEscapes(input: {
  values: Values
  owner: FunctionNode
  passesOn(callee: Expr): boolean
}): Escapes {
  const { values, owner } = input

  function climb(start: Expr, startMode: Mode, catches: readonly RawCatch[], steps: number): RawEscape | null {
    let at = start
    let mode = startMode
    let passed = catches
    for (let step = steps; step < maxSteps; step++) {
      const next = up(at, mode, passed, step)
      if (next === null || 'as' in next) return next
      const last = next.passed.length > passed.length ? next.passed.at(-1) : undefined
      if (last?.passes.length === 0) return null
      if (last?.passes.some(p => p.direct)) return climb(next.at, next.mode, next.passed, step + 1) ?? directly(next.passed, last)
      at = next.at
      mode = next.mode
      passed = next.passed
    }
    return null
  }

  /** What a catch hands to the framework needs no way out of the unit. */
  const directly = (passed: readonly RawCatch[], last: RawCatch): RawEscape =>
    ({ catches: [...passed.slice(0, -1), { passes: last.passes.filter(p => p.direct) }], as: 'rejected' })

  interface Step {
    at: Expr
    mode: Mode
    passed: readonly RawCatch[]
  }

  function up(at: Expr, mode: Mode, passed: readonly RawCatch[], step: number): Step | RawEscape | null {
    const { module, node } = at
    const parent = module.parents.get(node)
    if (!parent) return null
    const to = (next: Node, nextMode: Mode = mode): Step => ({ at: { ...at, node: next }, mode: nextMode, passed })
    if (isFunction(parent) && parent.body === node) return leave(at, parent, node.type === 'BlockStatement' ? 'sync' : mode, passed)
    if (mode === 'sync') {
      if (parent.type !== 'TryStatement' || parent.finalizer === node) return to(parent)
      if (parent.finalizer && !canComplete(parent.finalizer)) return null
      if (parent.block !== node || !parent.handler) return to(parent)
      const { handler } = parent
      const read = readCatch(at, handler.body, {
        isCaught: n => n.type === 'Identifier' && isClause(values.binding(module, n)?.source, handler),
        passesOn: input.passesOn,
      })
      return { at: { ...at, node: parent }, mode, passed: [...passed, read] }
    }
    return promised(at, parent, mode, passed, step)
  }

  /** The value of the node is a promise that rejects, or a list that holds one. */
  function promised(at: Expr, parent: Node, mode: 'rejected' | 'list', passed: readonly RawCatch[], step: number): Step | RawEscape | null {
    const { module, node } = at
    const to = (next: Node, nextMode: Mode = mode): Step => ({ at: { ...at, node: next }, mode: nextMode, passed })
    if (wrappings.has(parent.type)) return to(parent)
    switch (parent.type) {
      case 'AwaitExpression': return mode === 'rejected' ? to(parent, 'sync') : null
      case 'ReturnStatement': {
        const fn = functionAround(at)
        return fn ? leave(at, fn, mode, passed) : null
      }
      case 'ConditionalExpression': return parent.test === node ? null : to(parent)
      case 'LogicalExpression': return to(parent)
      case 'SequenceExpression': return parent.expressions.at(-1) === node ? to(parent) : null
      case 'ArrayExpression': return to(parent, 'list')
      case 'MemberExpression': {
        const call = module.parents.get(parent)
        if (parent.object !== node || mode !== 'rejected' || call?.type !== 'CallExpression' || call.callee !== parent) return null
        return chained({ ...at, node: call }, memberName(parent), passed)
      }
      case 'CallExpression': {
        const { callee } = parent
        if (!isMember(callee) || callee.object.type !== 'Identifier' || callee.object.name !== 'Promise' || parent.arguments[0] !== node) return null
        const name = memberName(callee)
        if (mode === 'list') return name === 'all' || name === 'race' ? to(parent, 'rejected') : null
        return name === 'resolve' ? to(parent) : null
      }
      case 'VariableDeclarator': return parent.init === node && parent.id.type === 'Identifier' ? used(at, parent.id, mode, passed, step) : null
      default: return null
    }
  }

  /** `.then(f, g)`, `.catch(g)`, `.finally(h)` on a promise that rejects. */
  function chained(call: Expr, method: string | null, passed: readonly RawCatch[]): Step | null {
    if (call.node.type !== 'CallExpression' || (method !== 'then' && method !== 'catch' && method !== 'finally')) return null
    const handler = method === 'catch' ? call.node.arguments[0] : method === 'then' ? call.node.arguments[1] : undefined
    if (!handler || handler.type === 'SpreadElement') return { at: call, mode: 'rejected', passed }
    return { at: call, mode: 'rejected', passed: [...passed, handlerOf(call, strip(handler))] }
  }

  function handlerOf(call: Expr, handler: Expression): RawCatch {
    if (!isFunction(handler) && input.passesOn({ ...call, node: handler })) return { passes: [{ tests: [], at: call.node.start, direct: true }] }
    const value = isFunction(handler) ? null : values.one({ ...call, node: handler })
    const fn = isFunction(handler) ? { ...call, node: handler } : value?.type === 'function' ? value.expr : null
    if (!fn) return { passes: [] }
    const isCaught = (n: Node): boolean => {
      const source = n.type === 'Identifier' ? values.binding(fn.module, n)?.source : undefined
      return source?.type === 'param' && source.fn === fn.node && source.index === 0 && source.path.length === 0
    }
    return readCatch(fn, fn.node, { isCaught, passesOn: input.passesOn })
  }

  /** A name of the promise: where it is awaited, returned or chained. */
  function used(at: Expr, name: Node, mode: Mode, passed: readonly RawCatch[], step: number): RawEscape | null {
    const binding = values.binding(at.module, name)
    if (!binding || binding.writes.length > 0) return null
    for (const reference of binding.references.slice(0, maxUses)) {
      const found = climb({ ...at, node: reference }, mode, passed, step + 1)
      if (found) return found
    }
    return null
  }

  /** The exception leaves a function: the unit's own, one read in place, or one written as an argument. */
  function leave(at: Expr, fn: FunctionNode, mode: Mode, passed: readonly RawCatch[]): Step | RawEscape | null {
    if (fn.generator || (mode === 'list' && fn !== owner)) return null
    const left: Mode = fn.async || mode !== 'sync' ? 'rejected' : 'sync'
    if (fn === owner) return mode === 'list' ? null : { catches: [...passed], as: left }
    const parent = at.module.parents.get(fn)
    const argument = parent && (parent.type === 'CallExpression' || parent.type === 'NewExpression') && (parent.arguments as readonly Node[]).includes(fn) ? parent : null
    if (argument) return callback({ ...at, node: argument }, fn, left, passed)
    if (parent?.type === 'CallExpression' && strip(parent.callee as Expression) === fn) return { at: { ...at, node: parent }, mode: left, passed }
    const site = frameOf(at.frame, fn)?.site
    return site ? { at: site, mode: left, passed } : null
  }

  function callback(call: Expr<CallNode>, fn: FunctionNode, left: 'sync' | 'rejected', passed: readonly RawCatch[]): Step | null {
    const { node } = call
    if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && node.callee.name === 'Promise' && left === 'sync' ? { at: call, mode: 'rejected', passed } : null
    const name = isMember(node.callee) ? memberName(node.callee) : null
    if (name === 'then' || name === 'catch' || name === 'finally') return { at: call, mode: 'rejected', passed }
    if (left === 'sync' && callsIt(call, fn)) return { at: call, mode: 'sync', passed }
    if (name === null || !arrayCallbacks.has(name)) return null
    if (left === 'sync') return { at: call, mode: 'sync', passed }
    return name === 'map' ? { at: call, mode: 'list', passed } : null
  }

  /** A project function that calls what it is given, where no `try` of its own stands around. */
  function callsIt(call: Expr<CallNode>, fn: FunctionNode): boolean {
    const callees = values.resolve({ ...call, node: call.node.callee })
    const [callee] = callees
    if (callees.length !== 1 || callee?.type !== 'function' || callee.expr.node.async || callee.expr.node.generator) return false
    const { module, node } = callee.expr
    const param = node.params[(call.node.arguments as readonly Node[]).indexOf(fn)]
    const binding = param?.type === 'Identifier' ? values.binding(module, param) : null
    return binding?.references.some(reference => {
      const used = module.parents.get(reference)
      if (used?.type !== 'CallExpression' || used.callee !== reference) return false
      for (let at: Node | undefined = used; at && at !== node; at = module.parents.get(at)) if (isFunction(at) || at.type === 'TryStatement') return false
      return true
    }) ?? false
  }

  function functionAround(at: Expr): FunctionNode | null {
    for (let node = at.module.parents.get(at.node); node; node = at.module.parents.get(node)) if (isFunction(node)) return node
    return null
  }

  return { of: (call, rejects) => climb(call, rejects ? 'rejected' : 'sync', [], 0) }
}

const isClause = (source: { type: string } | undefined, clause: Node): boolean =>
  source?.type === 'catch' && 'clause' in source && source.clause === clause && 'path' in source && Array.isArray(source.path) && source.path.length === 0
