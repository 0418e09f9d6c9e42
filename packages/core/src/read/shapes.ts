/** The shape of a value: by syntax, then by following names to literals, then a hole for the type oracle (extraction.md 18.4). */
import type { TypeShape } from '../ir/index.js'
import { canonicalJson } from '../ir/index.js'
import { holeShape } from '../raw.js'
import { type Expression, isFunction, isMember, keyName, type Node, strip } from '../program/syntax.js'
import type { Hole, Question } from '../host.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import type { Binding } from '../program/scopes.js'
import { type Growth, openMutations } from '../values/mutations.js'

export interface Shapes {
  shapeOf(expr: Expr): TypeShape
  /** A question for the oracle, as a shape to be replaced. */
  hole(expr: Expr, question: Question): TypeShape
  /** Questions asked so far, in order. */
  readonly holes: readonly Hole[]
}

const maxHops = 8

export function openShapes(values: Values): Shapes {
  const holes: Hole[] = []
  const mutations = openMutations(values)

  const hole = (expr: Expr, question: Question): TypeShape => {
    holes.push({ file: expr.module.file, span: { start: expr.node.start, end: expr.node.end }, question })
    return holeShape(holes.length - 1)
  }

  function shapeOf(expr: Expr, hops = 0): TypeShape {
    return syntactic(expr, hops) ?? hole(expr, 'shape')
  }

  function syntactic(expr: Expr, hops: number): TypeShape | null {
    const outer = expr.node
    if (outer.type === 'TSAsExpression' || outer.type === 'TSSatisfiesExpression') {
      const isConst = outer.type === 'TSAsExpression' && outer.typeAnnotation.type === 'TSTypeReference' && outer.typeAnnotation.typeName.type === 'Identifier' && outer.typeAnnotation.typeName.name === 'const'
      if (isConst) return syntactic({ ...expr, node: outer.expression }, hops)
      return outer.type === 'TSSatisfiesExpression' ? syntactic({ ...expr, node: outer.expression }, hops) : null
    }
    if (outer.type === 'AwaitExpression') return null
    const node = strip(outer as Expression)
    const at = { ...expr, node }
    switch (node.type) {
      case 'Literal': return literal(node.value, node.raw)
      case 'UnaryExpression': {
        const inside = strip(node.argument)
        if (node.operator === '-' && inside.type === 'Literal' && typeof inside.value === 'number') return { type: 'literal', value: -inside.value, raw: `-${inside.raw ?? inside.value}` }
        if (node.operator === '!') return { type: 'boolean' }
        if (node.operator === 'typeof') return { type: 'text' }
        return null
      }
      case 'TemplateLiteral': return node.expressions.length === 0 ? { type: 'literal', value: node.quasis[0]?.value.cooked ?? '' } : { type: 'text' }
      case 'ObjectExpression': return record(at, hops)
      case 'ArrayExpression': {
        const items = node.elements.map(e => (!e ? { type: 'undefined' } as const : e.type === 'SpreadElement' ? spreadItems({ ...at, node: e.argument }, hops) : shapeOf({ ...at, node: e }, hops)))
        if (items.length === 0) return { type: 'array', items: { type: 'unknown' } }
        return { type: 'array', items: unionOf(items) }
      }
      case 'ConditionalExpression':
        return unionOf([shapeOf({ ...at, node: node.consequent }, hops), shapeOf({ ...at, node: node.alternate }, hops)])
      case 'BinaryExpression':
        if (['===', '!==', '==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof'].includes(node.operator)) return { type: 'boolean' }
        return null
      case 'Identifier': {
        if (node.name === 'undefined' && !values.binding(at.module, node)) return { type: 'undefined' }
        return named(at, hops)
      }
      case 'MemberExpression': return member(at, hops)
      default: return null
    }
  }

  function literal(value: unknown, raw: string | null): TypeShape | null {
    if (value === null) return { type: 'null' }
    if (typeof value === 'string' || typeof value === 'boolean') return { type: 'literal', value }
    if (typeof value === 'number') return { type: 'literal', value, ...(raw === null ? {} : { raw }) }
    if (value instanceof RegExp) return { type: 'ref', name: 'RegExp' }
    return null
  }

  /** Followed only to literals, object and array literals, ternaries, names and member chains; never through a call. */
  function named(expr: Expr, hops: number): TypeShape | null {
    if (hops >= maxHops) return null
    const binding = values.binding(expr.module, expr.node)
    if (!binding || binding.writes.length > 0) return null
    const { source } = binding
    const shape = declared(expr, source, hops)
    if (shape) return grown(shape, mutations.growthOf(binding, expr.module), expr, hops)
    return mutations.growthOf(binding, expr.module).some(g => g.isUntyped) ? { type: 'unknown' } : null
  }

  function declared(expr: Expr, source: Binding['source'], hops: number): TypeShape | null {
    if (source.type === 'param') {
      const found = values.one(expr)
      return found?.type === 'object' || found?.type === 'array' ? literalAt(found.expr, hops) : found?.type === 'literal' ? literal(found.value ?? null, null) : null
    }
    if (source.type === 'init' && source.path.length === 0) return isReadable(source.value) ? syntactic({ ...expr, node: source.value }, hops + 1) : null
    if (source.type === 'import') {
      const value = values.one(expr)
      if (value?.type === 'object' || value?.type === 'array') return literalAt(value.expr, hops)
      return value?.type === 'literal' ? literal(value.value ?? null, null) : null
    }
    return null
  }

  /** What is written to the object after its declaration is in it too. */
  function grown(shape: TypeShape, growth: readonly Growth[], expr: Expr, hops: number): TypeShape {
    return growth.reduce((at, g) => {
      const value = g.value && hops < maxHops ? shapeOf({ ...g.value, frame: g.value.module === expr.module ? expr.frame : null }, hops + 1) : null
      return grow(at, g.path, { ...g, value, isSure: g.straightAt !== null && g.straightAt < expr.node.start })
    }, shape)
  }

  const literalAt = (expr: Expr, hops: number): TypeShape => grown(shapeOf(expr, hops + 1), mutations.growthOfLiteral(expr), expr, hops)

  function member(expr: Expr, hops: number): TypeShape | null {
    if (!isMember(expr.node) || hops >= maxHops) return null
    const value = values.one(expr)
    if (value?.type === 'literal') return value.value === undefined ? null : literal(value.value, null)
    if (value?.type === 'object' || value?.type === 'array') return literalAt(value.expr, hops)
    return null
  }

  const isReadable = (node: Node): boolean => {
    const inner = strip(node as Expression)
    return node.type !== 'AwaitExpression' && ['Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression', 'ConditionalExpression', 'Identifier', 'MemberExpression', 'UnaryExpression', 'BinaryExpression'].includes(inner.type)
  }

  /** Spreads merge in order; what does not resolve is kept as a spread (S2). */
  function record(expr: Expr, hops: number): TypeShape {
    const properties: Record<string, TypeShape> = {}
    const spreads: { sourceText: string }[] = []
    if (expr.node.type !== 'ObjectExpression') return { type: 'unknown' }
    for (const entry of expr.node.properties) {
      if (entry.type === 'SpreadElement') {
        const optional = conditionalSpread(entry.argument)
        const shape = shapeOf({ ...expr, node: optional ?? entry.argument }, hops)
        if (shape.type !== 'record' || shape.spreads) spreads.push({ sourceText: expr.module.text.slice(entry.argument.start, entry.argument.end) })
        if (shape.type === 'record') for (const [name, value] of Object.entries(shape.properties)) define(properties, name, optional ? optionalOf(value, properties[name]) : value)
        continue
      }
      if (isFunction(entry.value) && keyName(entry.key, entry.computed) === 'toJSON') return { type: 'unknown' }
      if (entry.kind !== 'init' || isFunction(entry.value)) {
        if (entry.kind === 'get' && isFunction(entry.value)) {
          const name = keyName(entry.key, entry.computed)
          if (name !== null) define(properties, name, { type: 'unknown' })
        }
        continue
      }
      const name = keyName(entry.key, entry.computed) ?? computedName({ ...expr, node: entry.key })
      if (name === null) {
        spreads.push({ sourceText: expr.module.text.slice(entry.start, entry.end) })
        continue
      }
      define(properties, name, shapeOf({ ...expr, node: entry.value }, hops))
    }
    return { type: 'record', properties, ...(spreads.length > 0 ? { spreads } : {}) }
  }

  const computedName = (expr: Expr): string | null => {
    const value = values.one(expr)
    return value?.type === 'literal' && typeof value.value === 'string' ? value.value : null
  }

  /** `...(c && { a: 1 })`: the object that may be spread. */
  function conditionalSpread(node: Node): Expression | null {
    const inner = strip(node as Expression)
    if (inner.type === 'LogicalExpression' && inner.operator === '&&') return inner.right
    if (inner.type === 'ConditionalExpression') {
      const empty = (e: Expression): boolean => {
        const at = strip(e)
        return at.type === 'ObjectExpression' && at.properties.length === 0
      }
      if (empty(inner.alternate)) return inner.consequent
      if (empty(inner.consequent)) return inner.alternate
    }
    return null
  }

  const spreadItems = (expr: Expr, hops: number): TypeShape => {
    const shape = shapeOf(expr, hops)
    return shape.type === 'array' ? shape.items : { type: 'unknown' }
  }

  return { shapeOf: expr => shapeOf(expr), hole, holes }
}

/** The shape with one more property at the path; with any property when the key is not known. */
function grow(shape: TypeShape, path: readonly string[], added: Pick<Growth, 'key'> & { value: TypeShape | null; isSure: boolean }): TypeShape {
  const [step, ...rest] = path
  if (shape.type === 'union') return unionOf(shape.variants.map(v => grow(v, path, added)))
  if (shape.type === 'array') {
    if (step === undefined) return added.key === '[]' && added.value ? { type: 'array', items: unionOf(shape.items.type === 'unknown' ? [added.value] : [shape.items, added.value]) } : { type: 'unknown' }
    return { type: 'array', items: rest.length === 0 && added.key === null ? { type: 'unknown' } : grow(shape.items, rest, added) }
  }
  if (shape.type !== 'record') return shape
  const properties = { ...shape.properties }
  if (step !== undefined) {
    const inner = step === '[]' ? undefined : properties[step]
    if (inner) define(properties, step, grow(inner, rest, added))
    return inner ? { ...shape, properties } : opened(shape)
  }
  if (added.key === null || !added.value) return opened(shape)
  define(properties, added.key, added.isSure ? added.value : optionalOf(added.value, properties[added.key]))
  return { ...shape, properties }
}

const opened = (shape: TypeShape & { type: 'record' }): TypeShape => ({ ...shape, spreads: [...(shape.spreads ?? []), { sourceText: 'later writes' }] })

const define = (properties: Record<string, TypeShape>, name: string, shape: TypeShape): void => {
  delete properties[name]
  Object.defineProperty(properties, name, { value: shape, enumerable: true, configurable: true, writable: true })
}

const optionalOf = (value: TypeShape, before: TypeShape | undefined): TypeShape => unionOf([value, before ?? { type: 'undefined' }])

/** The source text of a number does not make it another literal. */
const keyOf = (shape: TypeShape): string => canonicalJson(shape.type === 'literal' ? { type: 'literal', value: shape.value } : shape)

/** Equal variants removed, `true | false` is boolean, in canonical order (S4). */
export function unionOf(shapes: readonly TypeShape[]): TypeShape {
  const flat = shapes.flatMap(s => (s.type === 'union' ? s.variants : [s]))
  const byText = new Map(flat.toReversed().map(s => [keyOf(s), s]))
  const isTrue = canonicalJson({ type: 'literal', value: true })
  const isFalse = canonicalJson({ type: 'literal', value: false })
  if (byText.has(isTrue) && byText.has(isFalse)) {
    byText.delete(isTrue)
    byText.delete(isFalse)
    byText.set(canonicalJson({ type: 'boolean' }), { type: 'boolean' })
  }
  const variants = [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, s]) => s)
  const [only] = variants
  return variants.length === 1 && only ? only : { type: 'union', variants }
}
