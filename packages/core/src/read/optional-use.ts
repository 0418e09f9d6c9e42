/** Whether code needs a value it reads: it takes it apart, asserts it, makes text of it, or refuses to go on without. */
import { type CallNode, isCall, isFunction, type Node, strip } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'

/** What becomes of a value at one place; `unknown`: it goes where this does not look. */
type Use = 'needed' | 'refused' | 'tested' | 'unknown'

/** A test that only throws says that the value is needed; any other test, that it may be missing. */
const mayBeMissing = (uses: readonly Use[]): boolean => !uses.includes('refused') && (uses.includes('tested') || !uses.includes('needed'))

export const isOptionalUse = (read: Expr, values: Values): boolean => mayBeMissing(usesOf(read, values, new Set()))

/** The value of a name, wherever the name stands. */
export const isOptionalName = (module: Expr['module'], name: Node, values: Values): boolean =>
  mayBeMissing(usesOfName({ module, node: name, frame: null }, values, new Set()))

function usesOf(at: Expr, values: Values, seen: Set<Node>): Use[] {
  const { module, node } = at
  const parent = module.parents.get(node)
  const up = (): Use[] => (parent ? usesOf({ ...at, node: parent }, values, seen) : ['unknown'])
  switch (parent?.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSSatisfiesExpression':
    case 'AwaitExpression':
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'SpreadElement':
      return up()
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TemplateLiteral':
      return ['needed']
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof' ? [tested(at, parent)] : ['unknown']
    case 'BinaryExpression':
      if (/^[=!]==?$/.test(parent.operator)) return [tested(at, parent)]
      return parent.operator === '+' ? ['needed'] : ['unknown']
    case 'LogicalExpression':
      return (parent.left === node && parent.operator === '&&') || isTest(at, parent) ? [tested(at, parent)] : up()
    case 'ConditionalExpression':
      return parent.test === node ? ['tested'] : up()
    case 'IfStatement':
    case 'SwitchStatement':
    case 'WhileStatement':
      return [tested(at, node)]
    case 'MemberExpression':
      return parent.object !== node ? ['unknown'] : parent.optional ? ['tested'] : ['needed']
    case 'Property':
      return parent.value === node ? up() : ['unknown']
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node ? ['needed'] : handed({ ...at, node: parent }, node, values, seen)
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && parent.init === node ? usesOfName({ ...at, node: parent.id }, values, seen) : ['unknown']
    default:
      return ['unknown']
  }
}

function usesOfName(at: Expr, values: Values, seen: Set<Node>): Use[] {
  if (at.node.type !== 'Identifier' || seen.has(at.node)) return ['unknown']
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
  return statement?.type === 'IfStatement' && statement.test === top && leaves(statement.consequent) ? 'refused' : 'tested'
}

function leaves(statement: Node): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement
  if (last?.type === 'ThrowStatement') return true
  const call = last?.type === 'ExpressionStatement' ? strip(last.expression) : null
  const callee = call && isCall(call) ? strip(call.callee) : null
  return callee?.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'process'
}

/** Functions of the language that make something wrong of nothing. */
const wantingText = new Set(['JSON.stringify', 'fetch', 'URL', 'encodeURIComponent', 'encodeURI'])

/** A function of the project is asked what it does with its parameter. */
function handed(call: Expr, argument: Node, values: Values, seen: Set<Node>): Use[] {
  const node = call.node as CallNode
  const [callee, ...others] = values.resolve({ ...call, node: node.callee })
  if (!callee || others.length > 0) return ['unknown']
  if (callee.type === 'global') return [wantingText.has(callee.path.join('.')) ? 'needed' : 'unknown']
  const param = callee.type === 'function' && isFunction(callee.expr.node) ? callee.expr.node.params[node.arguments.indexOf(argument as never)] : undefined
  return callee.type === 'function' && param?.type === 'Identifier' ? usesOfName({ ...callee.expr, node: param, frame: null }, values, seen) : ['unknown']
}
