/** Whether a `finally` may reach its end: one that cannot puts its own way out in the place of an exception. */
import { type Node, type Statement, strip } from '../../program/syntax.js'

/** What a jump inside the statement stays in. */
interface Around {
  isBreakable: boolean
  isLoop: boolean
  labels: readonly string[]
}

const outside: Around = { isBreakable: false, isLoop: false, labels: [] }

export const canComplete = (statement: Statement): boolean => completes(statement, outside)

/** A jump that stays inside counts as an end of what it leaves. */
function completes(node: Statement, around: Around): boolean {
  switch (node.type) {
    case 'ReturnStatement': case 'ThrowStatement': return false
    case 'BreakStatement': return node.label ? around.labels.includes(node.label.name) : around.isBreakable
    case 'ContinueStatement': return node.label ? around.labels.includes(node.label.name) : around.isLoop
    case 'BlockStatement': return node.body.every(s => completes(s, around))
    case 'IfStatement': return !node.alternate || completes(node.consequent, around) || completes(node.alternate, around)
    case 'LabeledStatement': return completes(node.body, { ...around, labels: [...around.labels, node.label.name] })
    case 'TryStatement':
      if (node.finalizer && !completes(node.finalizer, around)) return false
      return completes(node.block, around) || (node.handler !== null && completes(node.handler.body, around))
    case 'SwitchStatement': {
      const filled = node.cases.filter((c, i) => c.consequent.length > 0 || i === node.cases.length - 1)
      return !node.cases.some(c => c.test === null) || filled.some(c => c.consequent.every(s => completes(s, { ...around, isBreakable: true })))
    }
    case 'DoWhileStatement': return completes(node.body, { ...around, isBreakable: true, isLoop: true })
    case 'WhileStatement': case 'ForStatement':
      return !isEndless(node.test) || completes(node.body, { ...around, isBreakable: true, isLoop: true })
    default: return true
  }
}

function isEndless(test: Node | null | undefined): boolean {
  if (!test) return true
  const node = strip(test as Parameters<typeof strip>[0])
  return node.type === 'Literal' && node.value === true
}
