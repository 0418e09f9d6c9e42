/** Reads schemas of the libraries and JSON Schema literals, by value across files (packs.md 5.4). */
import type { TypeShape } from '../../ir/index.js'
import { type CallNode, isCall, isFunction } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, siteKey, type Value } from '../../values/value.js'
import { unionOf } from '../shapes.js'
import { bounded, constrained } from './constrain.js'
import {
  constraintsBelow,
  type DeclaredSchema,
  type Reading,
  recordSchema,
  schemaOf,
  unknownSchema,
} from './declared-schema.js'
import { joi } from './joi.js'
import { constrainedBy, readJsonSchema, unionSchema } from './json-schema.js'
import type { SchemaLibrary, Step } from './library.js'
import { typebox } from './typebox.js'
import { valibot } from './valibot.js'
import { entriesOf, itemsOf, literalOf, patternOf } from '../../values/written.js'
import { zod } from './zod.js'

const libraries: readonly SchemaLibrary[] = [zod, valibot, typebox, joi]
const maxDepth = 24

export interface Schemas {
  /** Null: the expression is no schema. */
  read(expr: Expr): DeclaredSchema | null
  /** `S.parse(x)`: the schema, what it is given and whether a value that does not fit throws. */
  run(call: Expr<CallNode>): SchemaRun | null
}

export interface SchemaRun {
  schema: Expr
  value: Expr
  throws: boolean
  /** Member of what it gives that holds the value; null: it gives the value. */
  result: string | null
}

export function openSchemas(values: Values): Schemas {
  const known = new Map<string, DeclaredSchema | null>()
  let depth = 0

  function read(expr: Expr): DeclaredSchema | null {
    const value = values.one(expr)
    return value ? ofValue(value) : null
  }

  function ofValue(value: Value): DeclaredSchema | null {
    switch (value.type) {
      case 'call':
        return once(siteKey(value.expr), () => ofCall(value.callee, value.expr))
      case 'object':
        return once(`o${siteKey(value.expr)}`, () => readJsonSchema(value, reading))
      case 'member':
        return ofMember(value)
      default:
        return null
    }
  }

  /** A schema that leads back to itself is known as far as it goes. */
  function once(key: string, make: () => DeclaredSchema | null): DeclaredSchema | null {
    const found = known.get(key)
    if (found !== undefined) return found
    if (depth > maxDepth) return unknownSchema
    known.set(key, unknownSchema)
    depth++
    const made = make()
    depth--
    known.set(key, made)
    return made
  }

  /** `S.shape.name`. */
  function ofMember({ object, property }: Value & { type: 'member' }): DeclaredSchema | null {
    if (object.type !== 'member') return null
    const fields = propertiesOf(object)
    return fields?.get(property) ?? null
  }

  /** `S.shape`: the properties of an object schema, as schemas. */
  function propertiesOf(value: Value): Map<string, DeclaredSchema> | null {
    if (value.type !== 'member') return null
    const library = libraryOf(value.object)
    if (!library || library.propertiesMember !== value.property) return null
    const schema = ofValue(value.object)
    return schema ? partsOf(schema) : null
  }

  const reading: Reading = { values, read }

  function ofCall(callee: Value, call: Expr<CallNode>): DeclaredSchema | null {
    const args = argumentsOf(call)
    if (callee.type === 'member') {
      const library = libraryOf(callee.object)
      const inner = library ? ofValue(callee.object) : null
      if (!library || !inner || own(library.runs, callee.property)) return null
      const step = own(library.methods, callee.property)
      return step ? apply(step, { library, inner, args }) : unknownSchema
    }
    const built = builderOf(callee)
    if (!built) return null
    const { library, name } = built
    const step = own(library.builders, name)
    return step
      ? apply(step, { library, inner: null, args })
      : own(library.actions, name) || own(library.runs, name)
        ? null
        : unknownSchema
  }

  function libraryOf(value: Value): SchemaLibrary | null {
    if (value.type === 'member') return libraryOf(value.object)
    if (value.type !== 'call') return null
    return value.callee.type === 'member'
      ? libraryOf(value.callee.object)
      : (builderOf(value.callee)?.library ?? null)
  }

  interface Call {
    library: SchemaLibrary
    /** The schema a method is called on; null for a builder. */
    inner: DeclaredSchema | null
    args: readonly (Expr | null)[]
  }

  function apply(step: Step, call: Call): DeclaredSchema {
    const { library, args } = call
    const [first] = args
    // a builder over a schema takes it as its first argument
    const inner = call.inner ?? (first ? read(first) : null) ?? unknownSchema
    const rest = call.inner ? args : args.slice(1)
    const [argument] = rest
    if (typeof step !== 'string') {
      if ('makes' in step)
        return withOptions(schemaOf(step.makes), step.options === undefined ? null : args[step.options])
      if ('object' in step)
        return objectOf(
          first ?? null,
          args,
          step.object === 'default' ? library.unknownKeys : step.object,
          library,
        )
      if ('union' in step) return unionStep(step, call)
      if ('unknownKeys' in step) {
        const off = argument ? literalOf(argument, values) : undefined
        return withKeys(inner, off === false ? library.unknownKeys : step.unknownKeys)
      }
      if ('bounds' in step) return constrained(inner, step.bounds)
      const value = step.value ?? (argument ? literalOf(argument, values) : undefined)
      return typeof value === 'number' ? bounded(inner, step.bound, value) : inner
    }
    switch (step) {
      case 'literal':
        return literalsOf(first ? (itemsOf(first, values) ?? [first]) : [])
      case 'oneOf':
        return { ...oneOf(call), optional: call.inner?.optional ?? null }
      case 'array':
        return withOptions(
          schemaOf(
            { type: 'array', items: inner.shape },
            { constraints: constraintsBelow('[]', inner.constraints), transforms: inner.transforms },
          ),
          call.inner ? null : (argument ?? null),
        )
      case 'allOf':
        return allOf(
          call.inner
            ? [inner, first ? read(first) : null]
            : ((first && itemsOf(first, values)?.map(read)) ?? [inner, argument ? read(argument) : null]),
        )
      case 'record': {
        const of = args.length > 1 ? args[1] : first
        const schema = (of ? read(of) : null) ?? unknownSchema
        return schemaOf({ type: 'dictionary', values: schema.shape }, { transforms: schema.transforms })
      }
      case 'optional':
        return { ...inner, optional: true, ...(rest.length > 0 ? { transforms: true } : {}) }
      case 'present':
        return { ...inner, optional: false }
      case 'nullable':
        return {
          ...inner,
          shape: unionOf([inner.shape, { type: 'null' }]),
          ...(rest.length > 0 ? { transforms: true } : {}),
        }
      case 'nullish':
        return {
          ...inner,
          optional: true,
          shape: unionOf([inner.shape, { type: 'null' }]),
          ...(rest.length > 0 ? { transforms: true } : {}),
        }
      case 'default':
        return { ...inner, optional: true, transforms: true }
      case 'extend':
        return argument
          ? merged(
              inner,
              objectOf(argument, [], inner.unknownKeys ?? library.unknownKeys, library),
              inner.unknownKeys,
            )
          : inner
      case 'merge': {
        const other = argument ? read(argument) : null
        return merged(inner, other ?? unknownSchema, other?.unknownKeys ?? null)
      }
      case 'pick':
      case 'omit':
        return narrowed(inner, argument ?? null, step)
      case 'partial':
        return withPresence(inner, argument ?? null, true)
      case 'allPresent':
        return withPresence(inner, argument ?? null, false)
      case 'pattern': {
        const pattern = argument ? patternOf(argument, values) : undefined
        return pattern === undefined ? inner : constrained(inner, { pattern })
      }
      case 'integer':
        return { ...inner, shape: { type: 'integer' } }
      case 'alsoOneOf': {
        const more = rest.includes(null)
          ? unknownSchema
          : literalsOf(rest.flatMap(a => (a ? (itemsOf(a, values) ?? [a]) : [])))
        return {
          ...inner,
          shape:
            more.shape.type === 'unknown' || inner.shape.type === 'unknown'
              ? { type: 'unknown' }
              : unionOf([inner.shape, more.shape]),
        }
      }
      case 'pipe':
        return rest.reduce((schema, at) => piped(schema, at, library), inner)
      case 'same':
        return inner
      case 'transform':
        return { ...inner, transforms: true }
      case 'unknown':
        return unknownSchema
      default:
        return step satisfies never
    }
  }

  /** One action behind a schema; a second schema there says nothing about what goes in. */
  function piped(schema: DeclaredSchema, at: Expr | null, library: SchemaLibrary): DeclaredSchema {
    const value = at ? values.one(at) : null
    const built = value?.type === 'call' ? builderOf(value.callee) : null
    const step = built ? own(library.actions, built.name) : undefined
    if (!step || value?.type !== 'call') return { ...schema, transforms: true }
    return apply(step, { library, inner: schema, args: argumentsOf(value.expr) })
  }

  function withOptions(schema: DeclaredSchema, options: Expr | null | undefined): DeclaredSchema {
    return options ? constrainedBy(schema, entriesOf(options, values).entries, reading) : schema
  }

  function objectOf(
    written: Expr | null,
    args: readonly (Expr | null)[],
    unknownKeys: 'strict' | 'strip' | 'keep',
    library: SchemaLibrary,
  ): DeclaredSchema {
    if (!written) return recordSchema(new Map(), ['…'], 'keep')
    const { entries, open, spreads } = entriesOf(written, values)
    const properties = new Map<string, DeclaredSchema>()
    const unread = open.slice(0, open.length - spreads.length)
    for (const spread of spreads) {
      const value = values.one(spread)
      const parts = value ? propertiesOf(value) : null
      if (parts) for (const [name, schema] of parts) properties.set(name, schema)
      else unread.push(spread.module.text.slice(spread.node.start, spread.node.end))
    }
    for (const [name, expr] of entries) properties.set(name, propertySchema(expr, library))
    return recordSchema(
      properties,
      unread,
      keysByOption(args[1] ?? null) ?? (library === typebox ? null : unknownKeys),
    )
  }

  function propertySchema(expr: Expr, library: SchemaLibrary): DeclaredSchema {
    const schema = isFunction(expr.node)
      ? unknownSchema
      : (read(expr) ??
        (library.optionalByDefault && values.one(expr)?.type === 'object'
          ? objectOf(expr, [], library.unknownKeys, library)
          : unknownSchema))
    return {
      ...schema,
      optional: schema.optional ?? (schema.shape.type === 'unknown' || library.optionalByDefault === true),
    }
  }

  /** `{ additionalProperties: false }` behind the properties. */
  function keysByOption(options: Expr | null): 'strict' | 'keep' | null {
    const option = options ? entriesOf(options, values).entries.get('additionalProperties') : undefined
    if (!option) return null
    return literalOf(option, values) === false ? 'strict' : 'keep'
  }

  function unionStep(
    { union, at }: Extract<Step, { union: unknown }>,
    { inner, args }: Call,
  ): DeclaredSchema {
    const written = args[at]
    if (union === 'arguments') return unionSchema([inner, written ? read(written) : null])
    const items = written ? itemsOf(written, values) : null
    return items ? unionSchema(items.map(read)) : unknownSchema
  }

  function oneOf({ inner, args }: Call): DeclaredSchema {
    const [first] = args
    const list = first ? itemsOf(first, values) : null
    const written = first ? values.one(first) : null
    if (!list && (written?.type === 'enum' || written?.type === 'object'))
      return enumOf(written, first ?? null)
    const found =
      list || !args.includes(null) ? literalsOf(list ?? args.flatMap(a => (a ? [a] : []))) : unknownSchema
    return inner ? { ...inner, shape: found.shape } : found
  }

  function enumOf(value: Value & { type: 'enum' | 'object' }, at: Expr | null): DeclaredSchema {
    if (value.type === 'object') return literalsOf([...entriesOf(value.expr, values).entries.values()])
    const { node } = value.expr
    if (node.type !== 'TSEnumDeclaration' || !at) return unknownSchema
    const members = node.body.members.flatMap(({ id }) =>
      id.type === 'Identifier' ? [id.name] : id.type === 'Literal' ? [String(id.value)] : [],
    )
    const found = members.flatMap(name => values.member(value, name, at))
    return literalShapes(found.map(v => (v.type === 'literal' ? v.value : undefined)))
  }

  const literalsOf = (exprs: readonly Expr[]): DeclaredSchema =>
    literalShapes(exprs.map(expr => literalOf(expr, values)))

  const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined

  /** The properties named by an object's keys or a list of texts; null: not read. */
  function namesIn(expr: Expr | null): string[] | null {
    if (!expr) return null
    const list = itemsOf(expr, values)
    if (list) {
      const names = list.map(item => literalOf(item, values))
      return names.every(name => typeof name === 'string') ? names : null
    }
    const { entries, open } = entriesOf(expr, values)
    return open.length === 0 ? [...entries.keys()] : null
  }

  function narrowed(schema: DeclaredSchema, list: Expr | null, how: 'pick' | 'omit'): DeclaredSchema {
    const names = namesIn(list)
    const parts = partsOf(schema)
    if (!names || !parts || schema.shape.type !== 'record') return unknownSchema
    const kept = new Map([...parts].filter(([name]) => names.includes(name) === (how === 'pick')))
    return {
      ...recordSchema(
        kept,
        (schema.shape.spreads ?? []).map(s => s.sourceText),
        null,
      ),
      unknownKeys: schema.unknownKeys,
    }
  }

  function withPresence(schema: DeclaredSchema, list: Expr | null, optional: boolean): DeclaredSchema {
    const parts = partsOf(schema)
    const names = list ? namesIn(list) : null
    if (!parts || schema.shape.type !== 'record') return unknownSchema
    // a list that does not settle makes nothing required
    const changes = (name: string): boolean =>
      list === null ? true : names === null ? optional : names.includes(name)
    const changed = new Map(
      [...parts].map(([name, part]) => [name, changes(name) ? { ...part, optional } : part]),
    )
    return {
      ...recordSchema(
        changed,
        (schema.shape.spreads ?? []).map(s => s.sourceText),
        null,
      ),
      unknownKeys: schema.unknownKeys,
      transforms: schema.transforms,
    }
  }

  function run(call: Expr<CallNode>): SchemaRun | null {
    const callee = values.one({ ...call, node: call.node.callee })
    const at = (position: number): Expr | null => argumentsOf(call)[position] ?? null
    if (callee?.type === 'member' && call.node.callee.type === 'MemberExpression') {
      const library = libraryOf(callee.object)
      const how = library ? own(library.runs, callee.property) : undefined
      const value = how ? at(how.value) : null
      return how?.schema === 'receiver' && value
        ? {
            schema: { ...call, node: call.node.callee.object },
            value,
            throws: how.throws,
            result: how.result ?? null,
          }
        : null
    }
    const built = callee ? builderOf(callee) : null
    const how = built ? own(built.library.runs, built.name) : undefined
    const [schema, value] = how ? [at(0), at(how.value)] : []
    return how?.schema === 0 && schema && value
      ? { schema, value, throws: how.throws, result: how.result ?? null }
      : null
  }

  return { read, run }
}

/** `z.object` of any import, by the library and the dotted name of the builder. */
function builderOf(callee: Value): { library: SchemaLibrary; name: string } | null {
  if (callee.type !== 'external') return null
  const library = libraries.find(l => l.modules.includes(callee.module))
  if (!library) return null
  const [head = '', ...rest] = callee.path
  const path = library.namespaces.includes(head) ? rest : callee.path
  const [inner = '', ...further] = path
  return { library, name: (library.namespaces.includes(inner) ? further : path).join('.') }
}

const argumentsOf = (call: Expr<CallNode>): (Expr | null)[] =>
  isCall(call.node)
    ? call.node.arguments.map(node => (node.type === 'SpreadElement' ? null : { ...call, node }))
    : []

function literalShapes(found: readonly (string | number | boolean | null | undefined)[]): DeclaredSchema {
  if (found.length === 0 || found.includes(undefined)) return unknownSchema
  return schemaOf(
    unionOf(
      found.map(
        (value): TypeShape =>
          value === null || value === undefined ? { type: 'null' } : { type: 'literal', value },
      ),
    ),
  )
}

const withKeys = (schema: DeclaredSchema, unknownKeys: 'strict' | 'strip' | 'keep'): DeclaredSchema => {
  const parts = partsOf(schema)
  if (!parts || schema.shape.type !== 'record') return { ...schema, unknownKeys }
  return {
    ...recordSchema(
      parts,
      (schema.shape.spreads ?? []).flatMap(s => (s.sourceText === '…' ? [] : [s.sourceText])),
      unknownKeys,
    ),
    optional: schema.optional,
    transforms: schema.transforms,
  }
}

/** The properties of an object schema, as schemas; null: it is no object. */
function partsOf({ shape, constraints, transforms }: DeclaredSchema): Map<string, DeclaredSchema> | null {
  if (shape.type !== 'record') return null
  return new Map(
    Object.entries(shape.properties).map(([name, part]): [string, DeclaredSchema] => {
      const variants = part.type === 'union' ? part.variants : [part]
      const inner = variants.filter(v => v.type !== 'undefined')
      const below = Object.entries(constraints).flatMap(([path, c]) =>
        path === name
          ? [['', c] as const]
          : path.startsWith(`${name}.`)
            ? [[path.slice(name.length + 1), c] as const]
            : [],
      )
      return [
        name,
        schemaOf(inner.length > 0 ? unionOf(inner) : part, {
          optional: inner.length < variants.length,
          constraints: Object.fromEntries(below),
          transforms,
        }),
      ]
    }),
  )
}

function merged(
  a: DeclaredSchema,
  b: DeclaredSchema,
  unknownKeys: DeclaredSchema['unknownKeys'],
): DeclaredSchema {
  const [left, right] = [partsOf(a), partsOf(b)]
  if (!left || !right) return unknownSchema
  const spreads = [a.shape, b.shape].flatMap(s =>
    s.type === 'record' ? (s.spreads ?? []).map(x => x.sourceText) : [],
  )
  const both = new Map([...left, ...right])
  const schema = recordSchema(both, [...new Set(spreads)], null)
  return { ...schema, unknownKeys, optional: a.optional }
}

const allOf = (parts: readonly (DeclaredSchema | null)[]): DeclaredSchema =>
  parts.reduce<DeclaredSchema>(
    (all, part) =>
      part
        ? merged(
            all,
            part,
            all.unknownKeys === 'strict' || part.unknownKeys === 'strict' ? 'strict' : part.unknownKeys,
          )
        : unknownSchema,
    recordSchema(new Map(), [], null),
  )
