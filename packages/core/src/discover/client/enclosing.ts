/** The unit a client call belongs to. */
import type { SourceModule } from '../../program/module.js'
import { type FunctionNode, isCall, isFunction, type Node } from '../../program/syntax.js'
import { exprAt, type Expr } from '../../values/value.js'
import { boundName } from '../../values/names.js'

/** The nearest function around the call that is bound to a name or exported; null: the module. */
export function enclosingUnit(call: Expr): Expr<FunctionNode> | null {
  for (let at = call.module.parents.get(call.node); at; at = call.module.parents.get(at)) {
    if (!isFunction(at)) continue
    const fn = exprAt(call.module, at)
    if (boundName(fn) !== null && !isInlineCallback(call.module, at)) return fn
    if (!hasBoundAncestor(call.module, at)) return fn
  }
  return null
}

/** The function the call runs in: one in an object argument, or one that a hook takes, runs when its receiver says, apart from the unit that holds it. */
export function runningFunction(call: Expr, holder: Expr<FunctionNode>, isRun: (fn: Expr<FunctionNode>) => boolean): Expr<FunctionNode> {
  for (let at = call.module.parents.get(call.node); at && at !== holder.node; at = call.module.parents.get(at))
    if (isFunction(at) && (isInlineCallback(call.module, at) || isRun(exprAt(call.module, at)))) return exprAt(call.module, at)
  return holder
}

/** A function passed to a call whose result is not what binds a name: `useQuery({ queryFn: () => … })`. */
function isInlineCallback(module: SourceModule, fn: Node): boolean {
  const holder = module.parents.get(fn)
  if (holder?.type !== 'Property') return false
  const object = module.parents.get(holder)
  const call = object ? module.parents.get(object) : undefined
  return call !== undefined && isCall(call) && call.arguments.includes(object as never) && hasBoundAncestor(module, fn)
}

function hasBoundAncestor(module: SourceModule, fn: Node): boolean {
  for (let at = module.parents.get(fn); at; at = module.parents.get(at)) if (isFunction(at) && boundName(exprAt(module, at)) !== null) return true
  return false
}
