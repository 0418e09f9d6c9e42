/** Writes one type out as a shape; what a named type becomes inside it is the caller's choice. */
import type { TypeShape } from '../../ir/index.js'
import type { TypeName, TypeReader } from '../checker.js'
import { hasNoWireForm, isPromiseName, isStreamName } from './known-types.js'
import { MAX_DEPTH, MAX_NODES, MAX_PROPERTIES, MAX_UNION_TYPES, MAX_VARIANTS } from './limits.js'
import { jsonType, membersOf } from './members.js'
import { inOrder } from './order.js'
import { simpleShape } from './simple.js'
import { unionOf } from './union.js'

/** One shape being written. */
export interface Writing<T> {
  types: TypeReader<T>
  /** What a type the project declares becomes below the top. */
  named(type: T, name: TypeName<T>): TypeShape
  nodes: number
  /** Something was left out for its size. */
  budget: boolean
}

/** Where in the shape a type stands. */
interface At<T> {
  depth: number
  /** Types being written out around it. */
  open: readonly T[]
}

export const writeShape = <T>(type: T, writing: Writing<T>): TypeShape =>
  write(type, { depth: 0, open: [] }, writing)

function write<T>(type: T, at: At<T>, writing: Writing<T>): TypeShape {
  const { types } = writing
  writing.nodes++
  const simple = simpleShape(types, type)
  if (simple !== null) return simple
  const name = types.name(type)
  if (!isDefinable(types, { type, name, at }) && at.open.includes(type)) return refTo(name)
  if (writing.nodes > MAX_NODES) return cut(name, writing)
  if (types.is(type, 'Union')) return writeUnion(type, at, writing)
  return writeObject(type, name, at, writing)
}

function writeUnion<T>(type: T, at: At<T>, writing: Writing<T>): TypeShape {
  const { types } = writing
  const parts = types.parts(type)
  const name = types.name(type)
  if (parts.length > MAX_UNION_TYPES) return cut(name, writing)
  const inside = { ...at, open: [...at.open, type] }
  const union = unionOf(inOrder(types, parts).map(variant => write(variant, inside, writing)))
  return union.type === 'union' && union.variants.length > MAX_VARIANTS ? cut(name, writing) : union
}

function writeObject<T>(type: T, name: TypeName<T> | null, at: At<T>, writing: Writing<T>): TypeShape {
  const { types } = writing
  const inPlace = { ...at, open: [...at.open, type] }
  const [promised] = name !== null && name.file === null && isPromiseName(name.name) ? name.args() : []
  if (promised !== undefined) return write(promised, inPlace, writing)
  if (name !== null && name.file === null && isStreamName(name.name)) return { type: 'unknown' }
  const isList = types.isList(type)
  const special = isList ? null : withoutMembers(types, type, name)
  if (special !== null) return special
  const json = isList ? null : jsonType(types, type)
  if (json !== null && json !== type) return write(json, inPlace, writing)
  if (name !== null && isDefinable(types, { type, name, at })) return writing.named(type, name)
  if (at.depth >= MAX_DEPTH) return cut(name, writing)
  const inside: At<T> = { ...inPlace, depth: at.depth + 1 }
  return isList ? writeList(type, inside, writing) : writeMembers(type, name, inside, writing)
}

/** A named object type of the project, below the top; the top itself is written out. */
const isDefinable = <T>(
  types: TypeReader<T>,
  { type, name, at }: { type: T; name: TypeName<T> | null; at: At<T> },
): boolean => at.depth > 0 && name !== null && name.file !== null && !types.is(type, 'Union')

/** Types that stay a name, brands, functions. */
function withoutMembers<T>(types: TypeReader<T>, type: T, name: TypeName<T> | null): TypeShape | null {
  if (name !== null && name.file === null && hasNoWireForm(name.name)) return { type: 'ref', name: name.name }
  if (types.is(type, 'Intersection')) {
    const brands = types.parts(type).map(part => simpleShape(types, part))
    return brands.find(part => part !== null && part.type !== 'unknown') ?? null
  }
  const isFunction = types.properties(type).length === 0 && types.isCallable(type)
  return isFunction ? { type: 'unknown' } : null
}

function writeList<T>(type: T, inside: At<T>, writing: Writing<T>): TypeShape {
  const items = writing.types.items(type).map(item => write(item, inside, writing))
  return { type: 'array', items: items.length === 0 ? { type: 'unknown' } : unionOf(items) }
}

function writeMembers<T>(type: T, name: TypeName<T> | null, inside: At<T>, writing: Writing<T>): TypeShape {
  const { types } = writing
  const members = membersOf(types, type)
  if (members.length > MAX_PROPERTIES) return cut(name, writing)
  const index = types.indexes(type)
  if (members.length === 0 && index.length > 0) {
    const values = inOrder(types, index).map(value => write(value, inside, writing))
    return { type: 'dictionary', values: unionOf(values) }
  }
  if (members.length === 0 && !types.isClosed(type)) return { type: 'unknown' }
  const properties = members.map(member => {
    const shape = write(member.type, inside, writing)
    return [member.name, member.isOptional ? unionOf([shape, { type: 'undefined' }]) : shape] as const
  })
  return {
    type: 'record',
    properties: Object.fromEntries(properties),
    // beside its named members it takes any other: a closed record would claim they are missing
    ...(index.length > 0 ? { spreads: [{ sourceText: '[key: string]' }] } : {}),
  }
}

function cut<T>(name: TypeName<T> | null, writing: Writing<T>): TypeShape {
  writing.budget = true
  return refTo(name)
}

function refTo<T>(name: TypeName<T> | null): TypeShape {
  if (name === null) return { type: 'unknown' }
  return name.file === null
    ? { type: 'ref', name: name.name }
    : { type: 'ref', name: name.name, from: name.file }
}
