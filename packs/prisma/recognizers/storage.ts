/** Calls of a Prisma client as reads and writes of tables. */
import { storageBinding, type Effect } from '@suss/core/ir'
import type {
  CallReader,
  ColumnSource,
  InvocationRecognizer,
  RecognizerAnswer,
  RecognizerContext,
  ValueReader,
} from '@suss/core/pack'
import { sqlAccesses } from '../../sql.js'
import { type Model, prismaSchema, type PrismaSchema } from '../schema.js'

const reading = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
])
const writing = new Set([
  'create',
  'createMany',
  'createManyAndReturn',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
  'delete',
  'deleteMany',
])
const raw = new Set(['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe'])
const clients = new Set(['PrismaClient', 'TransactionClient'])

export const storage: InvocationRecognizer = (call, context) => {
  const { origin } = call
  if (!origin || 'global' in origin || !origin.path.some(name => clients.has(name)) || call.isNew) return null
  const method = origin.path.at(-1) ?? ''
  if (raw.has(method)) return rawAccess(call, context)
  const model = origin.path.at(-2)
  if (
    model === undefined ||
    clients.has(model) ||
    model.startsWith('$') ||
    (!reading.has(method) && !writing.has(method))
  )
    return null
  return new Access(prismaSchema(context.inputs()), context, method, origin.path.includes('$extends')).of(model, call.value(0))
}

interface Part {
  fields: string[]
  selector: string[]
  columns: { column: string; from: ValueReader }[]
  /** Something was not read. */
  open: boolean
}

const nothing = (): Part => ({ fields: [], selector: [], columns: [], open: false })
const relationFilters = new Set(['some', 'every', 'none', 'is', 'isNot'])
const nestedWrites = new Set([
  'create',
  'createMany',
  'connectOrCreate',
  'update',
  'updateMany',
  'upsert',
  'connect',
  'disconnect',
  'set',
  'delete',
  'deleteMany',
])

class Access {
  private readonly effects: Effect[] = []
  private readonly columns: ColumnSource[] = []
  private open = false

  private readonly schema: PrismaSchema
  private readonly context: RecognizerContext
  private readonly method: string
  /** Extensions add fields that are worked out of others. */
  private readonly isExtended: boolean

  constructor(schema: PrismaSchema, context: RecognizerContext, method: string, isExtended: boolean) {
    this.schema = schema
    this.context = context
    this.method = method
    this.isExtended = isExtended
  }

  of(property: string, argument: ValueReader | null): RecognizerAnswer {
    const name = property.charAt(0).toUpperCase() + property.slice(1)
    const model =
      this.schema.models.get(name) ??
      [...this.schema.models.values()].find(m => lowerFirst(m.name) === property) ??
      null
    const kind = writing.has(this.method) ? 'write' : 'read'
    const args = argument?.type === 'object' ? argument.entries : new Map<string, ValueReader>()
    if (argument && (argument.type !== 'object' || argument.open)) this.open = true
    const own = nothing()
    this.readWhere(args.get('where'), model, own)
    if (kind === 'write') {
      for (const key of ['data', 'create', 'update']) this.readData(args.get(key), model, own, [], name)
      if (own.fields.length === 0 && !this.open) own.fields.push('*')
    } else this.readSelection(args, model, own)
    this.add(kind, model, name, own, [])
    // what a write gives back is read
    if (kind === 'write' && (args.has('select') || args.has('include'))) {
      const back = nothing()
      this.readSelection(args, model, back)
      this.add('read', model, name, back, [])
    }
    this.readRelations(args, model, name, [])
    const unread = kind === 'write' && this.open ? { unread: 'unknownMember' as const } : {}
    return { effects: this.effects, columns: this.columns, ...unread }
  }

  private add(
    kind: 'read' | 'write',
    model: Model | null,
    name: string,
    part: Part,
    relationPath: readonly string[],
    relationKey = false,
  ): void {
    const effect: Effect = {
      type: 'interaction',
      binding: storageBinding(
        {
          storageSystem: this.schema.system,
          scope: model?.scope ?? 'default',
          container: model ? model.table : name,
          accessPath: null,
        },
        { recognition: this.context.recognition },
      ),
      interaction: {
        class: 'storage-access',
        kind,
        fields: [...new Set(part.fields)],
        ...(part.selector.length > 0 ? { selector: [...new Set(part.selector)] } : {}),
        operation: this.method,
        ...(relationPath.length > 0 ? { relationPath: [...relationPath] } : {}),
        ...(relationKey ? { relationKey: true } : {}),
      },
    }
    for (const { column, from } of part.columns)
      this.columns.push({ effect: this.effects.length, column, from })
    this.effects.push(effect)
  }

  /** `select`, `include`, `omit`, the keys of aggregates. */
  private readSelection(args: ReadonlyMap<string, ValueReader>, model: Model | null, part: Part): void {
    const select = args.get('select')
    const omit = args.get('omit')
    if (this.method === 'groupBy') {
      const by = args.get('by')
      for (const item of by?.type === 'array' ? by.items : [])
        if (item.type === 'literal') part.fields.push(this.column(model, String(item.value)))
      this.readAggregates(args, model, part)
    } else if (this.method === 'aggregate') this.readAggregates(args, model, part)
    else if (select?.type === 'object' && !select.open && this.method !== 'count') {
      for (const [name, value] of select.entries)
        if (!this.isRelation(model, name, value) && !isFalse(value))
          part.fields.push(this.column(model, name))
      return
    } else if (omit?.type === 'object' && !omit.open && model && !model.disputed) {
      for (const [name, field] of model.fields)
        if (field.relation === null && (!omit.entries.has(name) || isFalse(omit.entries.get(name))))
          part.fields.push(field.column)
    }
    if (part.fields.length === 0) part.fields.push('*')
  }

  private readAggregates(args: ReadonlyMap<string, ValueReader>, model: Model | null, part: Part): void {
    for (const [name, value] of args) {
      if (!name.startsWith('_') || value.type !== 'object') continue
      for (const column of value.entries.keys())
        if (column !== '_all') part.fields.push(this.column(model, column))
    }
  }

  /** Relations that are selected or included are reads of their own. */
  private readRelations(
    args: ReadonlyMap<string, ValueReader>,
    model: Model | null,
    root: string,
    path: readonly string[],
  ): void {
    for (const key of ['select', 'include']) {
      const selection = args.get(key)
      if (selection?.type !== 'object') continue
      for (const [name, value] of selection.entries) {
        if (
          name === '_count' ||
          isFalse(value) ||
          !(key === 'include' || this.isRelation(model, name, value))
        )
          continue
        const target = this.target(model, name)
        const inner = value.type === 'object' ? value.entries : new Map<string, ValueReader>()
        const part = nothing()
        this.readWhere(inner.get('where'), target, part)
        this.readSelection(inner, target, part)
        this.add('read', path.length === 0 ? model : (this.schema.models.get(root) ?? null), root, part, [
          ...path,
          name,
        ])
        this.readRelations(inner, target, root, [...path, name])
      }
    }
  }

  private readWhere(where: ValueReader | undefined, model: Model | null, part: Part): void {
    if (!where) return
    if (where.type === 'array') {
      for (const item of where.items) this.readWhere(item, model, part)
      return
    }
    if (where.type !== 'object') return
    for (const spread of where.spreads) part.columns.push({ column: '*', from: spread })
    for (const [name, value] of where.entries) {
      if (name === 'AND' || name === 'OR' || name === 'NOT') this.readWhere(value, model, part)
      else if (
        this.isRelation(model, name, value) ||
        (value.type === 'object' && [...value.entries.keys()].some(k => relationFilters.has(k)))
      )
        continue
      // the name of a compound key is none of its columns
      else if (model && !model.fields.has(name) && value.type === 'object') this.readWhere(value, model, part)
      else this.select(model, name, value, part)
    }
  }

  private select(model: Model | null, name: string, value: ValueReader, part: Part): void {
    const column = this.column(model, name)
    part.selector.push(column)
    const equals =
      value.type === 'object' && value.entries.size === 1 ? (value.entries.get('equals') ?? value) : value
    part.columns.push({ column, from: equals })
  }

  private readData(
    data: ValueReader | undefined,
    model: Model | null,
    part: Part,
    path: readonly string[],
    root: string,
  ): void {
    if (!data) return
    if (data.type === 'array') {
      if (data.open) this.open = true
      for (const item of data.items) this.readData(item, model, part, path, root)
      return
    }
    if (data.type !== 'object') {
      this.open = true
      return
    }
    if (data.open) this.open = true
    for (const spread of data.spreads) part.columns.push({ column: '*', from: spread })
    for (const [name, value] of data.entries) {
      if (
        this.isRelation(model, name, value) ||
        (!model &&
          value.type === 'object' &&
          [...value.entries.keys()].every(k => nestedWrites.has(k)) &&
          value.entries.size > 0)
      ) {
        this.readNested(name, value, model, path, root)
        continue
      }
      const column = this.column(model, name)
      part.fields.push(column)
      part.columns.push({ column, from: value })
    }
  }

  /** `posts: { create: […], connect: {…} }`. */
  private readNested(
    name: string,
    value: ValueReader,
    model: Model | null,
    path: readonly string[],
    root: string,
  ): void {
    if (value.type !== 'object') {
      this.open = true
      return
    }
    const target = this.target(model, name)
    const rootModel = this.schema.models.get(root) ?? null
    for (const [verb, given] of value.entries) {
      const part = nothing()
      if (verb === 'connect' || verb === 'disconnect' || verb === 'set') {
        this.readWhere(given, target, part)
        this.add('write', rootModel, root, part, [...path, name], true)
        continue
      }
      const inner = given.type === 'object' ? given.entries : new Map<string, ValueReader>()
      this.readWhere(inner.get('where'), target, part)
      const parts = ['data', 'create', 'update'].flatMap(key => inner.get(key) ?? [])
      for (const data of parts.length > 0 ? parts : verb.startsWith('delete') ? [] : [given])
        this.readData(data, target, part, [...path, name], root)
      if (part.fields.length === 0) part.fields.push('*')
      this.add('write', rootModel, root, part, [...path, name])
    }
  }

  private isRelation(model: Model | null, name: string, value: ValueReader | undefined): boolean {
    const field = model?.fields.get(name)
    if (field) return field.relation !== null
    // without a schema a relation shows by what it is given
    return model === null && value?.type === 'object' && ['select', 'include'].some(k => value.entries.has(k))
  }

  private target(model: Model | null, name: string): Model | null {
    const relation = model?.fields.get(name)?.relation
    return relation ? (this.schema.models.get(relation) ?? null) : null
  }

  private column(model: Model | null, name: string): string {
    const field = model?.fields.get(name)
    return field?.column ?? (model && this.isExtended ? '*' : name)
  }
}

/** A query written as text. */
function rawAccess(call: CallReader, context: RecognizerContext): RecognizerAnswer {
  const text = call.template ? null : call.text(0)
  const texts = call.template?.texts ?? (text === null ? null : [text])
  const { system } = prismaSchema(context.inputs())
  const found = texts && sqlAccesses(texts, system)
  const effect = (
    table: string | null,
    scope: string,
    kind: 'read' | 'write',
    fields: string[],
    selector: string[],
  ): Effect => ({
    type: 'interaction',
    binding: storageBinding(
      { storageSystem: system, scope, container: table, accessPath: null },
      { recognition: context.recognition },
    ),
    interaction: { class: 'storage-access', kind, fields, ...(selector.length > 0 ? { selector } : {}) },
  })
  if (!found)
    return {
      effects: [effect(null, 'default', call.callee.includes('execute') ? 'write' : 'read', ['*'], [])],
      reason: 'unreadSql',
    }
  return {
    effects: found.map(a => effect(a.table, a.scope, a.kind, a.fields, a.selector)),
    reason: 'unreadContainer',
  }
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
const isFalse = (value: ValueReader | undefined): boolean =>
  value?.type === 'literal' && value.value === false
