/** Whether code goes on where a value it reads is missing: it tests it, or hands it to a library that may take nothing. */
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { type CallNode, isCall, type Node, strip } from '../program/syntax.js'

/** What becomes of a value at one place. */
type Use = 'optional' | 'needed' | 'refused'

/** A test that only throws says the value is needed. */
export function isOptionalUse(read: Expr, values: Values): boolean {
  const uses = usesOf(read, values, new Set())
  return uses.includes('optional') && !uses.includes('refused')
}

/** The value of a name, wherever the name stands. */
export const isOptionalName = (module: Expr['module'], name: Node, values: Values): boolean => {
  const uses = usesOfName({ module, node: name, frame: null }, values, new Set())
  return uses.includes('optional') && !uses.includes('refused')
}

function usesOf(at: Expr, values: Values, seen: Set<Node>): Use[] {
  const { module, node } = at
  const parent = module.parents.get(node)
  const up = (): Use[] => (parent ? usesOf({ ...at, node: parent }, values, seen) : ['needed'])
  switch (parent?.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSSatisfiesExpression':
    case 'AwaitExpression':
      return up()
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof' ? [tested(at, parent)] : ['needed']
    case 'BinaryExpression':
      return /^[=!]==?$/.test(parent.operator) ? [tested(at, parent)] : ['needed']
    case 'LogicalExpression':
      return parent.left === node && parent.operator === '&&' ? [tested(at, parent)] : isTest(at, parent) ? [tested(at, parent)] : up()
    case 'ConditionalExpression':
      return parent.test === node ? ['optional'] : up()
    case 'IfStatement':
    case 'SwitchStatement':
    case 'WhileStatement':
      return [tested(at, node)]
    case 'MemberExpression':
      return parent.object === node && parent.optional ? ['optional'] : ['needed']
    case 'Property':
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'SpreadElement':
      return parent.type === 'Property' && parent.value !== node ? ['needed'] : up()
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node ? ['needed'] : [handed({ ...at, node: parent }, values)]
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && parent.init === node ? usesOfName({ ...at, node: parent.id }, values, seen) : ['needed']
    default:
      return ['needed']
  }
}

function usesOfName(at: Expr, values: Values, seen: Set<Node>): Use[] {
  if (at.node.type !== 'Identifier' || seen.has(at.node)) return []
  seen.add(at.node)
  const references = values.binding(at.module, at.node)?.references ?? []
  return references.flatMap(node => usesOf({ ...at, node }, values, seen))
}

/** An operand of a condition whose outcome is asked. */
const isTest = ({ module }: Expr, node: Node): boolean => {
  const parent = module.parents.get(node)
  return (parent?.type === 'IfStatement' && parent.test === node) || (parent?.type === 'LogicalExpression' && isTest({ module, node, frame: null }, parent))
}

/** `if (!value) throw`: the code refuses to go on. */
function tested({ module }: Expr, node: Node): Use {
  let top = node
  for (let parent = module.parents.get(top); parent && (parent.type === 'LogicalExpression' || parent.type === 'UnaryExpression' || parent.type === 'ParenthesizedExpression'); parent = module.parents.get(top)) top = parent
  const statement = module.parents.get(top)
  return statement?.type === 'IfStatement' && statement.test === top && leaves(statement.consequent) ? 'refused' : 'optional'
}

function leaves(statement: Node): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement
  if (last?.type === 'ThrowStatement') return true
  const call = last?.type === 'ExpressionStatement' ? strip(last.expression) : null
  const callee = call && isCall(call) ? strip(call.callee) : null
  return callee?.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'process'
}

/** Functions of the project need what they are given, as does what makes text of it. */
function handed(call: Expr, values: Values): Use {
  const [callee, ...others] = values.resolve({ ...call, node: (call.node as CallNode).callee })
  return callee?.type === 'external' && others.length === 0 ? 'optional' : 'needed'
}
