/** The negation of a predicate, pushed inwards. */
import type { ComparisonOp, Predicate } from '../../ir/index.js'

const opposite: Record<ComparisonOp, ComparisonOp> = { eq: 'neq', neq: 'eq', gt: 'lte', lte: 'gt', gte: 'lt', lt: 'gte' }

export function negate(predicate: Predicate): Predicate {
  switch (predicate.type) {
    case 'nullCheck':
    case 'truthinessCheck':
    case 'propertyExists':
      return { ...predicate, negated: !predicate.negated }
    case 'comparison':
      return { ...predicate, op: opposite[predicate.op] }
    case 'compound':
      return { type: 'compound', op: predicate.op === 'and' ? 'or' : 'and', operands: predicate.operands.map(negate) }
    case 'negation':
      return predicate.operand
    default:
      return { type: 'negation', operand: predicate }
  }
}
