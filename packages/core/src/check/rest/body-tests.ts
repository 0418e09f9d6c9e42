/** Tests of body paths in conditions and in `metadata.http.tests`. */
import type { Place, Predicate, Scalar, Test, ValueRef } from '../../ir/index.js'
import { statusComparison } from './predicate-status.js'
import { bodyPath, type Accessors } from './value-steps.js'

export interface BodyTest {
  path: string[]
  op: 'eq' | 'neq' | 'other'
  value?: Scalar
  /** The path must be there for the condition to hold. */
  requires?: true
  place?: Place
}

export function bodyTests(predicate: Predicate, accessors: Accessors, positive = true): BodyTest[] {
  const of = (ref: ValueRef): string[] | null => bodyPath(ref, accessors)
  const other = (path: string[] | null): BodyTest[] => (path === null ? [] : [{ path, op: 'other' }])
  switch (predicate.type) {
    case 'comparison':
      return comparisonTests(predicate, accessors, positive)
    case 'truthinessCheck': {
      const requires = predicate.negated !== positive
      return other(of(predicate.subject)).map(test => (requires ? { ...test, requires } : test))
    }
    case 'nullCheck':
    case 'typeCheck':
      return other(of(predicate.subject))
    case 'propertyExists': {
      const base = of(predicate.subject)
      return other(base === null ? null : [...base, predicate.property])
    }
    case 'call':
      return predicate.args.flatMap(arg => other(of(arg)))
    case 'compound': {
      // an alternative requires nothing by itself
      const certain = (predicate.op === 'and') === positive
      return predicate.operands
        .flatMap(operand => bodyTests(operand, accessors, positive))
        .map(test => (certain ? test : withoutRequires(test)))
    }
    case 'negation':
      return bodyTests(predicate.operand, accessors, !positive)
    case 'opaque':
      return []
    default:
      return []
  }
}

function withoutRequires({ path, op, value, place }: BodyTest): BodyTest {
  return { path, op, ...(value === undefined ? {} : { value }), ...(place ? { place } : {}) }
}

function comparisonTests(
  predicate: Extract<Predicate, { type: 'comparison' }>,
  accessors: Accessors,
  positive: boolean,
): BodyTest[] {
  if (statusComparison(predicate, accessors)) return []
  const { left, op, right } = predicate
  const path = bodyPath(left, accessors)
  const isEquality = op === 'eq' || op === 'neq'
  if (path !== null && right.type === 'literal' && isEquality) {
    const equal = (op === 'eq') === positive
    return [
      {
        path,
        op: equal ? 'eq' : 'neq',
        value: right.value,
        ...(equal && right.value !== null ? { requires: true } : {}),
      },
    ]
  }
  return [path, bodyPath(right, accessors)].flatMap(found =>
    found === null ? [] : [{ path: found, op: 'other' as const }],
  )
}

export const notedBodyTests = (tests: readonly Test[]): BodyTest[] =>
  tests.flatMap(({ on, path, op, value, place }) =>
    on === 'body' ? [{ path, op, ...(value === undefined ? {} : { value }), place }] : [],
  )

/** Part of the condition could not be taken apart. */
export function isOpaque(predicate: Predicate): boolean {
  switch (predicate.type) {
    case 'opaque':
      return true
    case 'compound':
      return predicate.operands.some(isOpaque)
    case 'negation':
      return isOpaque(predicate.operand)
    default:
      return false
  }
}

/** Part of the condition is what a call says, or the type of a value. */
export function holdsCall(predicate: Predicate): boolean {
  switch (predicate.type) {
    case 'call':
    case 'typeCheck':
      return true
    case 'compound':
      return predicate.operands.some(holdsCall)
    case 'negation':
      return holdsCall(predicate.operand)
    default:
      return false
  }
}
