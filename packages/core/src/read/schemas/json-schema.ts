/** JSON Schema written as an object literal. */
import type { ConstraintBound, TypeShape } from '../../ir/index.js'
import { constrained } from './constrain.js'
import {
  allowsNothing,
  constraintsBelow,
  type DeclaredSchema,
  type Reading,
  recordSchema,
  schemaOf,
  unknownSchema,
} from './declared-schema.js'
import { unionOf } from '../shapes.js'
import { entriesOf, itemsOf, literalOf } from '../../values/written.js'
import type { Expr, Value } from '../../values/value.js'

const keywords = new Set([
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'required',
  'additionalProperties',
  'format',
])
const scalars: Readonly<Record<string, TypeShape>> = {
  string: { type: 'text' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
}
const boundNames: readonly ConstraintBound[] = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]

/** Null: an object that is no schema. */
export function readJsonSchema(object: Value & { type: 'object' }, reading: Reading): DeclaredSchema | null {
  const { entries, open } = entriesOf(object.expr, reading.values)
  if (![...entries.keys()].some(key => keywords.has(key))) return null
  if (open.length > 0 || entries.has('$ref')) return unknownSchema
  const shaped = shapedBy(entries, reading)
  const nullable = literal('nullable')
  return constrainedBy(
    nullable === true ? { ...shaped, shape: unionOf([shaped.shape, { type: 'null' }]) } : shaped,
    entries,
    reading,
  )

  function literal(name: string) {
    const expr = entries.get(name)
    return expr ? literalOf(expr, reading.values) : undefined
  }
}

function shapedBy(entries: ReadonlyMap<string, Expr>, reading: Reading): DeclaredSchema {
  const value = (name: string) => {
    const expr = entries.get(name)
    return expr ? literalOf(expr, reading.values) : undefined
  }
  const list = (name: string): readonly Expr[] | null => {
    const expr = entries.get(name)
    return expr ? itemsOf(expr, reading.values) : null
  }
  if (entries.has('const')) return literals([value('const')])
  if (entries.has('enum')) {
    const items = list('enum')
    return items ? literals(items.map(item => literalOf(item, reading.values))) : unknownSchema
  }
  for (const name of ['anyOf', 'oneOf']) {
    if (!entries.has(name)) continue
    const variants = list(name)
    return variants && !entries.has('properties') ? unionSchema(variants.map(reading.read)) : unknownSchema
  }
  // what each part adds is not worked out
  if (['allOf', 'not', 'if', 'patternProperties', 'dependentSchemas'].some(name => entries.has(name)))
    return unknownSchema
  const types = entries.has('type')
    ? typeNames(entries.get('type'), reading)
    : entries.has('properties')
      ? ['object']
      : entries.has('items')
        ? ['array']
        : null
  if (types === null) return unknownSchema
  return unionSchema(types.map(type => ofType(type, entries, reading)))
}

function typeNames(expr: Expr | undefined, { values }: Reading): string[] | null {
  if (!expr) return null
  const items = itemsOf(expr, values) ?? [expr]
  const names = items.map(item => literalOf(item, values))
  return names.every(name => typeof name === 'string') ? names : null
}

function ofType(type: string, entries: ReadonlyMap<string, Expr>, reading: Reading): DeclaredSchema {
  const scalar = Object.hasOwn(scalars, type) ? scalars[type] : undefined
  if (scalar) return schemaOf(scalar)
  if (type === 'array') {
    const items = entries.get('items')
    const inner = items ? (reading.read(items) ?? unknownSchema) : unknownSchema
    return schemaOf(
      { type: 'array', items: inner.shape },
      { constraints: constraintsBelow('[]', inner.constraints) },
    )
  }
  return type === 'object' ? ofObject(entries, reading) : unknownSchema
}

function ofObject(entries: ReadonlyMap<string, Expr>, reading: Reading): DeclaredSchema {
  const written = entries.get('properties')
  const additional = entries.get('additionalProperties')
  const others = additional ? literalOf(additional, reading.values) : undefined
  if (!written) {
    if (additional === undefined)
      return schemaOf({ type: 'record', properties: {}, spreads: [{ sourceText: '…' }] })
    if (typeof others === 'boolean')
      return schemaOf(
        { type: 'record', properties: {}, ...(others ? { spreads: [{ sourceText: '…' }] } : {}) },
        others ? {} : { unknownKeys: 'strict' },
      )
    return schemaOf({ type: 'dictionary', values: reading.read(additional)?.shape ?? { type: 'unknown' } })
  }
  const { entries: properties, open } = entriesOf(written, reading.values)
  const listed = entries.get('required')
  const names = listed ? itemsOf(listed, reading.values)?.map(item => literalOf(item, reading.values)) : []
  // a list that does not settle makes no property required
  const required = new Set(names ?? [])
  const read = new Map(
    [...properties].map(([name, expr]): [string, DeclaredSchema] => {
      const schema = reading.read(expr) ?? unknownSchema
      const written = reading.values.one(expr)
      const hasDefault = written?.type === 'object' && entriesOf(written.expr, reading.values).entries.has('default')
      return [
        name,
        { ...schema, optional: hasDefault || !required.has(name) || allowsNothing({ ...schema, optional: null }) },
      ]
    }),
  )
  const schema = recordSchema(read, open, others === false ? 'strict' : additional ? 'keep' : null)
  return { ...schema, transforms: false }
}

function literals(found: readonly (string | number | boolean | null | undefined)[]): DeclaredSchema {
  if (found.length === 0 || found.some(value => value === undefined)) return unknownSchema
  return schemaOf(
    unionOf(
      found.map(
        (value): TypeShape =>
          value === null || value === undefined ? { type: 'null' } : { type: 'literal', value },
      ),
    ),
  )
}

export function unionSchema(variants: readonly (DeclaredSchema | null)[]): DeclaredSchema {
  const [only] = variants
  if (variants.length === 1 && only) return only
  if (variants.length === 0 || variants.some(v => v === null || v.shape.type === 'unknown'))
    return unknownSchema
  const read = variants.filter(v => v !== null)
  return schemaOf(unionOf(read.map(v => v.shape)), {
    optional: read.some(v => v.optional === true) || null,
    transforms: read.some(v => v.transforms),
  })
}

/** Bounds and patterns among the keywords, on a schema of one kind of value. */
export function constrainedBy(
  schema: DeclaredSchema,
  entries: ReadonlyMap<string, Expr>,
  { values }: Reading,
): DeclaredSchema {
  if (schema.shape.type === 'union') return schema
  const bounds = boundNames.flatMap(name => {
    const expr = entries.get(name)
    const value = expr ? literalOf(expr, values) : undefined
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  const expr = entries.get('pattern')
  const pattern = expr ? literalOf(expr, values) : undefined
  const all = { ...Object.fromEntries(bounds), ...(typeof pattern === 'string' ? { pattern } : {}) }
  return Object.keys(all).length > 0 ? constrained(schema, all) : schema
}
