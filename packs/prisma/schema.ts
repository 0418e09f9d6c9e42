/** The models of `schema.prisma` as the recognizer needs them: tables, columns, relations. */
import { createRequire } from 'node:module'
import type * as Ast from '@mrleebo/prisma-ast'
import { argumentOf, unquoted } from './attributes.js'

export interface Model {
  name: string
  /** Null: schemas of the project put it in different places. */
  table: string | null
  scope: string
  fields: ReadonlyMap<string, Field>
  /** Schemas of the project disagree on it, and nothing says whose client is called. */
  disputed: boolean
}

export interface Field {
  column: string
  /** The model a relation leads to. */
  relation: string | null
}

export interface PrismaSchema {
  /** The store's own word; null when no datasource says it, or two say different ones. */
  system: string | null
  models: ReadonlyMap<string, Model>
}

let loaded: typeof Ast | null = null
const parser = (): typeof Ast =>
  (loaded ??= createRequire(import.meta.url)('@mrleebo/prisma-ast') as typeof Ast)

const known = new WeakMap<object, PrismaSchema>()

/** A file that does not parse adds nothing. */
export function prismaSchema(texts: ReadonlyMap<string, string>): PrismaSchema {
  const before = known.get(texts)
  if (before) return before
  const blocks = [...texts.values()].flatMap(blocksOf)
  const names = new Set(blocks.flatMap(b => (b.type === 'model' || b.type === 'view' ? [b.name] : [])))
  const models = blocks.flatMap(b => (b.type === 'model' || b.type === 'view' ? [modelOf(b, names)] : []))
  const system = blocks
    .flatMap(b => (b.type === 'datasource' ? b.assignments : []))
    .flatMap(a => ('key' in a && a.key === 'provider' ? [unquoted(a.value)] : []))
  const [named = null, ...others] = new Set(system)
  const schema = { system: others.length > 0 ? null : named, models: modelsByName(models) }
  known.set(texts, schema)
  return schema
}

function modelsByName(models: readonly Model[]): Map<string, Model> {
  const found = new Map<string, Model>()
  for (const model of models) {
    const other = found.get(model.name)
    found.set(model.name, other ? either(other, model) : model)
  }
  return found
}

/** What two schemas say of a model; where they differ, its own names stand for those of the store. */
function either(one: Model, other: Model): Model {
  const fields = new Map([...one.fields, ...other.fields])
  const isSame = (name: string): boolean => {
    const [a, b] = [one.fields.get(name), other.fields.get(name)]
    return a !== undefined && b !== undefined && a.column === b.column && a.relation === b.relation
  }
  const differing = [...fields.keys()].filter(name => !isSame(name))
  for (const name of differing)
    fields.set(name, { column: name, relation: one.fields.get(name)?.relation ?? other.fields.get(name)?.relation ?? null })
  return {
    name: one.name,
    table: one.scope !== other.scope || one.table === null || other.table === null ? null : one.table === other.table ? one.table : one.name,
    scope: one.scope,
    fields,
    disputed: one.disputed || other.disputed || differing.length > 0,
  }
}

function blocksOf(text: string): Ast.Block[] {
  try {
    return parser().getSchema(text).list
  } catch {
    return []
  }
}

function modelOf(model: Ast.Model | Ast.View, names: ReadonlySet<string>): Model {
  const attributes = model.properties.flatMap(p => (p.type === 'attribute' && 'name' in p ? [p] : []))
  const fields = model.properties.flatMap((p): [string, Field][] => {
    if (p.type !== 'field' || typeof p.fieldType !== 'string') return []
    return [
      [
        p.name,
        {
          column: argumentOf(p.attributes ?? [], 'map') ?? p.name,
          relation: names.has(p.fieldType) ? p.fieldType : null,
        },
      ],
    ]
  })
  return {
    name: model.name,
    table: argumentOf(attributes, 'map') ?? model.name,
    scope: argumentOf(attributes, 'schema') ?? 'default',
    fields: new Map(fields),
    disputed: false,
  }
}
