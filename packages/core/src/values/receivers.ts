/** Inherited methods that run otherwise on an instance of a class below (extraction.md C6). */
import {
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  isMember,
  type Node,
  children,
  strip,
  type Expression,
} from '../program/syntax.js'
import type { Values } from './resolve.js'
import { type Expr, type Frame, siteKey, type Value } from './value.js'

/** A function a call leads to; `receiver`: the class whose instance runs it, where that makes a difference. */
export interface CalledFunction extends Expr<FunctionNode> {
  receiver?: Expr<ClassNode>
}

const maxDepth = 8

export function calledFunction(values: Values, value: Value & { type: 'function' }): CalledFunction {
  const { self, expr } = value
  if (self?.type !== 'instance') return expr
  const owner = classAround(expr)
  if (!owner || owner.node === self.cls.node || !runsOtherwise(values, expr, owner, self.cls, new Set()))
    return expr
  return { ...expr, receiver: self.cls }
}

/** `this` in the class's methods is an instance of the concrete class. */
export function instanceFrame(owner: Expr<ClassNode>, concrete: Expr<ClassNode>): Frame {
  return {
    id: `this:${siteKey(concrete)}>${siteKey(owner)}`,
    owner: owner.node,
    args: [],
    self: { type: 'instance', cls: concrete, site: null },
    parent: owner.frame,
    depth: owner.frame?.depth ?? 0,
    site: null,
  }
}

/** The class a method is written in; null for a function that is no member. */
export function classAround(fn: Expr<FunctionNode>): Expr<ClassNode> | null {
  for (let at = fn.module.parents.get(fn.node); at; at = fn.module.parents.get(at))
    if (isClass(at)) return { ...fn, node: at }
  return null
}

/** A call on `this`, followed through its callees, leads elsewhere there. */
function runsOtherwise(
  values: Values,
  fn: Expr<FunctionNode>,
  owner: Expr<ClassNode>,
  concrete: Expr<ClassNode>,
  seen: Set<Node>,
): boolean {
  if (seen.has(fn.node) || seen.size > maxDepth) return false
  seen.add(fn.node)
  return callsOnThis(fn.node).some(callee => {
    const at = (frame: Frame): readonly Value[] => values.resolve({ module: fn.module, node: callee, frame })
    const here = at(instanceFrame(owner, owner))
    const there = at(instanceFrame(owner, concrete))
    if (keysOf(here) !== keysOf(there)) return true
    return there.some(v => {
      const next =
        v.type === 'function' && v.self?.type === 'instance' && v.self.cls.node === concrete.node
          ? classAround(v.expr)
          : null
      return (
        next !== null &&
        v.type === 'function' &&
        next.node !== concrete.node &&
        runsOtherwise(values, v.expr, next, concrete, seen)
      )
    })
  })
}

const keysOf = (values: readonly Value[]): string =>
  values.map(v => (v.type === 'function' ? `${v.expr.module.file}:${v.expr.node.start}` : v.type)).join()

/** Callees that start at `this`, calls of nested plain functions left out. */
function callsOnThis(fn: FunctionNode): Node[] {
  const out: Node[] = []
  const visit = (node: Node): void => {
    if (isClass(node) || (isFunction(node) && node !== fn && node.type !== 'ArrowFunctionExpression')) return
    if (node.type === 'CallExpression' && startsAtThis(node.callee)) out.push(node.callee)
    for (const child of children(node)) visit(child)
  }
  visit(fn)
  return out
}

function startsAtThis(callee: Node): boolean {
  let at = strip(callee as Expression)
  if (!isMember(at)) return false
  while (isMember(at)) at = strip(at.object)
  return at.type === 'ThisExpression'
}
