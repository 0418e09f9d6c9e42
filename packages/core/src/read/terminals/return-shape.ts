/** Interprets `returnShape`: a returned object whose properties are the status and the body. */
import type { TerminalPattern } from '../../pack/index.js'
import { keyName } from '../../program/syntax.js'
import { unwrapStringify } from '../../values/stringify.js'
import type { Expr } from '../../values/value.js'
import type { TerminalOutcome } from '../paths/state.js'
import type { TerminalContext } from './context.js'

type Pattern = TerminalPattern & { match: { type: 'returnShape' } }

export const isReturnShapePattern = (pattern: TerminalPattern): pattern is Pattern =>
  pattern.match.type === 'returnShape'

/** Null: no object of that shape for sure. */
export function matchReturnShape(
  pattern: Pattern,
  returned: Expr,
  context: TerminalContext,
): TerminalOutcome | null {
  const value = context.values.one(returned)
  if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
  const object = value.expr
  const required = (pattern.match.requiredProperties ?? []).map(name => propertyOf(object, name))
  if (required.includes(null)) return null
  if (pattern.kind === 'return') return { type: 'return', value: returned }
  const { statusCode, body, defaultStatusCode } = pattern.extraction
  const status = statusCode?.from === 'property' ? propertyOf(object, statusCode.name) : null
  const written = body?.from === 'property' ? propertyOf(object, body.name) : body ? null : returned
  const isText = body?.from === 'property' && body.unwrapJsonStringify === true
  const sent = written && isText ? unwrapStringify(context.values, written) : written
  return {
    type: 'response',
    body: sent,
    codes: status ? context.statusOf(status) : null,
    fallbackStatus: defaultStatusCode ?? null,
    ...(written ? {} : { noBody: true as const }),
  }
}

/** A property that no later spread can replace. */
function propertyOf(object: Expr, name: string): Expr | null {
  if (object.node.type !== 'ObjectExpression') return null
  for (const entry of object.node.properties.toReversed()) {
    if (entry.type === 'SpreadElement') return null
    if (keyName(entry.key, entry.computed) === name) return { ...object, node: entry.value }
  }
  return null
}
