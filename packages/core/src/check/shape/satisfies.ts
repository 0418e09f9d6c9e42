/** Whether a shape that is sent fits the shape that is declared. */
import type { TypeShape } from '../../ir/index.js'
import type { Reason, Tri } from '../tri.js'

export interface Fit {
  result: Tri
  reason?: Reason
  /** Where it does not fit, or where it could not be told. */
  path: string[]
  actual?: TypeShape
  declared?: TypeShape
}

type ShapeOf<Type extends TypeShape['type']> = Extract<TypeShape, { type: Type }>

const maxDepth = 32
const yes: Fit = { result: 'yes', path: [] }

interface At {
  path: string[]
  depth: number
}

const below = ({ path, depth }: At, step: string): At => ({ path: [...path, step], depth: depth + 1 })

export const satisfies = (actual: TypeShape, declared: TypeShape): Fit =>
  fit(actual, declared, { path: [], depth: 0 })

function fit(actual: TypeShape, declared: TypeShape, at: At): Fit {
  const unknown = (reason: Reason): Fit => ({ result: 'unknown', reason, path: at.path, actual, declared })
  const no: Fit = { result: 'no', path: at.path, actual, declared }
  if (at.depth > maxDepth) return unknown('tooDeep')
  if (actual.type === 'unknown' || declared.type === 'unknown') return unknown('unknownShape')
  if (actual.type === 'ref' || declared.type === 'ref') return fitRef(actual, declared, unknown)
  if (actual.type === 'union') return fitActualUnion(actual, declared, at)
  if (declared.type === 'union')
    return anyFit(
      declared.variants.map(variant => fit(actual, variant, at)),
      no,
    )
  switch (declared.type) {
    case 'record':
      if (actual.type === 'record') return fitRecord(actual, declared, at)
      return actual.type === 'dictionary' ? unknown('openKeys') : no
    case 'dictionary':
      if (actual.type === 'dictionary') return fit(actual.values, declared.values, below(at, '*'))
      if (actual.type !== 'record') return no
      if (actual.spreads !== undefined && actual.spreads.length > 0) return unknown('spread')
      return allFit(
        Object.entries(actual.properties).map(([key, value]) =>
          fit(withoutUndefined(value), declared.values, below(at, key)),
        ),
      )
    case 'array':
      return actual.type === 'array' ? fit(itemOf(actual.items), itemOf(declared.items), below(at, '[]')) : no
    case 'literal': {
      const result = fitLiteral(actual, declared)
      return result === 'yes' ? yes : result === 'no' ? no : unknown('widening')
    }
    case 'text':
      return actual.type === 'text' || isLiteral(actual, 'string') ? yes : no
    case 'boolean':
      return actual.type === 'boolean' || isLiteral(actual, 'boolean') ? yes : no
    case 'number':
      return actual.type === 'number' || actual.type === 'integer' || isLiteral(actual, 'number') ? yes : no
    case 'integer':
      if (actual.type === 'number') return unknown('widening')
      return actual.type === 'integer' || (actual.type === 'literal' && Number.isInteger(actual.value))
        ? yes
        : no
    case 'null':
      return actual.type === 'null' ? yes : no
    case 'undefined':
      return actual.type === 'undefined' ? yes : no
    default:
      declared satisfies never
      return unknown('unknownShape')
  }
}

/** A ref left after inlining closes a cycle when both sides close the same one, else says nothing. */
function fitRef(actual: TypeShape, declared: TypeShape, unknown: (reason: Reason) => Fit): Fit {
  const closes =
    actual.type === 'ref' &&
    declared.type === 'ref' &&
    actual.def !== undefined &&
    actual.def === declared.def
  return closes ? yes : unknown('unresolvedRef')
}

function fitActualUnion(actual: ShapeOf<'union'>, declared: TypeShape, at: At): Fit {
  const variants = actual.variants.filter(({ type }) => type !== 'undefined')
  const fits = variants.map(variant => fit(variant, declared, at))
  if (fits.every(({ result }) => result === 'yes')) return yes
  if (fits.every(({ result }) => result === 'no')) {
    const worst = deepest(fits)
    return worst.path.length === at.path.length ? { ...worst, actual } : worst
  }
  const failing = fits.find(({ result }) => result === 'no')
  if (failing) return { ...failing, result: 'unknown', reason: 'someVariants' }
  return fits.find(({ result }) => result === 'unknown') ?? yes
}

function fitRecord(actual: ShapeOf<'record'>, declared: ShapeOf<'record'>, at: At): Fit {
  return allFit(
    Object.entries(declared.properties).map(([key, want]): Fit => {
      const inner = below(at, key)
      const have = Object.hasOwn(actual.properties, key) ? actual.properties[key] : undefined
      const optional = allowsUndefined(want)
      if (have === undefined) {
        if (optional) return yes
        const gone = { path: inner.path, declared: want }
        return actual.spreads !== undefined && actual.spreads.length > 0
          ? { ...gone, result: 'unknown', reason: 'spread' }
          : { ...gone, result: 'no' }
      }
      if (have.type === 'undefined')
        return optional ? yes : { result: 'no', path: inner.path, declared: want }
      const result = fit(withoutUndefined(have), optional ? withoutUndefined(want) : want, inner)
      if (result.result !== 'yes' || optional || !allowsUndefined(have)) return result
      return { result: 'unknown', reason: 'someVariants', path: inner.path, actual: have, declared: want }
    }),
  )
}

function fitLiteral(actual: TypeShape, declared: ShapeOf<'literal'>): Tri {
  if (actual.type === 'literal') return actual.value === declared.value ? 'yes' : 'no'
  const base = typeof declared.value
  const isWider =
    (base === 'string' && actual.type === 'text') ||
    (base === 'boolean' && actual.type === 'boolean') ||
    (base === 'number' &&
      (actual.type === 'number' || (actual.type === 'integer' && Number.isInteger(declared.value))))
  return isWider ? 'unknown' : 'no'
}

const isLiteral = (shape: TypeShape, base: string): boolean =>
  shape.type === 'literal' && typeof shape.value === base

export const allowsUndefined = (shape: TypeShape): boolean =>
  shape.type === 'undefined' || (shape.type === 'union' && shape.variants.some(allowsUndefined))

export function withoutUndefined(shape: TypeShape): TypeShape {
  if (shape.type !== 'union') return shape
  const variants = shape.variants.filter(({ type }) => type !== 'undefined')
  const [only] = variants
  return variants.length === 1 && only ? only : { ...shape, variants }
}

/** JSON writes an absent item as null. */
const itemOf = (items: TypeShape): TypeShape => {
  if (items.type === 'undefined') return { type: 'null' }
  if (!allowsUndefined(items) || items.type !== 'union') return items
  return {
    type: 'union',
    variants: [...items.variants.filter(({ type }) => type !== 'undefined'), { type: 'null' }],
  }
}

const deepest = (fits: readonly Fit[]): Fit =>
  fits.reduce((a, b) => (b.path.length > a.path.length ? b : a), fits[0] ?? yes)

/** The first `no` by depth, else the first unknown that is more than missing types. */
function allFit(fits: readonly Fit[]): Fit {
  const failing = fits.filter(({ result }) => result === 'no')
  if (failing.length > 0) return deepest(failing)
  const open = fits.filter(({ result }) => result === 'unknown')
  return open.find(({ reason }) => reason === 'someVariants') ?? open[0] ?? yes
}

function anyFit(fits: readonly Fit[], no: Fit): Fit {
  if (fits.some(({ result }) => result === 'yes')) return yes
  const open = fits.find(({ result }) => result === 'unknown')
  if (open) return open
  const inner = deepest(fits)
  return inner.path.length > no.path.length ? inner : no
}
