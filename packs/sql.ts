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
export function sqlAccesses(texts: readonly string[], system: string | null = null): SqlAccess[] | null {
  const read = (text: string) => parsed(system === 'mysql' ? singleQuoted(text) : text)
  const statements = read(join(texts, n => `$${n}`)) ?? read(join(texts, n => `suss_hole_${n}`))
  return statements?.flatMap(statement => accessesOf(statement as unknown as Node, { made: new Set(), isInside: false })) ?? null
}

const join = (texts: readonly string[], hole: (n: number) => string): string =>
  texts.reduce((all, text, i) => (i === 0 ? text : `${all}${hole(i)}${text}`), '')

/** Where backticks stand around names, double quotes stand around texts. */
const singleQuoted = (text: string): string => text.replace(/'(?:[^']|'')*'|"((?:[^"]|"")*)"/g, (all, inner?: string) => (inner === undefined ? all : `'${inner.replaceAll("'", "''")}'`))

/** Other dialects: backticks around names, `?` for parameters. */
function parsed(text: string): Parser.Statement[] | null {
  let n = 100
  const isTicked = text.includes('`')
  for (const attempt of [text, (isTicked ? singleQuoted(text) : text).replaceAll('`', '"').replace(/\?/g, () => `$${n++}`)]) {
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

interface Scope {
  /** Names that the query itself makes tables of. */
  made: ReadonlySet<string>
  /** A bare name may be a column of a query around it. */
  isInside: boolean
}

function accessesOf(statement: Node, scope: Scope): SqlAccess[] {
  switch (statement['type']) {
    case 'with':
    case 'with recursive': {
      const bind = listOf(statement['bind'])
      const names = new Set([
        ...scope.made,
        ...bind.flatMap(b => textOf(nodeOf(b['alias'])?.['name']) ?? []),
        ...(textOf(nodeOf(statement['alias'])?.['name']) ?? []),
      ])
      const within = { ...scope, made: names }
      return [
        ...bind.flatMap(b => accessesOf(nodeOf(b['statement']) ?? {}, within)),
        ...accessesOf(nodeOf(statement['in']) ?? {}, within),
      ]
    }
    case 'union':
    case 'union all':
      return [statement['left'], statement['right']].flatMap(side => accessesOf(nodeOf(side) ?? {}, scope))
    case 'select':
      return selectOf(statement, scope)
    case 'insert':
    case 'update':
    case 'delete':
      return writeOf(statement, verbs[statement['type'] as string] ?? 'write', scope)
    default:
      return []
  }
}

function selectOf(statement: Node, scope: Scope): SqlAccess[] {
  const from = listOf(statement['from'])
  const tables = from.flatMap(item => tableOf(item, scope))
  const isAlone = from.length === 1 && !scope.isInside
  const columns = refsIn(statement['columns'])
  const conditions = refsIn([statement['where'], ...from.map(item => nodeOf(item['join'])?.['on'])])
  return [
    ...tables.map(
      (table): SqlAccess => ({
        kind: 'read',
        table: table.name,
        scope: table.scope,
        fields: columnsOf(columns, table, isAlone),
        selector: selectorOf(conditions, table, isAlone),
      }),
    ),
    ...innerSelects(statement, scope),
  ]
}

/** Selects written inside: in `from`, in conditions, in columns. */
function innerSelects(statement: Node, scope: Scope): SqlAccess[] {
  const found: SqlAccess[] = []
  const visit = (value: unknown, isInside: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, isInside)
      return
    }
    const node = nodeOf(value)
    if (!node) return
    if (node !== statement && (node['type'] === 'select' || node['type'] === 'union')) {
      found.push(...accessesOf(node, { ...scope, isInside }))
      return
    }
    const isDerivedTable = node['type'] === 'statement' && node['lateral'] !== true
    for (const part of Object.values(node)) visit(part, isDerivedTable ? scope.isInside : isInside)
  }
  visit(statement, true)
  return found
}

function writeOf(statement: Node, kind: SqlAccess['kind'], scope: Scope): SqlAccess[] {
  const target = nodeOf(statement['into']) ?? nodeOf(statement['table']) ?? nodeOf(statement['from'])
  const [table] = target ? tableOf({ type: 'table', name: target }, scope) : []
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
      selector: selectorOf(refsIn(statement['where']), table, true),
    },
    ...innerSelects(statement, scope),
  ]
}

function tableOf(item: Node, { made }: Scope): Table[] {
  if (item['type'] !== 'table') return []
  const name = nodeOf(item['name'])
  const [text] = textOf(name?.['name'])
  if (!name || text === undefined || made.has(text)) return []
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

/** Postgres and SQLite give every table these. */
const ownColumns = /^(ctid|tableoid|oid|[cx]m(in|ax)|_?rowid_?)$/i

/** A bare name is a column of the table where nothing else could have it, else all that is known is that the table is read. */
function columnsOf(refs: readonly Ref[], table: Table, isAlone: boolean): string[] {
  const columns = refs.flatMap((ref): string[] => {
    if (ownColumns.test(ref.column)) return []
    if (ref.table !== null) return ref.table === table.alias ? [ref.column] : []
    const isRow = ref.column === table.alias || ref.column === table.name
    return [isAlone && !isRow ? ref.column : '*']
  })
  return [...new Set(columns)]
}

const selectorOf = (...given: Parameters<typeof columnsOf>): string[] => columnsOf(...given).filter(column => column !== '*')

const nodeOf = (value: unknown): Node | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : null
const listOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.map(nodeOf).filter((item): item is Node => item !== null) : []
const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
