/** The models of `schema.prisma` as the recognizer needs them: tables, columns, relations. */
import { createRequire } from 'node:module'
import type * as Ast from '@mrleebo/prisma-ast'
import { argumentOf, unquoted } from './attributes.js'

export interface Model {
  name: string
  table: string
  scope: string
  fields: ReadonlyMap<string, Field>
}

export interface Field {
  column: string
  /** The model a relation leads to. */
  relation: string | null
}

export interface PrismaSchema {
  /** The store's own word; null when no datasource says it. */
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
  const schema = { system: system[0] ?? null, models: new Map(models.map(m => [m.name, m])) }
  known.set(texts, schema)
  return schema
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
  }
}
