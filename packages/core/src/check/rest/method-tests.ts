/** Whether a path of a handler can run for a request of one method, as far as its conditions on the method say. */
import type { BehavioralSummary, Predicate, Transition, ValueRef } from '../../ir/index.js'
import { wrapperTransition } from '../../ir/index.js'
import type { UnitIndex } from '../../compose/index.js'
import { allOf, anyOf, type Tri } from '../tri.js'

export function mayAnswer(
  transition: Transition,
  method: string | null,
  unit: BehavioralSummary,
  units: UnitIndex,
): boolean {
  if (method === null) return true
  const from = wrapperTransition(transition)?.from
  const requests = requestNames(from === undefined ? unit : (units.get(from) ?? unit))
  return allOf(transition.conditions.map(condition => holdsFor(condition, method.toUpperCase(), requests))) !== 'no'
}

const requestNames = ({ inputs }: BehavioralSummary): Set<string> =>
  new Set(inputs.flatMap(input => (input.type === 'parameter' && input.role === 'request' ? [input.name] : [])))

const isMethod = (ref: ValueRef, requests: ReadonlySet<string>): boolean =>
  ref.type === 'input' && requests.has(ref.inputRef) && ref.path.length === 1 && ref.path[0] === 'method'

const negated: Record<Tri, Tri> = { yes: 'no', no: 'yes', unknown: 'unknown' }

function holdsFor(predicate: Predicate, method: string, requests: ReadonlySet<string>): Tri {
  switch (predicate.type) {
    case 'comparison': {
      const { left, op, right } = predicate
      if ((op !== 'eq' && op !== 'neq') || !isMethod(left, requests) || right.type !== 'literal') return 'unknown'
      return (right.value === method) === (op === 'eq') ? 'yes' : 'no'
    }
    case 'negation':
      return negated[holdsFor(predicate.operand, method, requests)]
    case 'compound': {
      const operands = predicate.operands.map(operand => holdsFor(operand, method, requests))
      return predicate.op === 'and' ? allOf(operands) : anyOf(operands)
    }
    default:
      return 'unknown'
  }
}
