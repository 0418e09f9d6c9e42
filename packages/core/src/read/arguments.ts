/** Call arguments as data. */
import type { Argument } from '../ir/index.js'
import { type Expression, isCall, keyName, type Node, strip } from '../program/syntax.js'
import type { Expr } from '../values/value.js'
import type { Subjects } from './subjects.js'

const maxDepth = 6

export function argumentOf(subjects: Subjects, expr: Expr, depth = 0): Argument {
  if (depth > maxDepth) return null
  const node = strip(expr.node as Expression)
  const inner = (child: Node): Expr => ({ ...expr, node: child })
  switch (node.type) {
    case 'Literal':
      if (node.value === null) return { kind: 'null' }
      if (typeof node.value === 'string') return { kind: 'string', value: node.value }
      if (typeof node.value === 'number') return { kind: 'number', value: node.value }
      if (typeof node.value === 'boolean') return { kind: 'boolean', value: node.value }
      return null
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return { kind: 'string', value: node.quasis[0]?.value.cooked ?? '' }
      return { kind: 'template', sourceText: subjects.sourceOf(inner(node)) }
    case 'Identifier':
      return node.name === 'undefined' ? { kind: 'undefined' } : { kind: 'identifier', name: node.name }
    case 'ObjectExpression': {
      const fields = node.properties.flatMap((entry): [string, Argument][] => {
        const name = entry.type === 'Property' ? keyName(entry.key, entry.computed) : null
        return entry.type === 'Property' && name !== null ? [[name, argumentOf(subjects, inner(entry.value), depth + 1)]] : []
      })
      return { kind: 'object', fields: Object.fromEntries(fields) }
    }
    case 'ArrayExpression':
      return { kind: 'array', items: node.elements.map(e => (e && e.type !== 'SpreadElement' ? argumentOf(subjects, inner(e), depth + 1) : null)) }
    case 'CallExpression': case 'NewExpression':
      return { kind: 'call', callee: `${node.type === 'NewExpression' ? 'new ' : ''}${subjects.calleeText(inner(node.callee))}`, args: node.arguments.map(a => (a.type === 'SpreadElement' ? null : argumentOf(subjects, inner(a), depth + 1))) }
    case 'MemberExpression':
      return { kind: 'identifier', name: subjects.sourceOf(inner(node)) }
    default:
      return null
  }
}

export const argumentsOf = (subjects: Subjects, call: Expr): Argument[] =>
  (isCall(call.node) ? call.node.arguments.map(a => (a.type === 'SpreadElement' ? null : argumentOf(subjects, { ...call, node: a }))) : [])
