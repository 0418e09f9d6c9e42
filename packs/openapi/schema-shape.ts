/** Schemas of OpenAPI as shapes; what is referenced stands once, in `definitions`. */
import type { Constraint, Definitions, TypeShape } from '@suss/core/ir'
import { type Documents, isJson, type Json, type Node } from './document.js'

/** Who sends the value: the other side's own fields are left out. */
export type Direction = 'request' | 'response'

export interface SchemaShapes {
  shape(schema: Node): TypeShape
  definitions: Definitions
}

const unknown: TypeShape = { type: 'unknown' }
const maxDepth = 24
const maxParts = 2000

export function openShapes(documents: Documents, direction: Direction): SchemaShapes {
  const definitions: Record<string, TypeShape> = {}
  const keys = new Map<string, string>()

  function shape(schema: Node, depth = 0): TypeShape {
    if (depth > maxDepth) return unknown
    const reference = isJson(schema.value) ? schema.value['$ref'] : undefined
    if (typeof reference === 'string') return referenced(schema, depth)
    if (!isJson(schema.value)) return unknown
    const found = written(schema, schema.value, depth)
    return schema.value['nullable'] === true ? union([found, { type: 'null' }]) : found
  }

  function referenced(schema: Node, depth: number): TypeShape {
    const target = documents.follow(schema)
    if (!target) return unknown
    const place = `${target.file}#${target.pointer.join('/')}`
    const known = keys.get(place)
    const name = target.pointer.at(-1) ?? target.file
    if (known !== undefined) return { type: 'ref', name, def: known }
    if (!isJson(target.value) || Object.keys(definitions).length > maxParts) return unknown
    const key = freeKey(direction === 'request' ? `request.${name}` : name)
    keys.set(place, key)
    definitions[key] = unknown
    definitions[key] = shape(target, depth + 1)
    return { type: 'ref', name, def: key }
  }

  function freeKey(name: string): string {
    let key = name
    for (let n = 2; Object.hasOwn(definitions, key); n++) key = `${name}${n}`
    return key
  }

  function written(schema: Node, value: Json, depth: number): TypeShape {
    const { enum: listed, const: constant, allOf, oneOf, anyOf, type } = value
    if (constant !== undefined) return literal(constant)
    if (Array.isArray(listed)) return union(listed.map(literal))
    if (Array.isArray(allOf)) return merged(schema, value, allOf.length, depth)
    const choice = Array.isArray(oneOf) ? 'oneOf' : Array.isArray(anyOf) ? 'anyOf' : null
    if (choice) return chosen(schema, value, choice, depth)
    if (Array.isArray(type)) return union(type.map(one => ofType(schema, { ...value, type: one }, depth)))
    return ofType(schema, value, depth)
  }

  function ofType(schema: Node, value: Json, depth: number): TypeShape {
    switch (value['type']) {
      case 'string':
        return value['format'] === 'binary' ? unknown : { type: 'text' }
      case 'integer':
        return { type: 'integer' }
      case 'number':
        return { type: 'number' }
      case 'boolean':
        return { type: 'boolean' }
      case 'null':
        return { type: 'null' }
      case 'array': {
        const items = documents.at(schema, 'items')
        return { type: 'array', items: items ? shape(items, depth + 1) : unknown }
      }
      case 'object':
        return record(schema, value, depth)
      default:
        return isJson(value['properties']) ? record(schema, value, depth) : unknown
    }
  }

  function record(schema: Node, value: Json, depth: number): TypeShape {
    const { properties, required, additionalProperties } = value
    const rest = documents.at(schema, 'additionalProperties')
    if (!isJson(properties) || Object.keys(properties).length === 0) {
      if (additionalProperties === false) return { type: 'record', properties: {} }
      return { type: 'dictionary', values: rest && isJson(rest.value) ? shape(rest, depth + 1) : unknown }
    }
    const wanted = new Set(Array.isArray(required) ? required : [])
    const hidden = direction === 'request' ? 'readOnly' : 'writeOnly'
    const fields = Object.keys(properties).flatMap((name): [string, TypeShape][] => {
      const node = documents.at(schema, 'properties', name)
      const target = node && documents.follow(node)
      if (!node || (target && isJson(target.value) && target.value[hidden] === true)) return []
      const own = shape(node, depth + 1)
      return [[name, wanted.has(name) ? own : union([own, { type: 'undefined' }])]]
    })
    const isOpen = additionalProperties !== undefined && additionalProperties !== false
    return {
      type: 'record',
      properties: Object.fromEntries(fields),
      ...(isOpen || value['patternProperties'] !== undefined ? { spreads: [{ sourceText: 'additionalProperties' }] } : {}),
    }
  }

  /** Records become one; what is no record beside others says nothing. */
  function merged(schema: Node, value: Json, count: number, depth: number): TypeShape {
    const parts = Array.from({ length: count }, (_, i) => documents.at(schema, 'allOf', String(i))).flatMap(part => (part ? [inlined(shape(part, depth + 1))] : [unknown]))
    const own = isJson(value['properties']) ? [record(schema, { ...value, type: 'object' }, depth)] : []
    const all = [...parts, ...own]
    const [only, ...others] = all
    if (only && others.length === 0) return only
    if (!all.every(part => part.type === 'record')) return unknown
    const records = all.filter(part => part.type === 'record')
    const spreads = records.flatMap(part => part.spreads ?? [])
    const wanted = new Set(Array.isArray(value['required']) ? value['required'] : [])
    const properties = Object.fromEntries(records.flatMap(part => Object.entries(part.properties)).map(([name, one]) => [name, wanted.has(name) ? present(one) : one]))
    return { type: 'record', properties, ...(spreads.length > 0 ? { spreads } : {}) }
  }

  const inlined = (part: TypeShape): TypeShape =>
    part.type === 'ref' && part.def !== undefined ? inlinedOnce(definitions[part.def] ?? unknown) : part
  const inlinedOnce = (part: TypeShape): TypeShape => (part.type === 'ref' ? unknown : part)

  /** The discriminator's values are literals of the variants they lead to. */
  function chosen(schema: Node, value: Json, key: 'oneOf' | 'anyOf', depth: number): TypeShape {
    const variants = (value[key] as unknown[]).flatMap((_, i) => documents.at(schema, key, String(i)) ?? [])
    const { discriminator } = value
    const property = isJson(discriminator) ? discriminator['propertyName'] : undefined
    const mapping = isJson(discriminator) && isJson(discriminator['mapping']) ? discriminator['mapping'] : {}
    const shapes = variants.map(variant => {
      const own = shape(variant, depth + 1)
      const reference = isJson(variant.value) ? variant.value['$ref'] : undefined
      if (typeof property !== 'string' || typeof reference !== 'string') return own
      const names = Object.entries(mapping).flatMap(([name, target]) => (target === reference || reference.endsWith(`/${String(target)}`) ? [name] : []))
      const [name = reference.split('/').at(-1) ?? '', ...more] = names
      const whole = inlined(own)
      if (whole.type !== 'record') return own
      return { ...whole, properties: { ...whole.properties, [property]: union([name, ...more].map(literal)) } }
    })
    return union(shapes)
  }

  return { shape: schema => shape(schema), definitions }
}

const literal = (value: unknown): TypeShape =>
  value === null ? { type: 'null' } : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? { type: 'literal', value } : unknown

function union(variants: readonly TypeShape[]): TypeShape {
  const flat = variants.flatMap(variant => (variant.type === 'union' ? variant.variants : [variant]))
  const distinct = [...new Map(flat.map(variant => [JSON.stringify(variant), variant])).values()]
  const [only, ...others] = distinct
  if (only === undefined) return unknown
  return others.length === 0 ? only : { type: 'union', variants: distinct }
}

function present(shape: TypeShape): TypeShape {
  if (shape.type !== 'union') return shape
  return union(shape.variants.filter(({ type }) => type !== 'undefined'))
}

const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'] as const

/** Null: it has no bounds. In 3.0 an exclusive bound is a flag beside the bound. */
export function constraintOf(schema: unknown): Constraint | null {
  if (!isJson(schema)) return null
  const found: Constraint = {}
  for (const name of bounds) if (typeof schema[name] === 'number') found[name] = schema[name]
  for (const [flag, name] of [['exclusiveMinimum', 'minimum'], ['exclusiveMaximum', 'maximum']] as const) {
    const bound = found[name]
    if (schema[flag] !== true || bound === undefined) continue
    found[flag] = bound
    delete found[name]
  }
  if (typeof schema['pattern'] === 'string') found.pattern = schema['pattern']
  return Object.keys(found).length > 0 ? found : null
}
