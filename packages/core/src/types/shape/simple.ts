/** Shapes of types that have no parts. */
import type ts from 'typescript'
import type { TypeShape } from '../../ir/index.js'

/** Null for unions, intersections and objects. */
export function simpleShape(typescript: typeof ts, type: ts.Type): TypeShape | null {
  const { TypeFlags } = typescript
  const is = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0
  if (type.isStringLiteral() || type.isNumberLiteral()) return { type: 'literal', value: type.value }
  if (is(TypeFlags.BooleanLiteral)) return { type: 'literal', value: intrinsicName(type) === 'true' }
  if (is(TypeFlags.Boolean)) return { type: 'boolean' }
  if (is(TypeFlags.StringLike) && !type.isUnion()) return { type: 'text' }
  if (is(TypeFlags.NumberLike) && !type.isUnion()) return { type: 'number' }
  if (is(TypeFlags.BigIntLike)) return { type: 'ref', name: 'bigint' }
  if (is(TypeFlags.ESSymbolLike)) return { type: 'ref', name: 'symbol' }
  if (is(TypeFlags.Null)) return { type: 'null' }
  if (is(TypeFlags.Undefined | TypeFlags.Void)) return { type: 'undefined' }
  const isOpen =
    TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.NonPrimitive | TypeFlags.Instantiable
  return is(isOpen) && !type.isUnionOrIntersection() ? { type: 'unknown' } : null
}

const intrinsicName = (type: ts.Type): string => ('intrinsicName' in type ? String(type.intrinsicName) : '')
