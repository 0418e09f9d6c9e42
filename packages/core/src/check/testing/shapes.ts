/** Shapes of test bodies, in few words. */
import type { TypeShape } from '../../ir/index.js'

export const text: TypeShape = { type: 'text' }
export const number: TypeShape = { type: 'number' }
export const integer: TypeShape = { type: 'integer' }
export const nothing: TypeShape = { type: 'null' }
export const unknown: TypeShape = { type: 'unknown' }
export const date: TypeShape = { type: 'ref', name: 'Date' }

export const rec = (properties: Record<string, TypeShape>): TypeShape => ({ type: 'record', properties })
export const arr = (items: TypeShape): TypeShape => ({ type: 'array', items })
export const lit = (value: string | number | boolean): TypeShape => ({ type: 'literal', value })
export const or = (...variants: TypeShape[]): TypeShape => ({ type: 'union', variants })
export const opt = (shape: TypeShape): TypeShape => or(shape, { type: 'undefined' })
export const spread = (properties: Record<string, TypeShape>): TypeShape => ({
  type: 'record',
  properties,
  spreads: [{ sourceText: 'rest' }],
})

/** What extraction writes for reads of these dotted paths; `?` behind a name makes it optional. */
export function reading(...paths: string[]): TypeShape {
  return paths.map(path => path.split('.')).reduce<TypeShape>(put, rec({}))
}

function put(shape: TypeShape, [step, ...rest]: string[]): TypeShape {
  if (step === undefined)
    return rest.length === 0 && shape.type === 'record' && Object.keys(shape.properties).length === 0
      ? unknown
      : shape
  if (step === '[]') return arr(put(shape.type === 'array' ? shape.items : rec({}), rest))
  const name = step.replace('?', '')
  const own = shape.type === 'record' ? shape.properties : {}
  const child = put(own[name] ?? rec({}), rest)
  return rec({ ...own, [name]: step.endsWith('?') ? opt(child) : child })
}
