/** GraphQL types as shapes: one level, named types by reference. */
import { type Definitions, type GraphqlField, type GraphqlInput, type GraphqlSchema, type GraphqlType, typeDefinitionKey, type TypeShape } from '@suss/core/ir'

export interface GraphqlShapes {
  output(type: string): TypeShape
  input(type: string): TypeShape
  definitions: Definitions
}

const unknown: TypeShape = { type: 'unknown' }
const scalars: Readonly<Record<string, TypeShape>> = {
  ID: { type: 'text' },
  String: { type: 'text' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
}

export function openGraphqlShapes({ types }: GraphqlSchema): GraphqlShapes {
  const definitions: Record<string, TypeShape> = {}

  /** `at` is given a named type; what may be null is a union with null. */
  function written(text: string, at: (name: string) => TypeShape): TypeShape {
    if (text.endsWith('!')) return bare(text.slice(0, -1), at)
    return { type: 'union', variants: [bare(text, at), { type: 'null' }] }
  }
  const bare = (text: string, at: (name: string) => TypeShape): TypeShape =>
    text.startsWith('[') ? { type: 'array', items: written(text.slice(1, -1), at) } : at(text)

  /** Scalars and enums as they are, others by name alone. */
  function leaf(name: string): TypeShape {
    const scalar = Object.hasOwn(scalars, name) ? scalars[name] : undefined
    if (scalar) return scalar
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type?.kind === 'enum') return union(type.values.map(value => ({ type: 'literal', value })))
    return type && type.kind !== 'scalar' ? { type: 'ref', name } : unknown
  }

  function defined(name: string): TypeShape {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (!type || type.kind === 'scalar' || type.kind === 'enum') return leaf(name)
    const shape = shapeOf(name, type)
    const key = typeDefinitionKey(name, shape)
    definitions[key] = shape
    return { type: 'ref', name, def: key }
  }

  function shapeOf(name: string, type: Exclude<GraphqlType, { kind: 'scalar' | 'enum' }>): TypeShape {
    if (type.kind === 'input') return record(type.fields, ({ type: of, hasDefault }) => given(of, hasDefault === true))
    if (type.kind === 'object') return record(type.fields, ({ type: of }) => written(of, leaf))
    const members = type.kind === 'union' ? type.members : implementing(name)
    return members.length === 0
      ? unknown
      : union(members.map(member => ({ type: 'record', properties: { __typename: { type: 'literal', value: member }, ...propertiesOf(member) } })))
  }

  const propertiesOf = (name: string): Record<string, TypeShape> => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    return type?.kind === 'object' ? Object.fromEntries(Object.entries(type.fields).map(([field, { type: of }]) => [field, written(of, leaf)])) : {}
  }

  const implementing = (name: string): string[] =>
    Object.entries(types).flatMap(([own, type]) => (type.kind === 'object' && type.interfaces?.includes(name) === true ? [own] : []))

  /** Null and a default may be left out. */
  function given(text: string, hasDefault: boolean): TypeShape {
    const shape = written(text, leaf)
    return text.endsWith('!') && !hasDefault ? shape : union([shape, { type: 'undefined' }])
  }

  return {
    output: text => written(text, defined),
    input: text => written(text, defined),
    definitions,
  }
}

const record = <Field extends GraphqlField | GraphqlInput>(fields: Readonly<Record<string, Field>>, shape: (field: Field) => TypeShape): TypeShape => ({
  type: 'record',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shape(field)])),
})

function union(variants: TypeShape[]): TypeShape {
  const flat = variants.flatMap(variant => (variant.type === 'union' ? variant.variants : [variant]))
  const [only, ...more] = flat
  return only && more.length === 0 ? only : { type: 'union', variants: flat }
}
