/** A schema written in code: what it takes, and what it makes of it (packs.md 5.4). */
import type { Constraint, Param, TypeShape } from '../../ir/index.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import { unionOf } from '../shapes.js'

export interface DeclaredSchema {
  /** What it takes, apart from nothing at all. */
  shape: TypeShape
  /** Nothing will do too; null: the schema does not say. */
  optional: boolean | null
  /** By dotted path in the shape, "" for the whole. */
  constraints: Readonly<Record<string, Constraint>>
  /** What becomes of names the record does not have; null: the schema does not say. */
  unknownKeys: 'strict' | 'strip' | 'keep' | null
  /** What it gives is not what it took. */
  transforms: boolean
}

export const schemaOf = (shape: TypeShape, more: Partial<DeclaredSchema> = {}): DeclaredSchema => ({
  shape,
  optional: null,
  constraints: {},
  unknownKeys: null,
  transforms: false,
  ...more,
})

export const unknownSchema: DeclaredSchema = schemaOf({ type: 'unknown' }, { transforms: true })

/** The shape as a property of a record. */
export const propertyShape = ({ shape, optional }: DeclaredSchema): TypeShape =>
  optional ? unionOf([shape, { type: 'undefined' }]) : shape

/** Nothing will do: the schema says so, or a variant of it is nothing. */
export const allowsNothing = ({ shape, optional }: DeclaredSchema): boolean =>
  optional === true || shape.type === 'unknown' || holdsUndefined(shape)

const holdsUndefined = (shape: TypeShape): boolean =>
  shape.type === 'undefined' || (shape.type === 'union' && shape.variants.some(holdsUndefined))

/** The names of a query, header or path; `change`: what a validator that coerces takes for a shape. */
export function paramsOf({ shape, constraints }: DeclaredSchema, change = (one: TypeShape): TypeShape => one): Record<string, Param> {
  if (shape.type !== 'record') return {}
  return Object.fromEntries(
    Object.entries(shape.properties).map(([name, written]): [string, Param] => {
      const variants = written.type === 'union' ? written.variants : [written]
      const given = variants.filter(({ type }) => type !== 'undefined')
      const constraint = constraints[name]
      const one = given.length > 0 ? unionOf(given) : written
      return [
        name,
        {
          required: given.length === variants.length && written.type !== 'unknown',
          shape: change(one),
          ...(constraint ? { constraint } : {}),
        },
      ]
    }),
  )
}

/** The constraints of a part, by their paths in the whole. */
export function constraintsBelow(
  step: string,
  constraints: DeclaredSchema['constraints'],
): Record<string, Constraint> {
  return Object.fromEntries(
    Object.entries(constraints).map(([path, constraint]) => [
      path === '' ? step : `${step}.${path}`,
      constraint,
    ]),
  )
}

/** A record of schemas; `spreads`: parts of it that were not read. */
export function recordSchema(
  properties: ReadonlyMap<string, DeclaredSchema>,
  spreads: readonly string[],
  unknownKeys: DeclaredSchema['unknownKeys'],
): DeclaredSchema {
  const shapes = [...properties].map(([name, schema]) => [name, propertyShape(schema)] as const)
  const open = [...spreads, ...(unknownKeys === 'keep' ? ['…'] : [])]
  return schemaOf(
    {
      type: 'record',
      properties: Object.fromEntries(shapes),
      ...(open.length > 0 ? { spreads: open.map(sourceText => ({ sourceText })) } : {}),
    },
    {
      unknownKeys,
      constraints: Object.assign(
        {},
        ...[...properties].map(([name, { constraints }]) => constraintsBelow(name, constraints)),
      ),
      transforms: [...properties.values()].some(({ transforms }) => transforms),
    },
  )
}

/** What the readers of schemas ask each other. */
export interface Reading {
  values: Values
  /** Null: the expression is no schema. */
  read(expr: Expr): DeclaredSchema | null
}
