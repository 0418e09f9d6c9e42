/** The negation of a predicate, pushed inwards. */
import type { ComparisonOp, Predicate } from '../../ir/index.js'

/** An order has no opposite: `undefined > 1` and `undefined <= 1` are both false. */
const opposite: Partial<Record<ComparisonOp, ComparisonOp>> = { eq: 'neq', neq: 'eq' }

export function negate(predicate: Predicate): Predicate {
  switch (predicate.type) {
    case 'nullCheck':
    case 'truthinessCheck':
    case 'propertyExists':
      return { ...predicate, negated: !predicate.negated }
    case 'comparison': {
      const op = opposite[predicate.op]
      return op ? { ...predicate, op } : { type: 'negation', operand: predicate }
    }
    case 'compound':
      return { type: 'compound', op: predicate.op === 'and' ? 'or' : 'and', operands: predicate.operands.map(negate) }
    case 'negation':
      return predicate.operand
    default:
      return { type: 'negation', operand: predicate }
  }
}
