/** Shapes of types that have no parts. */
import type { TypeShape } from '../../ir/index.js'
import type { TypeReader } from '../checker.js'

/** Null for unions, intersections and objects. */
export function simpleShape<T>(types: TypeReader<T>, type: T): TypeShape | null {
  if (types.is(type, 'Object')) return null
  const value = types.literal(type)
  if (value !== null) return { type: 'literal', value }
  if (types.is(type, 'Boolean')) return { type: 'boolean' }
  if (types.is(type, 'Union', 'Intersection')) return null
  if (types.is(type, 'StringLike')) return { type: 'text' }
  if (types.is(type, 'NumberLike')) return { type: 'number' }
  if (types.is(type, 'BigIntLike')) return { type: 'ref', name: 'bigint' }
  if (types.is(type, 'ESSymbolLike')) return { type: 'ref', name: 'symbol' }
  if (types.is(type, 'Null')) return { type: 'null' }
  if (types.is(type, 'Undefined', 'Void')) return { type: 'undefined' }
  return types.is(type, 'Any', 'Unknown', 'Never', 'NonPrimitive', 'Instantiable')
    ? { type: 'unknown' }
    : null
}
