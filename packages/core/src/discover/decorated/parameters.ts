/** Decorated parameters of a method: what each is, and what its decorator was given. */
import type { FunctionNode, Node } from '../../program/syntax.js'
import { type AppliedDecorator, type Decorators, decoratorsOn } from '../../values/decorators.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

export interface DecoratedParameter {
  index: number
  node: Node
  decorators: Decorators
  /** The first one counts. */
  first: AppliedDecorator | null
}

export function decoratedParameters(values: Values, fn: Expr<FunctionNode>): DecoratedParameter[] {
  return fn.node.params.map((node, index) => {
    const decorators = decoratorsOn(values, { ...fn, node })
    return { index, node, decorators, first: decorators.list[0] ?? null }
  })
}

/** The name a parameter binds; the parameter itself where it is taken apart. */
export const targetOf = (node: Node): Node => {
  const inner = node.type === 'TSParameterProperty' ? node.parameter : node
  return inner.type === 'AssignmentPattern' ? inner.left : inner
}
