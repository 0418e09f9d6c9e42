/** Which exceptions a catch passes on, and on which of its own tests of them that depends (extraction.md 11.3, 16.3). */
import { bodyStatements, children, type Expression, type FunctionNode, isFunction, isMember, memberName, type Node, type Statement, strip } from '../../program/syntax.js'
import type { RawCatch, RawCatchTest, RawPass } from '../../raw.js'
import type { Expr } from '../../values/value.js'

export interface CatchInput {
  /** The expression is what was caught. */
  isCaught(node: Node): boolean
  /** Calling it with an argument passes that on as an error: `next`. */
  passesOn(callee: Expr): boolean
}

type Tests = readonly RawCatchTest[]
interface Ways {
  yes: Tests[]
  no: Tests[]
}

const maxStates = 16
const other: RawCatchTest = { type: 'other' }

/** `body`: the block of a `catch`, or the function given to `.catch`. */
export function readCatch(at: Expr, body: Node | FunctionNode, input: CatchInput): RawCatch {
  const passes: RawPass[] = []

  function run(list: readonly Statement[], from: readonly Tests[]): readonly Tests[] {
    return list.reduce<readonly Tests[]>((states, node) => statement(node, states).slice(0, maxStates), from)
  }

  function statement(node: Statement, states: readonly Tests[]): readonly Tests[] {
    if (states.length === 0) return states
    switch (node.type) {
      case 'BlockStatement': return run(node.body, states)
      case 'IfStatement': {
        const { yes, no } = waysOf(node.test)
        return [...statement(node.consequent, product(states, yes)), ...(node.alternate ? statement(node.alternate, product(states, no)) : product(states, no))]
      }
      case 'ThrowStatement':
        thrown(node.argument, node, states)
        return []
      case 'ReturnStatement':
        if (node.argument) returned(node.argument, states)
        return []
      case 'ExpressionStatement': return expression(strip(node.expression), states)
      case 'TryStatement': return run(node.finalizer ? node.finalizer.body : [], run(node.block.body, states))
      case 'FunctionDeclaration': case 'VariableDeclaration': return states
      default:
        if (mayPass(node)) note(node, product(states, [[other]]), false)
        return states
    }
  }

  /** `throw e`, `throw e instanceof A ? e : new B()`. */
  function thrown(node: Expression, place: Node, states: readonly Tests[]): void {
    const value = strip(node)
    if (value.type === 'ConditionalExpression') {
      const { yes, no } = waysOf(value.test)
      thrown(value.consequent, place, product(states, yes))
      thrown(value.alternate, place, product(states, no))
    } else if (input.isCaught(value)) note(place, states, false)
  }

  function returned(node: Expression, states: readonly Tests[]): void {
    const value = strip(node)
    if (value.type === 'ConditionalExpression') {
      const { yes, no } = waysOf(value.test)
      returned(value.consequent, product(states, yes))
      returned(value.alternate, product(states, no))
      return
    }
    if (isRejection(value)) {
      const [first] = value.type === 'CallExpression' ? value.arguments : []
      if (first && first.type !== 'SpreadElement') thrown(first, value, states)
      return
    }
    expression(value, states)
  }

  function expression(node: Expression, states: readonly Tests[]): readonly Tests[] {
    if (node.type === 'LogicalExpression' && node.operator === '&&') {
      const { yes, no } = waysOf(node.left)
      return [...expression(strip(node.right), product(states, yes)), ...product(states, no)]
    }
    if (node.type === 'ConditionalExpression') {
      const { yes, no } = waysOf(node.test)
      return [...expression(strip(node.consequent), product(states, yes)), ...expression(strip(node.alternate), product(states, no))]
    }
    if (node.type !== 'CallExpression' || !input.passesOn({ ...at, node: node.callee })) return states
    const [first] = node.arguments
    if (!first || first.type === 'SpreadElement') return states
    const value = strip(first)
    if (value.type === 'ConditionalExpression') {
      const { yes, no } = waysOf(value.test)
      if (input.isCaught(strip(value.consequent))) note(node, product(states, yes), true)
      if (input.isCaught(strip(value.alternate))) note(node, product(states, no), true)
      return []
    }
    if (!input.isCaught(value)) return []
    note(node, states, true)
    return []
  }

  function note(node: Node, states: readonly Tests[], direct: boolean): void {
    for (const tests of states) passes.push({ tests: [...tests], at: node.start, ...(direct ? { direct: true as const } : {}) })
  }

  function waysOf(node: Expression): Ways {
    const test = strip(node)
    if (test.type === 'UnaryExpression' && test.operator === '!') {
      const { yes, no } = waysOf(test.argument)
      return { yes: no, no: yes }
    }
    if (test.type === 'LogicalExpression' && test.operator !== '??') {
      const a = waysOf(test.left)
      const b = waysOf(test.right)
      return test.operator === '&&'
        ? { yes: product(a.yes, b.yes), no: [...a.no, ...product(a.yes, b.no)] }
        : { yes: [...a.yes, ...product(a.no, b.yes)], no: product(a.no, b.no) }
    }
    if (input.isCaught(test)) return { yes: [[]], no: [] }
    if (test.type === 'BinaryExpression' && test.operator === 'instanceof' && input.isCaught(strip(test.left as Expression))) {
      const name = at.module.text.slice(test.right.start, test.right.end).replace(/\s+/g, '')
      return { yes: [[{ type: 'instance', name, positive: true }]], no: [[{ type: 'instance', name, positive: false }]] }
    }
    return mentions(test) ? { yes: [[other]], no: [[other]] } : { yes: [[]], no: [[]] }
  }

  const mentions = (node: Node): boolean => input.isCaught(node) || children(node).some(mentions)

  function mayPass(node: Node): boolean {
    if (isFunction(node)) return false
    if (node.type === 'ThrowStatement') return mentions(node.argument)
    if (node.type === 'CallExpression' && (input.passesOn({ ...at, node: node.callee }) || isRejection(node))) return node.arguments.some(mentions)
    return children(node).some(mayPass)
  }

  if (!isFunction(body)) run(body.type === 'BlockStatement' ? body.body : [], [[]])
  else if (body.body && body.body.type !== 'BlockStatement') returned(body.body, [[]])
  else run(bodyStatements(body), [[]])
  return { passes }
}

const product = (a: readonly Tests[], b: readonly Tests[]): Tests[] => a.flatMap(x => b.map(y => [...x, ...y])).slice(0, maxStates)

const isRejection = (node: Node): boolean =>
  node.type === 'CallExpression' && isMember(node.callee) && memberName(node.callee) === 'reject' && node.callee.object.type === 'Identifier' && node.callee.object.name === 'Promise'
