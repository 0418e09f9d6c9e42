/** The status an expression stands for (extraction.md T9). */
import { type Expression, isMember, memberName, strip } from '../program/syntax.js'
import type { Binding } from '../program/scopes.js'
import type { PatternPack } from '../pack/index.js'
import type { Values } from '../values/resolve.js'
import { type Expr, frameOf, type Value } from '../values/value.js'
import type { StatusRef } from './paths/state.js'
import { statusNumber } from '../values/status-constants.js'
import type { Subjects } from './subjects.js'

export interface Statuses {
  statusOf(expr: Expr): StatusRef
  /** `let { statusCode } = err`: what the name holds until it is written. */
  thrownInitial(binding: Binding, initial: Expr): StatusRef | null
}

/** `throwParam`: which parameter of the unit receives what was thrown; null for a unit that is no error handler. */
export function openStatuses(input: { values: Values; subjects: Subjects; packs: readonly PatternPack[]; isThrown(expr: Expr): boolean }): Statuses {
  const { values, subjects } = input
  const constants = input.packs.flatMap(p => p.statusConstants ?? [])

  function statusOf(expr: Expr): StatusRef {
    const node = strip(expr.node as Expression)
    const at = { ...expr, node }
    const numbers = [...new Set(values.resolve(at).map(numberOf))]
    const [only] = numbers
    if (numbers.length === 1 && only !== null && only !== undefined) return { type: 'literal', value: only }
    const thrown = thrownMember(at)
    if (thrown) return thrown
    const bound = boundArgument(at)
    return bound ? statusOf(bound) : { type: 'unread', text: subjects.canonical(at), expr: at }
  }

  /** What a helper's parameter is bound to where it is read in place. */
  function boundArgument(expr: Expr): Expr | null {
    const binding = expr.node.type === 'Identifier' ? values.binding(expr.module, expr.node) : null
    if (binding?.source.type !== 'param' || binding.source.path.length > 0 || binding.writes.length > 0) return null
    const argument = frameOf(expr.frame, binding.source.fn)?.args[binding.source.index]
    return argument?.type === 'expr' ? argument.expr : null
  }

  /** `err.status || 500` in an error handler: that member of the thrown value, else the literal. */
  function thrownMember(expr: Expr): StatusRef | null {
    const { node } = expr
    if (node.type === 'LogicalExpression' && node.operator !== '&&') {
      const field = fieldOf({ ...expr, node: node.left })
      const fallback = numbersOf({ ...expr, node: node.right })
      if (field !== null && fallback !== null) return { type: 'literal', value: fallback, thrownField: field }
      return null
    }
    if (node.type === 'ConditionalExpression') {
      const field = fieldOf({ ...expr, node: node.consequent })
      const fallback = numbersOf({ ...expr, node: node.alternate })
      if (field !== null && fallback !== null) return { type: 'literal', value: fallback, thrownField: field }
    }
    if (node.type === 'Identifier') {
      const binding = values.binding(expr.module, node)
      if (binding?.source.type === 'init' && binding.source.path.length === 0 && binding.writes.length === 0) return thrownMember({ ...expr, node: strip(binding.source.value) })
    }
    const field = fieldOf(expr)
    return field === null ? null : { type: 'unread', text: subjects.canonical(expr), expr, thrownField: field }
  }

  function fieldOf(expr: Expr): string | null {
    const node = strip(expr.node as Expression)
    if (isMember(node) && input.isThrown({ ...expr, node: node.object })) return memberName(node)
    // `exception.getStatus()` of a library's errors
    if (node.type === 'CallExpression' && isMember(node.callee) && node.arguments.length === 0 && input.isThrown({ ...expr, node: node.callee.object })) {
      const name = memberName(node.callee)
      return name !== null && values.libraryErrors.some(e => e.fields.includes(name)) ? name : null
    }
    if (node.type !== 'Identifier') return null
    const binding = values.binding(expr.module, node)
    if (binding?.source.type !== 'init' || binding.writes.length > 0) return null
    const [step] = binding.source.path
    if (step?.type === 'property' && binding.source.path.length === 1 && input.isThrown({ ...expr, node: binding.source.value })) return step.name
    return binding.source.path.length === 0 ? fieldOf({ ...expr, node: binding.source.value }) : null
  }

  function numbersOf(expr: Expr): number | null {
    const found = [...new Set(values.resolve(expr).map(numberOf))]
    return found.length === 1 ? (found[0] ?? null) : null
  }

  const numberOf = (value: Value): number | null => statusNumber(value, constants)

  function thrownInitial({ name, source }: Binding, initial: Expr): StatusRef | null {
    if (source.type !== 'init') return null
    const [step] = source.path
    const field = source.path.length === 0 ? fieldOf(initial) : step?.type === 'property' && source.path.length === 1 && input.isThrown(initial) ? step.name : null
    return field === null ? null : { type: 'unread', text: name, expr: initial, thrownField: field }
  }

  return { statusOf, thrownInitial }
}
