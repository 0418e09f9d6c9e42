/** What a condition says about the status of a response. */
import type { Predicate, ValueRef } from '../../ir/index.js'
import { allStatuses, comparedSet, complement, noStatuses, type StatusSet } from './status-set.js'
import { isStatusRef, type Accessors } from './value-steps.js'

export interface StatusClaim {
  set: StatusSet
  exact: boolean
}

export type Reading = 'runs' | 'covers'

const isStatus = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

interface StatusComparison {
  op: Extract<Predicate, { type: 'comparison' }>['op']
  value: number
}

const mirrored = { eq: 'eq', neq: 'neq', lt: 'gt', lte: 'gte', gt: 'lt', gte: 'lte' } as const

const literal = (ref: ValueRef): number | null =>
  ref.type === 'literal' && isStatus(ref.value) ? ref.value : null

/** A comparison of a status with a literal; equality with a number that is no status is about something else. */
export function statusComparison(predicate: Predicate, accessors: Accessors): StatusComparison | null {
  if (predicate.type !== 'comparison') return null
  const { left, op, right } = predicate
  const [ref, value, oriented] =
    literal(right) === null ? [right, literal(left), mirrored[op]] : [left, literal(right), op]
  if (value === null || !isStatusRef(ref, accessors)) return null
  const inRange = value >= 100 && value <= 599
  return !inRange && (op === 'eq' || op === 'neq') ? null : { op: oriented, value }
}

/** Null: nothing is said. `covers`: on a fall-through a negated equality is what an early return left over. */
export function statusClaim(
  predicate: Predicate,
  accessors: Accessors,
  leftOver: boolean,
): StatusClaim | null {
  switch (predicate.type) {
    case 'comparison': {
      const compared = statusComparison(predicate, accessors)
      if (!compared || (leftOver && compared.op === 'neq')) return null
      return { set: comparedSet(compared.op, compared.value), exact: true }
    }
    case 'compound': {
      const claims = predicate.operands.map(operand => statusClaim(operand, accessors, leftOver))
      return predicate.op === 'and' ? intersect(claims) : unite(claims)
    }
    case 'negation': {
      const { operand } = predicate
      if (leftOver && isEquality(operand, accessors)) return null
      if (operand.type === 'compound' && operand.op === 'or')
        return intersect(
          operand.operands.map(one => statusClaim({ type: 'negation', operand: one }, accessors, leftOver)),
        )
      const inner = statusClaim(operand, accessors, false)
      return inner?.exact ? { set: complement(inner.set), exact: true } : null
    }
    default:
      return null
  }
}

/** As `statusClaim`, of what the condition asks for by itself: an alternative that says nothing takes nothing away. */
export function askedClaim(
  predicate: Predicate,
  accessors: Accessors,
  leftOver: boolean,
): StatusClaim | null {
  if (predicate.type !== 'compound') return statusClaim(predicate, accessors, leftOver)
  const claims = predicate.operands.map(operand => askedClaim(operand, accessors, leftOver))
  return predicate.op === 'and' ? intersect(claims) : unite(claims.filter(claim => claim !== null))
}

/** An equality, or a choice of equalities as `[200, 204].includes(status)` is one. */
function isEquality(predicate: Predicate, accessors: Accessors): boolean {
  if (predicate.type === 'compound')
    return predicate.op === 'or' && predicate.operands.every(operand => isEquality(operand, accessors))
  return statusComparison(predicate, accessors)?.op === 'eq'
}

export function intersect(claims: readonly (StatusClaim | null)[]): StatusClaim | null {
  const known = claims.filter(claim => claim !== null)
  if (known.length === 0) return null
  const set = known.reduce((all, claim) => all & claim.set, allStatuses)
  return { set, exact: known.length === claims.length && known.every(({ exact }) => exact) }
}

function unite(claims: readonly (StatusClaim | null)[]): StatusClaim | null {
  const known = claims.filter(claim => claim !== null)
  if (known.length < claims.length || known.length === 0) return null
  return {
    set: known.reduce((all, claim) => all | claim.set, noStatuses),
    exact: known.every(({ exact }) => exact),
  }
}

/** Statuses that a positive test asks for. */
export function namedStatuses(predicate: Predicate, accessors: Accessors, positive = true): number[] {
  switch (predicate.type) {
    case 'comparison': {
      const compared = statusComparison(predicate, accessors)
      return compared?.op === (positive ? 'eq' : 'neq') && compared ? [compared.value] : []
    }
    case 'compound':
      return predicate.operands.flatMap(operand => namedStatuses(operand, accessors, positive))
    case 'negation':
      return namedStatuses(predicate.operand, accessors, !positive)
    default:
      return []
  }
}
