/** Expressions on a path: calls in evaluation order, response calls, callbacks, promise chains, helpers read in place (extraction.md 9, 11). */
import { children, type Expression, type FunctionNode, isCall, isFunction, isMember, isTypeNode, memberName, type Node, strip } from '../../program/syntax.js'
import { collapse } from '../subjects.js'
import { enterWith } from '../../values/frames.js'
import { type Expr, siteKey } from '../../values/value.js'
import { negateTree, type Tree } from './condition.js'
import { answerKey, type Bag, type Path, type State, type TerminalSite, thrownKey } from './state.js'
import type { CallRole, Ctx, Walker } from './walker.js'

const maxInline = 3
const maxOutcomes = 16
const maxExpressionNesting = 500
const arrayCallbacks = new Set(['map', 'forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'reduce', 'reduceRight', 'flatMap', 'sort', 'toSorted'])
const failureEvents = new Set(['error', 'close', 'abort', 'timeout'])

export function evaluate(walker: Walker, expr: Expr, bag: Bag, ctx: Ctx): Bag {
  if (bag.length === 0) return bag
  if (ctx.nesting > maxExpressionNesting) {
    walker.cut(expr)
    return bag
  }
  const { node } = expr
  if (isFunction(node)) {
    if (walker.input.interest(expr)) walker.access(expr, bag, ctx)
    return bag
  }
  if (isTypeNode(node) || node.type === 'ClassExpression') return bag
  if (node.type === 'Literal') return bag
  if (node.type === 'Identifier') {
    if (walker.input.interest(expr)) walker.access(expr, bag, ctx)
    return bag
  }
  const inner: Ctx = { ...ctx, nesting: ctx.nesting + 1 }
  const deeper = insideOf(inner)
  const part = (child: Node, now: Bag, at: Ctx = deeper): Bag => evaluate(walker, { ...expr, node: child }, now, at)
  switch (node.type) {
    case 'ChainExpression': {
      const skipped: Path[] = []
      const after = part(node.expression, bag, { ...inner, skip: paths => skipped.push(...paths) })
      if (walker.input.interest(expr)) walker.access(expr, after, ctx)
      if (skipped.length === 0) return after
      return after.every(p => bag.some(before => before.state === p.state)) ? bag : walker.join([...after, ...skipped], false)
    }
    case 'ParenthesizedExpression': case 'TSAsExpression': case 'TSSatisfiesExpression': case 'TSNonNullExpression': case 'TSTypeAssertion': {
      const after = part(node.expression, bag, inner)
      if (walker.input.interest(expr)) walker.access(expr, after, ctx)
      return after
    }
    case 'AwaitExpression': return part(node.argument, bag, { ...inner, awaiting: true })
    case 'UnaryExpression': return part(node.argument, bag, node.operator === 'void' ? inner : deeper)
    case 'SequenceExpression': return node.expressions.reduce<Bag>((now, e, i) => part(e, now, i === node.expressions.length - 1 ? inner : deeper), bag)
    case 'LogicalExpression': {
      const after = part(node.left, bag)
      const test = continues(walker, node.operator, { ...expr, node: node.left }, node)
      return arms(walker, after, [[part(node.right, walker.test(after, test), inner), walker.test(after, test)], [walker.test(after, negateTree(test)), walker.test(after, negateTree(test))]], ctx)
    }
    case 'ConditionalExpression': {
      const after = part(node.test, bag)
      const tree = walker.input.tests.treeOf({ ...expr, node: node.test }, node)
      const yes = walker.test(after, tree)
      const no = walker.test(after, negateTree(tree))
      return arms(walker, after, [[part(node.consequent, yes, inner), yes], [part(node.alternate, no, inner), no]], ctx)
    }
    case 'AssignmentExpression': {
      const target = isMember(node.left) ? part(node.left.object, bag) : bag
      const operator = shortAssignments.get(node.operator)
      if (operator) {
        const test = continues(walker, operator, { ...expr, node: node.left }, node)
        const yes = walker.test(target, test)
        const no = walker.test(target, negateTree(test))
        return arms(walker, target, [[part(node.right, yes), yes], [no, no]], ctx)
      }
      const after = part(node.right, target)
      if (walker.input.interest(expr)) walker.access(expr, after, ctx)
      const assigned = walker.input.assignedAnswer(expr)
      if (assigned) {
        const terminal: TerminalSite = { ...assigned, order: walker.nextSeq(), shown: assigned.expr }
        return after.map(p => ({ cell: p.cell, state: { ...p.state, assigned: terminal } }))
      }
      const status = walker.input.pendingStatus(expr)
      return status ? after.map(p => (p.state.answer ? p : { cell: p.cell, state: { ...p.state, status } })) : after
    }
    case 'CallExpression': case 'NewExpression':
      return call(walker, { ...expr, node }, bag, inner)
    case 'MemberExpression': {
      let after = part(node.object, bag)
      if (node.optional) after = present(walker, { ...expr, node: node.object }, after, ctx)
      if (node.computed) after = part(node.property, after)
      if (walker.input.interest(expr)) walker.access(expr, after, ctx)
      return after
    }
    case 'Property':
      return part(node.value, node.computed ? part(node.key, bag) : bag)
    default: {
      const after = children(node).reduce<Bag>((now, child) => part(child, now), bag)
      if ((node.type === 'TaggedTemplateExpression' || node.type === 'BinaryExpression' || node.type === 'UpdateExpression') && walker.input.interest(expr)) walker.access(expr, after, ctx)
      return after
    }
  }
}

/** What follows `?.` runs where there is something before it; the other paths leave the chain. */
function present(walker: Walker, object: Expr, bag: Bag, ctx: Ctx): Bag {
  const absent = walker.input.tests.absentTree(object, object.node)
  ctx.skip(walker.test(bag, absent))
  return walker.test(bag, negateTree(absent))
}

/** When the right side of `&&`, `||`, `??` is evaluated. */
function continues(walker: Walker, operator: string, left: Expr, node: Node): Tree {
  if (operator === '??') return walker.input.tests.absentTree(left, node)
  const tree = walker.input.tests.treeOf(left, node)
  return operator === '&&' ? tree : negateTree(tree)
}

const shortAssignments = new Map([['??=', '??'], ['||=', '||'], ['&&=', '&&']])

/** For a part whose value is not the expression's own. */
const insideOf = (ctx: Ctx): Ctx => (ctx.returning || ctx.awaiting || ctx.tail ? { ...ctx, returning: false, awaiting: false, tail: false } : ctx)

/** Arms that change nothing leave the paths as they were; their sites keep their conditions. */
function arms(walker: Walker, before: Bag, results: readonly (readonly [Bag, Bag])[], ctx: Ctx): Bag {
  if (results.every(([after, from]) => after === from || sameBag(after, from))) return before
  return walker.join(results.flatMap(([after]) => after), ctx.tail && ctx.returning)
}

const sameBag = (a: Bag, b: Bag): boolean => a.length === b.length && a.every((p, i) => p.cell === b[i]?.cell && p.state === b[i]?.state)

type CallExpr = Parameters<Walker['site']>[0]

function call(walker: Walker, expr: CallExpr, bag: Bag, ctx: Ctx): Bag {
  const { input } = walker
  const deeper = insideOf(ctx)
  const role: CallRole = input.roleOf(expr)
  switch (role.type) {
    case 'terminal': case 'link': {
      let now = role.receiver ? evaluate(walker, role.receiver, bag, deeper) : bag
      now = args(walker, expr, now, deeper)
      for (const link of linkArguments(expr)) now = evaluate(walker, link, now, deeper)
      if (role.type === 'link') return now.map(p => (p.state.answer ? p : { cell: p.cell, state: withPending(p.state, role) }))
      const terminal: TerminalSite = { ...role.terminal, order: walker.nextSeq(), shown: role.terminal.expr }
      return now.map(p => answer(p, terminal, role))
    }
    case 'continuation': {
      const passesOn = role.terminal.outcome.type === 'throw'
      const [first] = expr.node.arguments
      const now = args(walker, expr, bag, passesOn && first?.type === 'NewExpression' ? { ...deeper, thrownNode: first } : deeper)
      if (!passesOn) for (const path of now) ctx.exception(path)
      const terminal: TerminalSite = { ...role.terminal, order: walker.nextSeq(), shown: role.terminal.expr }
      return now.map(p => {
        if (p.state.answer) return p
        if (terminal.outcome.type === 'throw') return { cell: p.cell, state: { ...p.state, answer: { key: `${answerKey(terminal, null)}${thrownKey(p.state.thrown)}`, terminal, status: null, thrown: p.state.thrown }, status: null } }
        return { cell: p.cell, state: { ...p.state, continued: terminal } }
      })
    }
    case 'exit': {
      const now = args(walker, expr, bag, deeper)
      const terminal: TerminalSite = { ...role.terminal, order: walker.nextSeq(), shown: role.terminal.expr }
      for (const path of now) walker.record({ key: `exit ${terminal.key}`, order: terminal.order, terminal, gap: null, place: null, apart: false }, path)
      return []
    }
    case 'throw': {
      const order = walker.nextSeq()
      for (const path of args(walker, expr, bag, deeper)) ctx.thrown({ key: siteKey(expr), order, expr, node: expr }, path)
      return []
    }
    case 'plain': return plain(walker, expr, bag, ctx)
    default: return role satisfies never
  }
}

function answer(path: Path, terminal: TerminalSite, role: CallRole & { type: 'terminal' }): Path {
  if (path.state.answer) return path
  const status = role.status ?? path.state.status
  const headers = { ...path.state.headers, ...role.headers }
  return { cell: path.cell, state: { ...path.state, headers, continued: null, status: null, thrown: null, answer: { key: answerKey(terminal, status), terminal, status } } }
}

const withPending = (state: State, role: CallRole & { type: 'link' }): State =>
  ({ ...state, status: role.status ?? state.status, headers: { ...state.headers, ...role.headers } })

/** Arguments of the links a response call stands on: `res.status(code()).json(x)`. */
function linkArguments(expr: CallExpr): Expr[] {
  const out: Expr[] = []
  let at: Node = expr.node.callee
  while (isMember(at) || at.type === 'CallExpression') {
    if (at.type === 'CallExpression') {
      for (const argument of at.arguments) out.push({ ...expr, node: argument.type === 'SpreadElement' ? argument.argument : argument })
      at = at.callee
    } else at = at.object
  }
  return out
}

function args(walker: Walker, expr: CallExpr, bag: Bag, ctx: Ctx): Bag {
  return expr.node.arguments.reduce<Bag>((now, a) => evaluate(walker, { ...expr, node: a.type === 'SpreadElement' ? a.argument : a }, now, ctx), bag)
}

function plain(walker: Walker, expr: CallExpr, incoming: Bag, ctx: Ctx): Bag {
  const { input } = walker
  const deeper = insideOf(ctx)
  const reject = ctx.rejecting.size > 0 ? executorOf(walker, { ...expr, node: expr.node.callee }, ctx, 1) : null
  const [reason] = expr.node.arguments
  if (reject && reason && reason.type !== 'SpreadElement') {
    const thrown = ctx.rejecting.get(reject)
    const order = walker.nextSeq()
    for (const path of args(walker, expr, incoming, { ...deeper, thrownNode: reason })) thrown?.({ key: siteKey(expr), order, expr: { ...expr, node: strip(reason) }, node: expr }, path)
    return []
  }
  const chain = expr.node.type === 'CallExpression' ? promiseLink(expr) : null
  if (chain) return promise(walker, expr, chain, incoming, ctx)
  let bag = incoming
  const { callee } = expr.node
  if (isMember(callee)) {
    bag = evaluate(walker, { ...expr, node: callee.object }, bag, deeper)
    if (callee.optional) bag = present(walker, { ...expr, node: callee.object }, bag, ctx)
    if (input.interest({ ...expr, node: callee })) walker.access({ ...expr, node: callee }, bag, ctx)
  } else if (!isFunction(strip(callee as Expression)) && callee.type !== 'Identifier') bag = evaluate(walker, { ...expr, node: callee }, bag, deeper)
  if (expr.node.type === 'CallExpression' && expr.node.optional) bag = present(walker, { ...expr, node: callee }, bag, ctx)
  bag = args(walker, expr, bag, deeper)
  if (bag.length === 0) return bag
  const isThrowing = ctx.thrownNode !== null && strip(ctx.thrownNode) === expr.node
  if (!isThrowing) for (const path of bag) ctx.exception(path)
  if (input.interest(expr)) walker.access(expr, bag, ctx)
  const site = walker.site(expr, bag, ctx, isAwaited(expr))
  const inlining = ctx.helperDepth < maxInline && expr.node.type === 'CallExpression' ? input.inlineOf(expr, ctx) : null
  if (inlining && !ctx.active.includes(inlining.node)) {
    if (site) site.inlined = true
    return readInPlace(walker, expr, inlining, bag, ctx)
  }
  const assertion = input.assertionOf(expr)
  if (assertion) return assert(walker, assertion, bag)
  input.noteEscape(expr)
  return callbacks(walker, expr, bag, deeper, ctx.awaiting || ctx.returning)
}

/** The paths on which the condition fails end in the throw; the others go on. */
function assert(walker: Walker, { condition, terminal }: NonNullable<ReturnType<Walker['input']['assertionOf']>>, bag: Bag): Bag {
  const { tests, conditions } = walker.input
  const tree: Tree = condition
    ? tests.treeOf(condition, terminal.expr.node)
    : { type: 'lit', lit: { positive: true, cond: conditions.cond({ key: `assert ${terminal.key}`, text: `assert ${terminal.key}`, predicate: { type: 'opaque', sourceText: 'assertion', reason: 'externalFunction' } }) } }
  const made: TerminalSite = { ...terminal, order: walker.nextSeq(), shown: terminal.expr }
  for (const path of walker.test(bag, negateTree(tree))) if (!path.state.answer) walker.record({ key: `throw ${made.key}`, order: made.order, terminal: made, gap: null, place: null, apart: false }, path)
  return walker.test(bag, tree)
}

function readInPlace(walker: Walker, expr: CallExpr, inlining: NonNullable<ReturnType<Walker['input']['inlineOf']>>, bag: Bag, ctx: Ctx): Bag {
  const ended = walker.body(inlining, bag, ctx)
  if (inlining.type === 'helper') return walker.join(ended.map(e => e.path), ctx.tail && ctx.returning)
  const sites = [...new Set(ended.map(e => (e.value ? siteKey(e.value) : 'end')))].slice(0, maxOutcomes)
  for (const { value } of ended) if (value) walker.returned.set(siteKey(value), value)
  return walker.join(ended.map(({ value, path }) => {
    const index = sites.indexOf(value ? siteKey(value) : 'end')
    const outcomes = `${path.state.outcomes ? `${path.state.outcomes}|` : ''}${siteKey(expr)}>${value ? siteKey(value) : 'end'}`
    return { cell: path.cell, state: { ...path.state, outcomes: index < 0 ? path.state.outcomes : outcomes } }
  }), false)
}

/** Inline functions among the arguments run where they are passed (U3, U4). */
function callbacks(walker: Walker, expr: CallExpr, bag: Bag, ctx: Ctx, isWaitedFor: boolean): Bag {
  const { input } = walker
  let now = bag
  const name = isMember(expr.node.callee) ? memberName(expr.node.callee) : null
  for (const [index, argument] of expr.node.arguments.entries()) {
    const fn = callbackOf(walker, { ...expr, node: argument }, ctx)
    if (!fn || input.isClaimed(fn.node) || ctx.active.includes(fn.node)) continue
    const frame = fn.node === argument ? expr.frame : fn.frame
    const target = { module: fn.module, node: fn.node, frame }
    const silent: Ctx = { ...ctx, thrown: (_, path) => settled.push(path), exception: () => {} }
    const settled: Path[] = []
    if (name !== null && arrayCallbacks.has(name) && index === 0) {
      const object = isMember(expr.node.callee) ? expr.node.callee.object : expr.node
      const header = `for some ${paramText(fn.node, fn.module.text)} of ${collapse(expr.module.text.slice(object.start, object.end))}`
      now = walker.loop({
        expr: { ...expr, node: fn.node }, header, infinite: false, label: null, bag: now, ctx,
        walk: (from, inner) => [...walker.body(target, from, { ...inner, thrown: ctxThrown(fn.node, inner, settled) }).map(e => e.path), ...settled.splice(0)],
      })
      continue
    }
    if (name === 'on' || name === 'once' || name === 'addEventListener' || name === 'addListener') {
      const [event] = expr.node.arguments
      if (event?.type === 'Literal' && typeof event.value === 'string' && failureEvents.has(event.value)) {
        const marker = walker.catchMarker({ ...expr, node: fn.node })
        const from = now.map(p => ({ cell: input.conditions.cell(p.cell, marker), state: p.state }))
        const ended = walker.body(target, from, silent).map(e => e.path)
        now = walker.join([...now, ...ended, ...settled], false)
        continue
      }
    }
    const isExecutor = isWaitedFor && index === 0 && expr.node.type === 'NewExpression' && expr.node.callee.type === 'Identifier' && expr.node.callee.name === 'Promise'
    const inner = isExecutor ? { ...ctx, rejecting: new Map([...ctx.rejecting, [fn.node, ctx.thrown] as const]) } : silent
    const ended = walker.body(target, now, inner).map(e => e.path)
    now = walker.join([...ended, ...settled], false)
  }
  return now
}

/** A throw in a synchronous array callback is a throw of the unit; in an asynchronous one it ends the callback. */
const ctxThrown = (fn: FunctionNode, inner: Ctx, settled: Path[]): Ctx['thrown'] => (fn.async ? (_, path) => settled.push(path) : inner.thrown)

const paramText = (fn: FunctionNode, text: string): string => {
  const [first] = fn.params
  return first ? collapse(text.slice(first.start, first.end)).replace(/:.*$/, '') : 'item'
}

/** The function an argument is: inline, or a nested function of the unit by name (U2). */
function callbackOf(walker: Walker, argument: Expr, ctx: Ctx): { module: Ctx['module']; node: FunctionNode; frame: Expr['frame'] } | null {
  const node = strip(argument.node as Expression)
  if (isFunction(node)) return { module: argument.module, node, frame: argument.frame }
  if (node.type === 'CallExpression') return madeCallback(walker, { ...argument, node }, ctx)
  if (node.type !== 'Identifier') return null
  const binding = walker.input.values.binding(argument.module, node)
  if (!binding || binding.topLevel || binding.owner === null) return null
  const value = walker.input.values.one({ ...argument, node })
  if (value?.type !== 'function' || !ctx.active.some(a => a === binding.owner)) return null
  return value.expr
}

/** A function that a project function makes around `resolve` and `reject` of a promise of the unit. */
function madeCallback(walker: Walker, call: CallExpr, ctx: Ctx): ReturnType<typeof callbackOf> {
  if (ctx.rejecting.size === 0) return null
  const takes = call.node.arguments.some(a => a.type !== 'SpreadElement' && (executorOf(walker, { ...call, node: a }, ctx, 0) ?? executorOf(walker, { ...call, node: a }, ctx, 1)))
  const value = takes ? walker.input.values.one(call) : null
  return value?.type === 'function' ? value.expr : null
}

/** The executor whose parameter of this position the expression is. */
function executorOf(walker: Walker, expr: Expr, ctx: Ctx, index: number): FunctionNode | null {
  const node = strip(expr.node as Expression)
  const value = node.type === 'Identifier' ? walker.input.values.one({ ...expr, node }) : null
  const source = value?.type === 'param' ? value.binding.source : null
  return source?.type === 'param' && source.index === index && source.path.length === 0 && ctx.rejecting.has(source.fn) ? source.fn : null
}

interface PromiseLink {
  method: 'then' | 'catch' | 'finally'
  object: Expr
  handlers: readonly (FunctionNode | null)[]
}

/** `p.then(f, g)`, `p.catch(g)`, `p.finally(h)` with functions written in place. */
export function promiseLink(expr: CallExpr): PromiseLink | null {
  const { callee } = expr.node
  if (!isMember(callee)) return null
  const method = memberName(callee)
  if (method !== 'then' && method !== 'catch' && method !== 'finally') return null
  const handlers = expr.node.arguments.map(a => {
    const node = a.type === 'SpreadElement' ? null : strip(a)
    return node && isFunction(node) ? node : null
  })
  if (!handlers.some(h => h !== null) || !isCallLike(callee.object)) return null
  return { method, object: { ...expr, node: callee.object }, handlers }
}

const isCallLike = (node: Node): boolean => {
  const at = strip(node as Expression)
  return isCall(at) || at.type === 'Identifier' || isMember(at)
}

/** A promise chain is read as the code it stands for (U7). */
function promise(walker: Walker, expr: CallExpr, link: PromiseLink, bag: Bag, ctx: Ctx): Bag {
  const { input } = walker
  const [first, second] = link.handlers
  const settled: Path[] = []
  const isJoined = ctx.returning || ctx.awaiting
  const base: Ctx = { ...ctx, returning: false, tail: false, ...(isJoined ? {} : { thrown: (_, path) => settled.push(path) }) }
  const rejected = link.method === 'catch' ? first : link.method === 'then' ? second : null
  const exceptions: Path[] = []
  const thrown: Path[] = []
  const holds = input.holdsClientCall(link.object)
  const caught = (state: State): State => (holds ? { ...state, caught: true } : state)
  const guarded: Ctx = rejected
    ? { ...base, exception: p => exceptions.push(p), thrown: (t, p) => thrown.push({ cell: p.cell, state: p.state.answer ? p.state : { ...caught(p.state), thrown: input.thrownClass(t.expr, p.state.thrown) } }) }
    : base
  const run = (fn: FunctionNode, argument: Expr | null, from: Bag, at: Ctx): readonly Path[] => {
    const value = { type: 'function', expr: { ...expr, node: fn }, self: null } as const
    const target = { module: expr.module, node: fn, frame: argument ? enterWith(value, [{ type: 'expr', expr: argument }], expr) : expr.frame }
    const ended = walker.body(target, from, at)
    if (!ctx.returning) return ended.map(e => e.path)
    for (const { value: returned, order, path } of ended) ctx.end({ value: returned, node: returned ?? { ...target, node: fn }, order }, path)
    return []
  }
  const passesOn = link.method !== 'then' && ctx.returning
  let now = evaluate(walker, link.object, bag, { ...guarded, returning: passesOn, awaiting: isJoined || rejected !== null && rejected !== undefined })
  if (link.method === 'then' && first) now = run(first, link.object, now, base)
  if (link.method === 'finally' && first) walker.body({ module: expr.module, node: first, frame: expr.frame }, now.length > 0 ? now : bag, { ...base, finallyOf: [...base.finallyOf, expr] })
  if (rejected) {
    const from = walker.join(exceptions.length > 0 ? exceptions : bag, false)
    const marker = walker.catchMarker(link.object)
    const starts = walker.join([...from.map(p => ({ cell: input.conditions.cell(p.cell, marker), state: caught(p.state) })), ...thrown], false)
    now = [...now, ...run(rejected, null, starts, base).map(p => ({ cell: p.cell, state: { ...p.state, thrown: null } }))]
  }
  return walker.join([...now, ...settled], false)
}

/** Awaited directly or through `Promise.all` and its kin (E5). */
function isAwaited(expr: CallExpr): boolean {
  const { parents } = expr.module
  let node: Node = expr.node
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    if (parent.type === 'AwaitExpression') return true
    if (parent.type === 'ArrayExpression' || parent.type === 'TSAsExpression' || parent.type === 'TSNonNullExpression') node = parent
    else if (parent.type === 'CallExpression' && parent.arguments.includes(node as never) && isMember(parent.callee)
      && ['all', 'allSettled', 'race', 'any'].includes(memberName(parent.callee) ?? '')) node = parent
    else return false
  }
  return false
}
