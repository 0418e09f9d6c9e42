/** What a function's body returns, by syntax alone. */
import { bodyStatements, children, type Expression, type FunctionNode, isClass, isFunction, type Node } from '../program/syntax.js'

const known = new WeakMap<FunctionNode, readonly (Expression | null)[]>()

/** Returned expressions in source order; null for a bare `return`. Empty when nothing is returned. */
export function returnedExpressions(fn: FunctionNode): readonly (Expression | null)[] {
  const before = known.get(fn)
  if (before) return before
  const out: (Expression | null)[] = []
  if (fn.body && fn.body.type !== 'BlockStatement') out.push(fn.body)
  const visit = (node: Node): void => {
    if (isFunction(node) || isClass(node)) return
    if (node.type === 'ReturnStatement') out.push(node.argument)
    for (const child of children(node)) visit(child)
  }
  for (const statement of bodyStatements(fn)) visit(statement)
  known.set(fn, out)
  return out
}

export function isWithin(parents: ReadonlyMap<Node, Node>, node: Node, ancestor: Node): boolean {
  for (let at: Node | undefined = node; at; at = parents.get(at)) if (at === ancestor) return true
  return false
}
