/** Bounds and patterns of a schema, by the kind of value they are put on. */
import type { Constraint, ConstraintBound, TypeShape } from '../../ir/index.js'
import type { DeclaredSchema } from './declared-schema.js'

const bounds: Record<'min' | 'max', Partial<Record<TypeShape['type'], ConstraintBound>>> = {
  min: { text: 'minLength', number: 'minimum', integer: 'minimum', array: 'minItems' },
  max: { text: 'maxLength', number: 'maximum', integer: 'maximum', array: 'maxItems' },
}

/** The bound's name for this kind of value; null where it has none. */
export const boundOf = (shape: TypeShape, bound: 'min' | 'max'): ConstraintBound | null =>
  bounds[bound][shape.type] ?? null

export function constrained(schema: DeclaredSchema, constraint: Constraint): DeclaredSchema {
  const own = { ...schema.constraints[''], ...constraint }
  return { ...schema, constraints: { ...schema.constraints, '': own } }
}

export function bounded(
  schema: DeclaredSchema,
  bound: 'min' | 'max' | 'length' | ConstraintBound,
  value: number,
): DeclaredSchema {
  if (bound === 'length') return bounded(bounded(schema, 'min', value), 'max', value)
  const name = bound === 'min' || bound === 'max' ? boundOf(schema.shape, bound) : bound
  return name === null ? schema : constrained(schema, { [name]: value })
}
