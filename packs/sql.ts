/** What an SQL text reads and writes: each table once, with its columns (packs.md 5.3). */
import { createRequire } from 'node:module'
import type * as Parser from 'pgsql-ast-parser'

export interface SqlAccess {
  kind: 'read' | 'write'
  /** Null: a part of the text that is worked out at run time. */
  table: string | null
  scope: string
  fields: string[]
  selector: string[]
}

type Node = Record<string, unknown>

/** A part of the text that is worked out at run time stands as `$1` or, as a name, as this. */
const holeName = /^suss_hole_\d+$/
const verbs: Record<string, SqlAccess['kind']> = { insert: 'write', update: 'write', delete: 'write' }

let loaded: typeof Parser | null = null
const parser = (): typeof Parser =>
  (loaded ??= createRequire(import.meta.url)('pgsql-ast-parser') as typeof Parser)

/** `texts`: the literal parts; between two of them is a part worked out at run time. Null: not parsed. */
export function sqlAccesses(texts: readonly string[]): SqlAccess[] | null {
  const statements = parsed(join(texts, n => `$${n}`)) ?? parsed(join(texts, n => `suss_hole_${n}`))
  return statements?.flatMap(statement => accessesOf(statement as unknown as Node, new Set())) ?? null
}

const join = (texts: readonly string[], hole: (n: number) => string): string =>
  texts.reduce((all, text, i) => (i === 0 ? text : `${all}${hole(i)}${text}`), '')

/** Other dialects: backticks around names, `?` for parameters. */
function parsed(text: string): Parser.Statement[] | null {
  let n = 100
  for (const attempt of [text, text.replaceAll('`', '"').replace(/\?/g, () => `$${n++}`)]) {
    try {
      return parser().parse(attempt)
    } catch {
      // the next dialect
    }
  }
  return null
}

interface Table {
  name: string | null
  scope: string
  alias: string
}

function accessesOf(statement: Node, outer: ReadonlySet<string>): SqlAccess[] {
  switch (statement['type']) {
    case 'with':
    case 'with recursive': {
      const bind = listOf(statement['bind'])
      const names = new Set([
        ...outer,
        ...bind.flatMap(b => textOf(nodeOf(b['alias'])?.['name']) ?? []),
        ...(textOf(nodeOf(statement['alias'])?.['name']) ?? []),
      ])
      return [
        ...bind.flatMap(b => accessesOf(nodeOf(b['statement']) ?? {}, names)),
        ...accessesOf(nodeOf(statement['in']) ?? {}, names),
      ]
    }
    case 'union':
    case 'union all':
      return [statement['left'], statement['right']].flatMap(side => accessesOf(nodeOf(side) ?? {}, outer))
    case 'select':
      return selectOf(statement, outer)
    case 'insert':
    case 'update':
    case 'delete':
      return writeOf(statement, verbs[statement['type'] as string] ?? 'write', outer)
    default:
      return []
  }
}

function selectOf(statement: Node, outer: ReadonlySet<string>): SqlAccess[] {
  const from = listOf(statement['from'])
  const tables = from.flatMap(item => tableOf(item, outer))
  const columns = refsIn(statement['columns'])
  const conditions = refsIn([statement['where'], ...from.map(item => nodeOf(item['join'])?.['on'])])
  return [
    ...tables.map(
      (table): SqlAccess => ({
        kind: 'read',
        table: table.name,
        scope: table.scope,
        fields: columnsOf(columns, table, tables),
        selector: columnsOf(conditions, table, tables),
      }),
    ),
    ...innerSelects(statement, outer),
  ]
}

/** Selects written inside: in `from`, in conditions, in columns. */
function innerSelects(statement: Node, outer: ReadonlySet<string>): SqlAccess[] {
  const found: SqlAccess[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    const node = nodeOf(value)
    if (!node) return
    if (node !== statement && (node['type'] === 'select' || node['type'] === 'union')) {
      found.push(...accessesOf(node, outer))
      return
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(statement)
  return found
}

function writeOf(statement: Node, kind: SqlAccess['kind'], outer: ReadonlySet<string>): SqlAccess[] {
  const target = nodeOf(statement['into']) ?? nodeOf(statement['table']) ?? nodeOf(statement['from'])
  const [table] = target ? tableOf({ type: 'table', name: target }, outer) : []
  if (!table) return []
  const written = [
    ...listOf(statement['columns']).flatMap(c => textOf(c['name'])),
    ...listOf(statement['sets']).flatMap(s => textOf(nodeOf(s['column'])?.['name'])),
  ]
  return [
    {
      kind,
      table: table.name,
      scope: table.scope,
      fields: written.length > 0 ? [...new Set(written)] : ['*'],
      selector: columnsOf(refsIn(statement['where']), table, [table]),
    },
    ...innerSelects(statement, outer),
  ]
}

function tableOf(item: Node, outer: ReadonlySet<string>): Table[] {
  if (item['type'] !== 'table') return []
  const name = nodeOf(item['name'])
  const [text] = textOf(name?.['name'])
  if (!name || text === undefined || outer.has(text)) return []
  const [alias = text] = textOf(name['alias'])
  const [scope = 'default'] = textOf(name['schema'])
  return [{ name: holeName.test(text) ? null : text, scope, alias }]
}

interface Ref {
  column: string
  table: string | null
}

function refsIn(value: unknown): Ref[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  const node = nodeOf(value)
  if (!node || node['type'] === 'select' || node['type'] === 'union') return []
  const [column] = textOf(node['name'])
  if (node['type'] === 'ref' && column !== undefined)
    return [{ column, table: textOf(nodeOf(node['table'])?.['name'])[0] ?? null }]
  return Object.values(node).flatMap(refsIn)
}

/** A column without a table is one table's only where there is one. */
const columnsOf = (refs: readonly Ref[], table: Table, tables: readonly Table[]): string[] => [
  ...new Set(
    refs
      .filter(ref => (ref.table === null ? tables.length === 1 : ref.table === table.alias))
      .map(ref => ref.column),
  ),
]

const nodeOf = (value: unknown): Node | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : null
const listOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.map(nodeOf).filter((item): item is Node => item !== null) : []
const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
