/** Reads `*.prisma`: one declaration of a store per model and view (packs.md 5.2). */
import { createRequire } from 'node:module'
import { type BehavioralSummary, type LineRange, type Place, storageBinding, type StorageFacts, type StorageField } from '@suss/core/ir'
import { type ContractFile, type ContractNote, defineReader, placesIn } from '@suss/core/pack'
import type * as Ast from '@mrleebo/prisma-ast'
import { argumentOf, hasAttribute, unquoted } from '../prisma/attributes.js'

type Table = Ast.Model | Ast.View

interface Read {
  file: ContractFile
  blocks: readonly Ast.Block[]
}

export default defineReader({
  name: 'prisma-schema',
  files: ['**/*.prisma'],
  read(files) {
    const notes: ContractNote[] = []
    const read = files.flatMap(file => readFile(file, notes))
    return { summaries: schemas(read).flatMap(declarationsOf), notes }
  },
})

/** A schema is one file, or the files of one folder. */
function schemas(read: readonly Read[]): Read[][] {
  const folders = new Map<string, Read[]>()
  for (const each of read) {
    const folder = each.file.path.replace(/(^|\/)[^/]*$/, '')
    folders.set(folder, [...(folders.get(folder) ?? []), each])
  }
  return [...folders.values()].flatMap(files => {
    const whole = files.filter(({ blocks }) => blocks.some(({ type }) => type === 'datasource'))
    return whole.length > 1 ? files.map(file => [file]) : [files]
  })
}

let loaded: ((text: string) => Ast.Schema) | null = null

/** With the offsets of every node. */
function parse(text: string): Ast.Schema {
  if (loaded === null) {
    const library = createRequire(import.meta.url)('@mrleebo/prisma-ast') as typeof Ast
    const parser = new library.PrismaParser({ nodeLocationTracking: 'full' })
    const Visitor = library.VisitorClassFactory(parser)
    loaded = source => library.getSchema(source, { parser, visitor: new Visitor() })
  }
  return loaded(text)
}

function readFile(file: ContractFile, notes: ContractNote[]): Read[] {
  try {
    return [{ file, blocks: parse(file.text).list }]
  } catch (error) {
    const token = (error as { token?: { startLine?: number } }).token
    const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    notes.push({ path: file.path, line: token?.startLine ?? 1, detail })
    return []
  }
}

function declarationsOf(schema: readonly Read[]): BehavioralSummary[] {
  const blocks = schema.flatMap(({ blocks }) => blocks)
  const system = blocks
    .flatMap(block => (block.type === 'datasource' ? block.assignments : []))
    .flatMap(entry => ('key' in entry && entry.key === 'provider' ? [unquoted(entry.value)] : []))[0]
  const tables = new Map(blocks.flatMap(block => (isTable(block) ? [[block.name, block] as const] : [])))
  return schema.flatMap(({ file, blocks: own }) => {
    const context: Context = { file, places: placesIn(file.text), tables, system: system ?? null }
    const models = own.filter(isTable)
    return [...models.flatMap(table => declarationOf(table, context)), ...models.flatMap(table => joinTablesOf(table, context))]
  })
}

const isTable = (block: Ast.Block): block is Table => block.type === 'model' || block.type === 'view'

interface Context {
  file: ContractFile
  places: ReturnType<typeof placesIn>
  tables: ReadonlyMap<string, Table>
  system: string | null
}

const containerOf = (table: Table): string => argumentOf(attributesOf(table), 'map') ?? table.name

const attributesOf = ({ properties }: Table): Ast.BlockAttribute[] =>
  properties.flatMap(p => (p.type === 'attribute' && 'name' in p ? [p as Ast.BlockAttribute] : []))

/** The client has no accessor for what is ignored. */
function declarationOf(table: Table, { file, places, tables, system }: Context): BehavioralSummary[] {
  const attributes = attributesOf(table)
  if (hasAttribute(attributes, 'ignore')) return []
  const fields: [string, StorageField][] = []
  const found: Record<string, Place> = {}
  for (const field of table.properties) {
    if (field.type !== 'field' || hasAttribute(field.attributes ?? [], 'ignore')) continue
    const target = typeof field.fieldType === 'string' ? tables.get(field.fieldType) : undefined
    const physical = argumentOf(field.attributes ?? [], 'map')
    fields.push([
      field.name,
      { ...(physical === null ? {} : { physical }), ...(target ? { relation: containerOf(target) } : {}) },
    ])
    const at = spanOf(field)
    if (at) found[`/metadata/storage/fields/${field.name}`] = places.place(at.start, at.end)
  }
  const container = containerOf(table)
  return [
    summaryOf({
      file,
      system,
      name: table.name,
      scope: argumentOf(attributes, 'schema') ?? 'default',
      container,
      range: blockRange(file.text, spanOf(table)?.start ?? 0, places),
      facts: { fields: Object.fromEntries(fields), fieldSet: 'exhaustive', ...(container === table.name ? {} : { aliases: [table.name] }) },
      places: found,
    }),
  ]
}

/** Lists on both sides make a table of their own: `_PostToTag` with the columns A and B. */
function joinTablesOf(table: Table, { file, places, tables, system }: Context): BehavioralSummary[] {
  return listsOf(table).flatMap(field => {
    const other = tables.get(String(field.fieldType))
    const name = relationName(field)
    const back = other ? listsOf(other).filter(back => back.fieldType === table.name && relationName(back) === name && back !== field) : []
    const isFirst = other !== undefined && (table.name < other.name || (table === other && fieldsOf(table).indexOf(field) < fieldsOf(table).indexOf(back[0] ?? field)))
    if (!other || back.length !== 1 || !isFirst) return []
    const container = `_${name ?? `${table.name}To${other.name}`}`
    const span = spanOf(field) ?? { start: 0, end: 0 }
    return [
      summaryOf({
        file, system, name: container, scope: argumentOf(attributesOf(table), 'schema') ?? 'default', container,
        range: places.range(span.start, span.end), facts: { fields: { A: {}, B: {} }, fieldSet: 'exhaustive' }, places: {},
      }),
    ]
  })
}

const fieldsOf = ({ properties }: Table): Ast.Field[] => properties.flatMap(p => (p.type === 'field' ? [p] : []))

/** Relations that no column of either side holds. */
const listsOf = (table: Table): Ast.Field[] => fieldsOf(table).filter(field => field.array === true && !hasAttribute(field.attributes ?? [], 'ignore'))

const relationName = (field: Ast.Field): string | null => argumentOf(field.attributes ?? [], 'relation')

interface Declared {
  file: ContractFile
  system: string | null
  name: string
  scope: string
  container: string
  range: LineRange
  facts: StorageFacts
  places: Record<string, Place>
}

const summaryOf = ({ file, system, name, scope, container, range, facts, places }: Declared): BehavioralSummary => ({
  schemaVersion: 6,
  kind: 'library',
  location: { file: file.path, range, exportName: null },
  identity: {
    name,
    exportPath: null,
    boundaryBinding: storageBinding({ storageSystem: system, scope, container, accessPath: null }, { recognition: '@suss/packs/prisma-schema' }),
  },
  inputs: [],
  transitions: [],
  gaps: [],
  confidence: { source: 'derived', level: 'high' },
  metadata: { storage: facts, places },
})

interface Located {
  location?: { startOffset?: number; endOffset?: number }
}

function spanOf(node: object): { start: number; end: number } | null {
  const { startOffset, endOffset } = (node as Located).location ?? {}
  return startOffset === undefined || endOffset === undefined ? null : { start: startOffset, end: endOffset + 1 }
}

/** The parser's span of a block is its head. */
function blockRange(text: string, start: number, places: Context['places']): { start: number; end: number } {
  const end = text.indexOf('\n}', start)
  return places.range(start, end < 0 ? start : end + 2)
}
