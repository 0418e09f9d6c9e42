/** A shape as JSON carries it: a `Date` arrives as text. */
import { mapShape, type TypeShape } from '../../ir/index.js'

export function toWire(shape: TypeShape): TypeShape {
  if (shape.type === 'ref' && shape.name === 'Date' && shape.def === undefined && shape.from === undefined)
    return { type: 'text' }
  return mapShape(shape, toWire)
}
