/** The keys a schema takes of the object it is given to: `z.object({ PORT: z.string() }).parse(process.env)`. */
import type { SchemaParser } from '../pack/index.js'
import { type CallNode, isMember, keyName, memberName, type Node } from '../program/syntax.js'
import { originOf } from '../values/origin.js'
import type { Values } from '../values/resolve.js'
import type { Expr, Value } from '../values/value.js'

export interface SchemaKey {
  name: string
  /** The argument of the default; null without one. */
  fallback: Expr | null
}

export interface SchemaReads {
  /** What is given to the schema. */
  parsed: Value
  keys: SchemaKey[]
}

/** Null: no call of a schema whose keys are written out. */
export function readSchemaReads(call: Expr<CallNode>, values: Values, parsers: readonly SchemaParser[]): SchemaReads | null {
  const { callee } = call.node
  const method = isMember(callee) ? memberName(callee) : null
  const able = parsers.filter(p => method !== null && p.methods.includes(method))
  const given = argumentAt(call, 0)
  if (able.length === 0 || !isMember(callee) || !given) return null
  const parsed = values.one(given)
  const schema = values.one({ ...call, node: callee.object })
  if (!parsed || !schema) return null
  const keys = able.map(parser => keysOf(schema, values, parser)).find(found => found !== null)
  return keys ? { parsed, keys } : null
}

/** Down the chain of calls to the one that made the object. */
function keysOf(schema: Value, values: Values, parser: SchemaParser): SchemaKey[] | null {
  if (schema.type !== 'call') return null
  const written = argumentAt(schema.expr, 0)
  if (isMaker(schema.callee, parser)) return written ? literalKeys(written, values, parser) : null
  if (schema.callee.type !== 'member' || parser.narrowing.includes(schema.callee.property)) return null
  const inner = keysOf(schema.callee.object, values, parser)
  if (!inner || !parser.extending.includes(schema.callee.property)) return inner
  const added = written ? literalKeys(written, values, parser) : null
  return added ? [...inner.filter(one => !added.some(({ name }) => name === one.name)), ...added] : null
}

/** `z.object`, `object` and `zod.object` alike: any way to the export. */
function isMaker(callee: Value, { module, names }: SchemaParser): boolean {
  if (callee.type !== 'external' && callee.type !== 'member') return false
  if (callee.type === 'member' && callee.object.type === 'call') return false
  const origin = originOf(callee)
  return origin !== null && 'module' in origin && origin.module === module && names.includes(origin.path.at(-1) ?? '')
}

function literalKeys(expr: Expr, values: Values, parser: SchemaParser): SchemaKey[] | null {
  const value = values.one(expr)
  if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
  const keys = value.expr.node.properties.map((property): SchemaKey | null => {
    const name = property.type === 'Property' ? keyName(property.key, property.computed) : null
    if (property.type !== 'Property' || name === null) return null
    return { name, fallback: defaultOf(values.one({ ...value.expr, node: property.value as Node }), parser) }
  })
  return keys.some(key => key === null) ? null : keys.filter(key => key !== null)
}

function defaultOf(schema: Value | null, parser: SchemaParser): Expr | null {
  if (schema?.type !== 'call' || schema.callee.type !== 'member') return null
  if (parser.defaults.includes(schema.callee.property)) return argumentAt(schema.expr, 0)
  return defaultOf(schema.callee.object, parser)
}

function argumentAt(call: Expr<CallNode>, position: number): Expr | null {
  const node = call.node.arguments[position]
  return node && node.type !== 'SpreadElement' ? { ...call, node } : null
}
