/** Which calls are read in place: nested functions, outcome helpers, the wrappers of a client call (extraction.md 9 U2, 11.4, R12). */
import type { DiscoveredUnit } from '../discover/unit.js'
import { type CallNode, children, type FunctionNode, isFunction, type Node } from '../program/syntax.js'
import type { SourceModule } from '../program/module.js'
import type { Values } from '../values/resolve.js'
import { enterWith } from '../values/frames.js'
import { type Argument, type Expr, type Frame, siteKey } from '../values/value.js'
import type { Ctx, Inlining, WalkInput } from './paths/walker.js'
import type { Roles } from './roles.js'

export function openInlining(input: { unit: DiscoveredUnit; values: Values; roles: Roles; isClaimed(fn: FunctionNode): boolean }): Pick<WalkInput, 'inlineOf' | 'outcomeOf'> {
  const { unit, values, roles } = input
  const wrappers = new Map((unit.client?.chain ?? []).map((call, i) => [siteKey(call), unit.client?.entered[i]]))
  const owner = unit.body && isFunction(unit.body.node) ? unit.body.node : null

  return {
    inlineOf(call, ctx) {
      const wrapper = wrappers.get(siteKey(call))
      if (wrapper) return { type: 'wrapper', ...wrapper }
      const unmatched = unit.notFound?.handler
      if (unmatched && isFunction(unmatched.node) && !ctx.active.includes(unmatched.node) && roles.isNotFoundCall(call)) return { type: 'helper', ...withParameters(unmatched.module, unmatched.node, unmatched.frame, call) }
      const callees = values.resolve({ ...call, node: call.node.callee })
      const [callee] = callees
      if (callees.length !== 1 || callee?.type !== 'function') return null
      const fn = callee.expr.node
      if (!fn.body || fn.generator || ctx.active.includes(fn)) return null
      const isNested = owner !== null && isInside(callee.expr, owner)
      if (input.isClaimed(fn) && !isNested) return null
      const passesOutcome = call.node.arguments.some(a => a.type !== 'SpreadElement' && roles.isOutcomeArgument({ ...call, node: a }))
      const usesOutcome = isNested || passesOutcome || passesWork(call, ctx) || (callee.self !== null && closesOverOutcome(call))
      if (!usesOutcome) return null
      const inlining: Inlining = { type: 'helper', module: callee.expr.module, node: fn, frame: values.enter(callee, call) }
      return inlining
    },
    outcomeOf(call, ctx) {
      const found = values.resolve(call)
      if (found.length < 2 || !found.some(v => roles.isMadeAnswer(v))) return null
      const callees = values.resolve({ ...call, node: call.node.callee })
      const [callee] = callees
      if (callees.length !== 1 || callee?.type !== 'function') return null
      const fn = callee.expr.node
      if (!fn.body || fn.generator || ctx.active.includes(fn) || input.isClaimed(fn)) return null
      return { type: 'helper', module: callee.expr.module, node: fn, frame: values.enter(callee, call) }
    },
  }

  /** The framework calls it with what it called the unit with. */
  function withParameters(module: SourceModule, node: FunctionNode, outer: Frame | null, site: Expr<CallNode>): Pick<Inlining, 'module' | 'node' | 'frame'> {
    const lead = unit.wrapper?.throwParam ?? unit.wrapper?.resultParam ?? null
    const params = (owner?.params ?? []).filter((_, i) => i !== lead)
    const args = params.map((p): Argument => (unit.body && p.type === 'Identifier' ? { type: 'expr', expr: { ...unit.body, node: p } } : { type: 'unknown' }))
    return { module, node, frame: enterWith({ type: 'function', expr: { module, node, frame: outer }, self: null }, args, site) }
  }

  /** A function written in place that throws or answers: whether it does is decided where it is called. */
  function passesWork(call: Expr<CallNode>, ctx: Ctx): boolean {
    return call.node.arguments.some(a => isFunction(a) && !a.async && !ctx.active.includes(a) && doesWork({ ...call, node: a.body as Node }))
  }

  function doesWork(expr: Expr): boolean {
    return expr.node.type === 'ThrowStatement' || roles.acts(expr) || children(expr.node).some(child => !(isFunction(child) && child.async) && doesWork({ ...expr, node: child }))
  }

  /** A method of a helper made with the response: `new Reply(res).ok(x)`. */
  function closesOverOutcome(call: Expr<CallNode>): boolean {
    const { callee } = call.node
    if (callee.type !== 'MemberExpression') return false
    const objects = values.resolve({ ...call, node: callee.object })
    const [object] = objects
    const site = objects.length === 1 && object?.type === 'instance' ? object.site : null
    return site?.node.arguments.some(a => a.type !== 'SpreadElement' && roles.isOutcomeArgument({ ...site, node: a })) ?? false
  }
}

const isInside = (fn: Expr, owner: Node): boolean => {
  for (let at = fn.module.parents.get(fn.node); at; at = fn.module.parents.get(at)) if (at === owner) return true
  return false
}
