/** Writes one type out as a shape; what a named type becomes inside it is the caller's choice. */
import type ts from 'typescript'
import type { TypeShape } from '../../ir/index.js'
import type { Session } from '../session.js'
import { hasNoWireForm, isPromiseName, isStreamName } from './known-types.js'
import { MAX_DEPTH, MAX_NODES, MAX_PROPERTIES, MAX_UNION_TYPES, MAX_VARIANTS } from './limits.js'
import { jsonType, membersOf } from './members.js'
import { nameOf, type TypeName } from './names.js'
import { simpleShape } from './simple.js'
import { unionOf } from './union.js'

/** One shape being written. */
export interface Writing {
  session: Session
  /** What a type the project declares becomes below the top. */
  named(type: ts.Type, name: TypeName): TypeShape
  nodes: number
  /** Something was left out for its size. */
  budget: boolean
}

/** Where in the shape a type stands. */
interface At {
  depth: number
  /** Types being written out around it. */
  open: readonly ts.Type[]
}

export const writeShape = (type: ts.Type, writing: Writing): TypeShape =>
  write(type, { depth: 0, open: [] }, writing)

function write(type: ts.Type, at: At, writing: Writing): TypeShape {
  writing.nodes++
  const simple = simpleShape(writing.session.ts, type)
  if (simple !== null) return simple
  const name = nameOf(writing.session, type)
  if (!isDefinable(type, name, at) && at.open.includes(type)) return refTo(name)
  if (writing.nodes > MAX_NODES) return cut(name, writing)
  if (type.isUnion()) return writeUnion(type, at, writing)
  return writeObject(type, name, at, writing)
}

function writeUnion(type: ts.UnionType, at: At, writing: Writing): TypeShape {
  const name = nameOf(writing.session, type)
  if (type.types.length > MAX_UNION_TYPES) return cut(name, writing)
  const inside = { ...at, open: [...at.open, type] }
  const union = unionOf(type.types.map(variant => write(variant, inside, writing)))
  return union.type === 'union' && union.variants.length > MAX_VARIANTS ? cut(name, writing) : union
}

function writeObject(type: ts.Type, name: TypeName | null, at: At, writing: Writing): TypeShape {
  const { checker } = writing.session
  const [promised] = name !== null && name.file === null && isPromiseName(name.name) ? name.args : []
  if (promised !== undefined) return write(promised, { ...at, open: [...at.open, type] }, writing)
  if (name !== null && name.file === null && isStreamName(name.name)) return { type: 'unknown' }
  const special = withoutMembers(type, name, writing.session)
  if (special !== null) return special
  const json = jsonType(writing.session, type)
  if (json !== null && json !== type) return write(json, { ...at, open: [...at.open, type] }, writing)
  if (isDefinable(type, name, at)) return writing.named(type, name)
  if (at.depth >= MAX_DEPTH) return cut(name, writing)
  const inside: At = { depth: at.depth + 1, open: [...at.open, type] }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference).map(item => write(item, inside, writing))
    return { type: 'array', items: items.length === 0 ? { type: 'unknown' } : unionOf(items) }
  }
  return writeMembers(type, name, inside, writing)
}

/** A named object type of the project, below the top; the top itself is written out. */
const isDefinable = (type: ts.Type, name: TypeName | null, at: At): name is TypeName =>
  at.depth > 0 && name !== null && name.file !== null && !type.isUnion()

/** Types that stay a name, brands, functions. */
function withoutMembers(
  type: ts.Type,
  name: TypeName | null,
  { ts: typescript, checker }: Session,
): TypeShape | null {
  if (name !== null && name.file === null && hasNoWireForm(name.name)) return { type: 'ref', name: name.name }
  if (type.isIntersection()) {
    const brands = type.types.map(part => simpleShape(typescript, part)).filter(part => part !== null)
    return brands.find(part => part.type !== 'unknown') ?? null
  }
  const isFunction = type.getCallSignatures().length > 0 && checker.getPropertiesOfType(type).length === 0
  return isFunction ? { type: 'unknown' } : null
}

function writeMembers(type: ts.Type, name: TypeName | null, inside: At, writing: Writing): TypeShape {
  const members = membersOf(writing.session, type)
  const index = writing.session.checker.getIndexInfosOfType(type).map(info => info.type)
  if (members.length > MAX_PROPERTIES) return cut(name, writing)
  if (members.length === 0 && index.length > 0) {
    return { type: 'dictionary', values: unionOf(index.map(values => write(values, inside, writing))) }
  }
  if (members.length === 0 && !isClosed(type, writing.session)) return { type: 'unknown' }
  const properties = members.map(member => {
    const shape = write(member.type, inside, writing)
    return [member.name, member.optional ? unionOf([shape, { type: 'undefined' }]) : shape] as const
  })
  return {
    type: 'record',
    properties: Object.fromEntries(properties),
    // beside its named members it takes any other: a closed record would claim they are missing
    ...(index.length > 0 ? { spreads: [{ sourceText: '[key: string]' }] } : {}),
  }
}

/** An empty literal or class has no members; an empty interface or `{}` says nothing about them. */
function isClosed(type: ts.Type, { ts: typescript }: Session): boolean {
  const isLiteral =
    'objectFlags' in type && (Number(type.objectFlags) & typescript.ObjectFlags.ObjectLiteral) !== 0
  return isLiteral || type.isClass()
}

function cut(name: TypeName | null, writing: Writing): TypeShape {
  writing.budget = true
  return refTo(name)
}

function refTo(name: TypeName | null): TypeShape {
  if (name === null) return { type: 'unknown' }
  return name.file === null
    ? { type: 'ref', name: name.name }
    : { type: 'ref', name: name.name, from: name.file }
}
