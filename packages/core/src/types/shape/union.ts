/** Puts the variants of a union together: flat, without repetition, in one order. */
import { byCodeUnit, canonicalJson, type TypeShape } from '../../ir/index.js'

export function unionOf(variants: readonly TypeShape[]): TypeShape {
  const flat = variants.flatMap(variant => (variant.type === 'union' ? variant.variants : [variant]))
  const byText = new Map(flat.map(variant => [canonicalJson(variant), variant]))
  const [yes, no] = [canonicalJson(literal(true)), canonicalJson(literal(false))]
  if (byText.has(yes) && byText.has(no)) {
    byText.delete(yes)
    byText.delete(no)
    byText.set(canonicalJson(boolean), boolean)
  }
  const sorted = [...byText].toSorted(([a], [b]) => byCodeUnit(a, b)).map(([, variant]) => variant)
  const [only, ...rest] = sorted
  return only !== undefined && rest.length === 0 ? only : { type: 'union', variants: sorted }
}

const boolean: TypeShape = { type: 'boolean' }
const literal = (value: boolean): TypeShape => ({ type: 'literal', value })
