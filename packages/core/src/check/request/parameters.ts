/** Names a request carries outside its body: query, headers, path (section 13). */
import type { Accepts, Param, RequestFacts, Sent, TypeShape } from '../../ir/index.js'
import type { RestUnit } from '../../pair/index.js'
import { restPaths, type Segment } from '../../semantics/index.js'
import { shapeName } from '../shape/shape-name.js'
import { anyOf, type Tri } from '../tri.js'
import type { Claim, RequestPlace } from './claims.js'
import { brokenBound, numberOf, textFits } from './literals.js'

export function parameterClaims(client: RestUnit, provider: RestUnit, accepts: Accepts): Claim[] {
  const { request } = client.http
  const path = pathClaims(client, provider, accepts)
  if (request === undefined) return path
  return [
    ...sentClaims('query', request.query, accepts.query ?? {}),
    ...sentClaims('header', request.header, accepts.header ?? {}),
    ...path,
    ...droppedNames(request, accepts),
  ]
}

/** Browsers, proxies and client libraries add them by themselves. */
export const isAdded = (header: string): boolean =>
  /^(host|cookie|origin|referer|user-agent|accept|accept-.*|content-type|content-length|connection|sec-.*|x-forwarded-.*|forwarded|via|x-real-ip)$/i.test(
    header,
  )

/** Whether a name is sent; names of headers ignore case. */
export function sends(place: 'query' | 'header', sent: Sent, name: string): Tri {
  const shape = shapeOf(place, sent, name)
  if (shape === undefined) return sent.complete ? 'no' : 'unknown'
  if (shape.type === 'undefined') return 'no'
  const mayLack = shape.type === 'unknown' || (shape.type === 'union' && shape.variants.some(v => v.type === 'undefined'))
  return mayLack ? 'unknown' : 'yes'
}

function shapeOf(place: 'query' | 'header', { values }: Sent, name: string): TypeShape | undefined {
  if (place === 'query') return Object.hasOwn(values, name) ? values[name] : undefined
  return Object.entries(values).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

function sentClaims(place: 'query' | 'header', sent: Sent, accepted: Readonly<Record<string, Param>>): Claim[] {
  return Object.entries(accepted).flatMap(([field, param]): Claim[] => {
    if (place === 'header' && isAdded(field)) return []
    if (param.required && sends(place, sent, field) === 'no') return [{ type: 'missing', place, field }]
    const shape = shapeOf(place, sent, field)
    return shape?.type === 'literal' && shape.value !== null ? valueClaims(place, field, String(shape.value), param) : []
  })
}

function valueClaims(place: RequestPlace, field: string, text: string, { shape, constraint }: Param): Claim[] {
  const fits = shape === null ? 'unknown' : textFits(text, shape)
  if (shape !== null && fits === 'no')
    return [{ type: 'value', place, field, value: JSON.stringify(text), expected: shapeName(shape) }]
  const isNumber = shape?.type === 'number' || shape?.type === 'integer'
  const expected = fits === 'yes' ? brokenBound(isNumber ? numberOf(text) : text, constraint) : null
  return expected === null ? [] : [{ type: 'value', place, field, value: JSON.stringify(text), expected }]
}

function droppedNames({ query }: RequestFacts, { query: accepted, strips }: Accepts): Claim[] {
  if (accepted === undefined || !strips?.includes('query')) return []
  return Object.keys(query.values)
    .filter(name => !name.startsWith('_') && !Object.hasOwn(accepted, name))
    .map(field => ({ type: 'surplus', place: 'query', field, verb: 'drops' }))
}

/** What a template makes of a value that is not there. */
const nothings = new Set(['undefined', 'null'])

function pathClaims(client: RestUnit, provider: RestUnit, { path = {} }: Accepts): Claim[] {
  const written = textsByName(client.rest.path, provider.rest.path)
  return Object.entries(path).flatMap(([field, param]): Claim[] => {
    const text = written.get(field)
    if (text === undefined) return []
    if (nothings.has(text)) return param.required ? [{ type: 'missing', place: 'path', field }] : []
    return valueClaims('path', field, text, param)
  })
}

/** Literal segments of the client by the names of the provider's holes, aligned from the end. */
function textsByName(client: string | null, provider: string | null): Map<string, string> {
  const found = new Map<string, string>()
  const [written, ...otherWritten] = client === null ? [] : restPaths(client)
  const [served, ...otherServed] = provider === null ? [] : restPaths(provider)
  const isPlain = (segments: Segment[]): boolean => segments.every(({ type }) => type !== 'variable')
  if (!written || !served || otherWritten.length + otherServed.length > 0 || !isPlain(written) || !isPlain(served)) return found
  served.forEach((segment, i) => {
    const at = written[written.length - served.length + i]
    const name = segment.type === 'one' ? /^\{(\w+)\}$/.exec(segment.text)?.[1] : undefined
    if (name !== undefined && at?.type === 'literal') found.set(name, decoded(at.text))
  })
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `no` of every one of the alternatives. */
export const allUnsent = (answers: readonly Tri[]): boolean => answers.length > 0 && anyOf(answers) === 'no'
