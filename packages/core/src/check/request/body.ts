/** A sent body against the accepted one (section 13). */
import { withDefinitionsInlined, type Accepts, type TypeShape } from '../../ir/index.js'
import type { RestUnit } from '../../pair/index.js'
import { satisfies } from '../shape/satisfies.js'
import { pathText, shapeName } from '../shape/shape-name.js'
import { toWire } from '../shape/wire.js'
import type { Claim } from './claims.js'
import { brokenBound } from './literals.js'

type Shape<Type extends TypeShape['type']> = Extract<TypeShape, { type: Type }>

export function bodyClaims(client: RestUnit, provider: RestUnit, accepts: Accepts): Claim[] {
  const sent = client.http.request?.body
  const accepted = accepts.body?.shape ? withDefinitionsInlined(accepts.body.shape, provider.summary.definitions) : null
  const required = accepts.body?.required === true
  if (sent === undefined || (accepted === null && !required)) return []
  switch (sent.kind) {
    case 'absent':
      return required ? absentClaims(accepted) : []
    case 'unread':
      return required ? [{ type: 'unread', reason: sent.reason }] : []
    case 'shape': {
      const shape = toWire(withDefinitionsInlined(sent.shape, client.summary.definitions))
      return accepted !== null && isStructured(shape) ? compare(shape, accepted, { accepts, path: [] }) : []
    }
    default:
      return []
  }
}

/** A text may hold anything its maker wrote into it. */
const isStructured = ({ type }: TypeShape): boolean => type === 'record' || type === 'array'

function absentClaims(accepted: TypeShape | null): Claim[] {
  const fields = accepted?.type === 'record' ? Object.entries(accepted.properties).filter(([, want]) => isRequired(want)) : []
  return fields.length > 0
    ? fields.map(([field]) => ({ type: 'missing', place: 'body', field }))
    : [{ type: 'missing', place: 'body', field: '' }]
}

interface Context {
  accepts: Accepts
  path: string[]
}

function compare(sent: TypeShape, accepted: TypeShape, context: Context): Claim[] {
  const given = without(sent)
  const wanted = without(accepted)
  if (given.type === 'record' && wanted.type === 'record') return compareRecords(given, wanted, context)
  const { result, path, actual, declared } = satisfies(given, wanted)
  const at = [...context.path, ...path]
  if (result !== 'no' || actual === undefined || declared === undefined) return boundClaims(given, context)
  if (isOtherKind(actual, declared)) return [{ type: 'kind', field: pathText(at), actual, expected: declared }]
  return actual.type === 'literal'
    ? [{ type: 'value', place: 'body', field: pathText(at), value: JSON.stringify(actual.value), expected: shapeName(declared) }]
    : []
}

function compareRecords(given: Shape<'record'>, wanted: Shape<'record'>, context: Context): Claim[] {
  const isOpen = (given.spreads ?? []).length > 0
  const below = (key: string): Context => ({ ...context, path: [...context.path, key] })
  const known = Object.entries(wanted.properties).flatMap(([key, want]): Claim[] => {
    const have = Object.hasOwn(given.properties, key) ? given.properties[key] : undefined
    if (have !== undefined && have.type !== 'undefined') return compare(have, want, below(key))
    return isRequired(want) && (have !== undefined || !isOpen)
      ? [{ type: 'missing', place: 'body', field: pathText(below(key).path) }]
      : []
  })
  if (isOpen || (wanted.spreads ?? []).length > 0) return known
  return [...known, ...surplus(given, wanted, context)]
}

/** Below the top a strict body's own objects may be of another mind. */
function surplus(given: Shape<'record'>, wanted: Shape<'record'>, { accepts, path }: Context): Claim[] {
  const verb = accepts.strict === true && path.length === 0 ? 'rejects' : accepts.strips?.includes('body') ? 'drops' : null
  if (verb === null) return []
  return Object.entries(given.properties)
    .filter(([key, { type }]) => type !== 'undefined' && !Object.hasOwn(wanted.properties, key))
    .map(([key]) => ({ type: 'surplus', place: 'body', field: pathText([...path, key]), verb }))
}

function boundClaims(given: TypeShape, { accepts, path }: Context): Claim[] {
  const expected = given.type === 'literal' ? brokenBound(given.value, accepts.body?.constraints?.[pathText(path)]) : null
  return expected === null || given.type !== 'literal'
    ? []
    : [{ type: 'value', place: 'body', field: pathText(path), value: JSON.stringify(given.value), expected }]
}

/** What may be left out is not required, nor what any value is good for. */
const isRequired = (shape: TypeShape): boolean =>
  shape.type !== 'undefined' && shape.type !== 'unknown' && !(shape.type === 'union' && shape.variants.some(v => !isRequired(v)))

function without(shape: TypeShape): TypeShape {
  if (shape.type !== 'union') return shape
  const [only, ...others] = shape.variants.filter(({ type }) => type !== 'undefined')
  if (only === undefined) return shape
  return others.length === 0 ? only : { type: 'union', variants: [only, ...others] }
}

function isOtherKind(actual: TypeShape, declared: TypeShape): boolean {
  const [sent, accepted] = [kindsOf(actual), kindsOf(declared)]
  return sent !== null && accepted !== null && [...sent].every(kind => !accepted.has(kind))
}

/** The kinds of JSON value a shape holds; null where that is not known. */
function kindsOf(shape: TypeShape): Set<string> | null {
  switch (shape.type) {
    case 'literal':
      return new Set([shape.value === null ? 'null' : typeof shape.value])
    case 'text':
      return new Set(['string'])
    case 'integer':
    case 'number':
      return new Set(['number'])
    case 'boolean':
    case 'null':
    case 'array':
      return new Set([shape.type])
    case 'record':
    case 'dictionary':
      return new Set(['object'])
    case 'undefined':
      return new Set()
    case 'union': {
      const all = shape.variants.map(kindsOf)
      return all.some(kinds => kinds === null) ? null : new Set(all.flatMap(kinds => [...(kinds ?? [])]))
    }
    default:
      return null
  }
}
