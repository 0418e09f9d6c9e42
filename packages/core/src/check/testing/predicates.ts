/** Conditions as extraction writes them. */
import type { ComparisonOp, Predicate, Scalar, ValueRef } from '../../ir/index.js'

export const response = (...chain: string[]): ValueRef => ({
  type: 'dependency',
  name: 'fetch',
  accessChain: chain,
})
export const literal = (value: Scalar): ValueRef => ({ type: 'literal', value })
export const compare = (left: ValueRef, op: ComparisonOp, value: Scalar): Predicate => ({
  type: 'comparison',
  left,
  op,
  right: literal(value),
})

export const status = (op: ComparisonOp, value: number): Predicate => compare(response('status'), op, value)
export const is = (value: number): Predicate => status('eq', value)
export const isNot = (value: number): Predicate => status('neq', value)

/** `r.ok` is two conditions, `!r.ok` one. */
export const ok: Predicate[] = [status('gte', 200), status('lte', 299)]
export const notOk: Predicate = any(status('lt', 200), status('gt', 299))

export function any(...operands: Predicate[]): Predicate {
  return { type: 'compound', op: 'or', operands }
}
export const all = (...operands: Predicate[]): Predicate => ({ type: 'compound', op: 'and', operands })
export const not = (operand: Predicate): Predicate => ({ type: 'negation', operand })

/** A value of the parsed body: `(await r.json()).a.b`. */
export const body = (...path: string[]): ValueRef =>
  path.reduce<ValueRef>(
    (from, property) => ({ type: 'derived', from, derivation: { type: 'propertyAccess', property } }),
    { type: 'derived', from: response(), derivation: { type: 'methodCall', method: 'json', args: [] } },
  )

export const truthy = (subject: ValueRef): Predicate => ({ type: 'truthinessCheck', subject, negated: false })
export const falsy = (subject: ValueRef): Predicate => ({ type: 'truthinessCheck', subject, negated: true })
export const opaque: Predicate = { type: 'opaque', sourceText: 'flag()', reason: 'externalFunction' }
