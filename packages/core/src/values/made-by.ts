/** What gave the value a method is called on: the call or construction it came from, or the decorator that supplies it. */
import { type CallNode, isMember, keyName, type Node } from '../program/syntax.js'
import { typeOrigin } from './declared-origin.js'
import { decoratorsOn } from './decorators.js'
import { originOf, type ValueOrigin } from './origin.js'
import type { Values } from './resolve.js'
import { exprAt, type Expr } from './value.js'

export interface Maker {
  origin: ValueOrigin
  args: readonly Expr[]
  /** Type that what is supplied is declared with. */
  type: ValueOrigin
}

export function madeBy(values: Values, call: Expr<CallNode>): Maker | null {
  const { callee } = call.node
  if (!isMember(callee)) return null
  const value = values.one({ ...call, node: callee.object })
  switch (value?.type) {
    case 'call':
      return { origin: originOf(value.callee), args: argumentsOf(value.expr), type: typeOfSupplied(values, value.expr) }
    case 'param':
      return supplier(values, exprAt(value.module, decorated(value.module.parents, value.binding.node)))
    case 'member': {
      if (value.object.type !== 'instance') return null
      const { cls } = value.object
      const found = cls.node.body.body.find(m => m.type === 'PropertyDefinition' && keyName(m.key, m.computed) === value.property)
      return found ? supplier(values, { ...cls, node: found }) : null
    }
    default:
      return null
  }
}

/** Decorators of `constructor(@Inject('X') private readonly x: X)` stand around the name. */
function decorated(parents: ReadonlyMap<Node, Node>, name: Node): Node {
  const parent = parents.get(name)
  return parent?.type === 'TSParameterProperty' ? parent : name
}

function supplier(values: Values, at: Expr): Maker | null {
  const [first] = decoratorsOn(values, at).list
  return first ? { origin: { module: first.module, path: [first.name] }, args: first.args, type: annotated(values, at) } : null
}

/** The call of a decorator stands for what it supplies. */
function typeOfSupplied(values: Values, { module, node }: Expr): ValueOrigin {
  const decorator = module.parents.get(node)
  const holder = decorator?.type === 'Decorator' ? module.parents.get(decorator) : undefined
  return holder ? annotated(values, exprAt(module, holder)) : null
}

function annotated(values: Values, { module, node }: Expr): ValueOrigin {
  const named = node.type === 'TSParameterProperty' ? node.parameter : node
  const annotation = 'typeAnnotation' in named ? named.typeAnnotation : null
  const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
  return type ? typeOrigin(values, type, module) : null
}

const argumentsOf = (call: Expr<CallNode>): Expr[] =>
  call.node.arguments.flatMap((a): Expr[] => (a.type === 'SpreadElement' ? [] : [{ ...call, node: a }]))
