/** What a unit's own contract declares: its answers by status and what a request must be (packs.md 5.4, checking.md 2 and 13). */
import type { Accepts, Param, StatusSpec, TypeShape, Unread } from '../ir/index.js'
import { mapShape } from '../ir/index.js'
import type { DeclaredParts, RequestPart } from '../discover/unit.js'
import {
  type CallNode,
  type FunctionNode,
  isMember,
  keyName,
  memberName,
  type Node,
} from '../program/syntax.js'
import { builtBodyOf } from '../index/body-builders.js'
import type { RawDeclaredContract } from '../raw.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { entriesOf } from '../values/written.js'
import { allowsNothing, type DeclaredSchema, paramsOf, type Schemas } from './schemas/index.js'
import { unionOf } from './shapes.js'

export interface ContractInput {
  declared: DeclaredParts
  /** The unit's function. */
  owner: Expr<FunctionNode> | null
  values: Values
  schemas: Schemas
  /** A status by value, names of libraries included. */
  numberOf(expr: Expr): number | null
  /** The shape of a type. */
  typeOf(expr: Expr): TypeShape
}

export interface ReadContract {
  declaredContract: RawDeclaredContract | null
  accepts: Accepts | null
  unread: Unread[]
}

export function readContract(input: ContractInput): ReadContract {
  const shared = new Set<StatusSpec>()
  const responses = new Map<string, { status: StatusSpec; body: TypeShape | null }>()
  const unread: Unread[] = []
  for (const [index, stated] of input.declared.responses.entries()) {
    const written = passedResponses(stated, input)
    const { entries, open } = entriesOf(written, input.values, expr => textOfStatus(input.numberOf(expr)))
    for (const [key, expr] of entries) {
      const status = statusOf(key)
      if (status === null) {
        open.push(key)
        continue
      }
      responses.set(JSON.stringify(status), { status, body: bodyAt(expr, status, input) })
      if (index < input.declared.shared || !isInside(expr, stated)) shared.add(status)
      else shared.delete(status)
    }
    // what was not read may declare any status
    if (open.length > 0) {
      responses.set('"default"', { status: 'default', body: null })
      unread.push({
        at: '/metadata/http/declaredContract/responses',
        reason: 'unsettledValue',
        span: { start: written.node.start, end: written.node.end },
      })
    }
  }
  return {
    declaredContract:
      responses.size > 0
        ? {
            provenance: 'own',
            ...sharedStatuses([...shared]),
            responses: [...responses.values()].sort(byStatus),
          }
        : null,
    accepts: acceptsOf(input),
    unread,
  }
}

/** An entry of another object was brought in by name or by a spread. */
const isInside = (entry: Expr, written: Expr): boolean =>
  entry.module === written.module &&
  written.node.start <= entry.node.start &&
  entry.node.end <= written.node.end

export const sharedStatuses = (shared: readonly StatusSpec[]): { shared?: number[] } => {
  const numbers = shared.filter(status => typeof status === 'number').sort((a, b) => a - b)
  return numbers.length > 0 ? { shared: [...new Set(numbers)] } : {}
}

const textOfStatus = (status: number | null): string | null => (status === null ? null : String(status))

/** `200`, `2XX`, `default`. */
function statusOf(key: string): StatusSpec | null {
  if (/^[1-5]\d\d$/.test(key)) return Number(key)
  const range = /^([1-5])xx$/i.exec(key)
  if (range) return { min: Number(range[1]) * 100, max: Number(range[1]) * 100 + 99 }
  return key === 'default' ? 'default' : null
}

const byStatus = (a: { status: StatusSpec }, b: { status: StatusSpec }): number =>
  orderOf(a.status) - orderOf(b.status)
const orderOf = (status: StatusSpec): number =>
  status === 'default' ? 1000 : typeof status === 'number' ? status : status.max + 0.5

function bodyAt(expr: Expr, status: StatusSpec, input: ContractInput): TypeShape | null {
  if (status === 204 || status === 205 || status === 304) return null
  const built = builtBody(expr, input)
  if (built !== undefined) return built
  const schema = schemaAt(expr, input)
  if (!schema) return null
  return input.declared.coerces ? coerced(schema.shape) : schema.shape
}

/** A schema, or the one of the JSON among the media types of a `content`. */
function schemaAt(expr: Expr, { values, schemas }: ContractInput): DeclaredSchema | null {
  const { entries } = entriesOf(expr, values)
  const content = entries.get('content')
  if (!content) return schemas.read(expr)
  const media = entriesOf(content, values).entries
  const json = [...media].find(([type]) => /^application\/(.*\+)?json/i.test(type))?.[1]
  const schema = json ? entriesOf(json, values).entries.get('schema') : undefined
  return schema ? schemas.read(schema) : null
}

/** `c.type<T>()`, `c.noBody()`, `c.otherResponse({ contentType, body })`; undefined: none of them. */
function builtBody(expr: Expr, input: ContractInput): TypeShape | null | undefined {
  const { bodyBuilders: builders } = input.declared
  const built = builtBodyOf(input.values.one(expr), builders)
  if (!built || !builders) return undefined
  const call = built.call.expr
  switch (built.method) {
    case builders.empty:
      return null
    case builders.other.method:
      return otherBody(call, builders.other, input)
    default: {
      if (!builders.typed.includes(built.method)) return undefined
      const [type] = call.node.typeArguments?.params ?? []
      return type ? input.typeOf({ ...call, node: type }) : null
    }
  }
}

/** `c.responses({ … })` is its argument. */
function passedResponses(written: Expr, { values, declared }: ContractInput): Expr {
  const built = builtBodyOf(values.one(written), declared.bodyBuilders)
  const [first] =
    built && declared.bodyBuilders?.passing.includes(built.method) ? built.call.expr.node.arguments : []
  return built && first && first.type !== 'SpreadElement' ? { ...built.call.expr, node: first } : written
}

function otherBody(
  call: Expr<CallNode>,
  names: { body: string; contentType: string },
  input: ContractInput,
): TypeShape | null {
  const [argument] = call.node.arguments
  if (!argument || argument.type === 'SpreadElement') return null
  const { entries } = entriesOf({ ...call, node: argument }, input.values)
  const [type, body] = [entries.get(names.contentType), entries.get(names.body)]
  const media = type ? input.values.one(type) : null
  const isJson = media?.type === 'literal' && /json/i.test(String(media.value))
  if (!isJson || !body) return null
  return builtBody(body, input) ?? input.schemas.read(body)?.shape ?? null
}

function acceptsOf(input: ContractInput): Accepts | null {
  const parts = input.declared.requests.flatMap(part => {
    const schema = schemaAt(part.schema, input)
    return schema ? [{ part, schema }] : []
  })
  if (parts.length === 0) return null
  const rejects = [...new Set(parts.map(({ part }) => part.rejects))]
  const [status] = rejects
  const strips = [
    ...new Set(
      parts.flatMap(({ part, schema }) =>
        (part.part === 'body' || part.part === 'query') && drops(part, schema, input) ? [part.part] : [],
      ),
    ),
  ].sort()
  const body = parts.find(({ part }) => part.part === 'body')
  const of = (kind: RequestPart['part']) => parts.filter(({ part }) => part.part === kind)
  const params = (kind: 'query' | 'header' | 'path') =>
    of(kind).length > 0
      ? {
          [kind]: Object.assign({}, ...of(kind).map(({ schema }) => paramsOf(schema, input.declared.coerces ? takenFor : undefined))) as Record<
            string,
            Param
          >,
        }
      : {}
  return {
    enforced: true,
    ...(rejects.length === 1 && status !== null && status !== undefined ? { rejects: status } : {}),
    ...(body && body.schema.unknownKeys === 'strict' && !body.part.removesForbidden ? { strict: true } : {}),
    ...(strips.length > 0 ? { strips } : {}),
    ...(body ? { body: bodyOf(body.part, body.schema, input) } : {}),
    ...params('query'),
    ...params('header'),
    ...params('path'),
  }
}

function bodyOf(
  part: RequestPart,
  schema: DeclaredSchema,
  input: ContractInput,
): NonNullable<Accepts['body']> {
  return {
    required: isRequired(part, schema, input),
    shape: input.declared.coerces ? takenFor(schema.shape) : schema.shape,
    ...(Object.keys(schema.constraints).length > 0 ? { constraints: schema.constraints } : {}),
  }
}

/** A body under media types is checked when it comes, unless it is said to be required. */
function isRequired(part: RequestPart, schema: DeclaredSchema, { values }: ContractInput): boolean {
  const { entries } = entriesOf(part.schema, values)
  if (!entries.has('content')) return !allowsNothing(schema)
  const required = entries.get('required')
  const value = required ? values.one(required) : null
  return value?.type === 'literal' && value.value === true && !allowsNothing(schema)
}

/** Names the schema does not have are dropped, and the unit gets nothing else. */
function drops(part: RequestPart, schema: DeclaredSchema, { owner, values }: ContractInput): boolean {
  const dropped = schema.unknownKeys === 'strip' || (schema.unknownKeys === 'strict' && part.removesForbidden)
  return (
    dropped &&
    owner !== null &&
    (part.unvalidated === null || usesValidatedOnly(owner, part.unvalidated, values))
  )
}

/** The first parameter is neither handed on nor asked for what was not validated. */
function usesValidatedOnly(
  owner: Expr<FunctionNode>,
  unvalidated: readonly string[],
  values: Values,
): boolean {
  const [first] = owner.node.params
  const roots = new Set(unvalidated.map(name => name.split('.')[0] ?? name))
  if (!first) return true
  if (first.type === 'ObjectPattern')
    return first.properties.every(p => p.type === 'Property' && !roots.has(keyName(p.key, p.computed) ?? ''))
  const parameter = first.type === 'Identifier' ? values.binding(owner.module, first) : null
  return parameter?.references.every(node => isValidatedUse(node, owner, unvalidated)) === true

  function isValidatedUse(node: Node, { module }: Expr, unvalidated: readonly string[]): boolean {
    const member = module.parents.get(node)
    const root = member && isMember(member) && member.object === node ? memberName(member) : null
    if (root === null || !member) return false
    if (!roots.has(root)) return true
    const outer = module.parents.get(member)
    const name = outer && isMember(outer) && outer.object === member ? memberName(outer) : null
    return name !== null && !unvalidated.includes(`${root}.${name}`)
  }
}

/** Texts, numbers, booleans and null stand for each other, as a coercing validator takes and a serialiser writes them. */
function coerced(shape: TypeShape): TypeShape {
  switch (shape.type) {
    case 'text':
    case 'number':
    case 'integer':
    case 'boolean':
      return scalars
    case 'union':
      return unionOf(shape.variants.map(coerced))
    default:
      return mapShape(shape, coerced)
  }
}

/** A validator that coerces also takes one value for a list, and a list for its value. */
function takenFor(shape: TypeShape): TypeShape {
  if (shape.type === 'array') return unionOf([{ ...shape, items: takenFor(shape.items) }, scalars])
  const taken = coerced(shape)
  if (taken === scalars) return unionOf([scalars, { type: 'array', items: { type: 'unknown' } }])
  return shape.type === 'union' ? unionOf(shape.variants.map(takenFor)) : mapShape(shape, takenFor)
}

const scalars: TypeShape = unionOf([
  { type: 'text' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
])
