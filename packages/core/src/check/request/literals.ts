/** Whether a literal breaks what is accepted: its values and its bounds. */
import type { Constraint, Scalar, TypeShape } from '../../ir/index.js'
import { anyOf, type Tri } from '../tri.js'

/** Longer texts and patterns prove nothing. */
const maxLength = 1000

/** Null: nothing is proven; else what would be accepted, in words. */
export function brokenBound(value: Scalar, constraint: Constraint | undefined): string | null {
  if (constraint === undefined) return null
  const { pattern, ...bounds } = constraint
  for (const [name, bound] of Object.entries(bounds))
    if (!meets(value, name as keyof typeof bounds, bound)) return `${name} ${bound}`
  return pattern !== undefined && typeof value === 'string' && !matches(value, pattern) ? `/${pattern}/` : null
}

function meets(value: Scalar, name: Exclude<keyof Constraint, 'pattern'>, bound: number): boolean {
  const length = typeof value === 'string' && value.length <= maxLength ? value.length : null
  const number = typeof value === 'number' ? value : null
  switch (name) {
    case 'minLength':
      return length === null || length >= bound
    case 'maxLength':
      return length === null || length <= bound
    case 'minimum':
      return number === null || number >= bound
    case 'maximum':
      return number === null || number <= bound
    case 'exclusiveMinimum':
      return number === null || number > bound
    case 'exclusiveMaximum':
      return number === null || number < bound
    case 'minItems':
    case 'maxItems':
      return true
    default:
      return name satisfies never
  }
}

function matches(value: string, pattern: string): boolean {
  if (value.length > maxLength || pattern.length > maxLength) return true
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // no pattern of this language
    return true
  }
}

/** Whether text of a query, a header or a path stands for a value of the shape. */
export function textFits(text: string, shape: TypeShape): Tri {
  switch (shape.type) {
    case 'text':
      return 'yes'
    case 'literal':
      return text === String(shape.value) || (typeof shape.value === 'number' && numberOf(text) === shape.value)
        ? 'yes'
        : 'no'
    case 'number':
      return numberOf(text) === null ? 'no' : 'yes'
    case 'integer':
      return Number.isInteger(numberOf(text)) ? 'yes' : 'no'
    case 'union':
      return anyOf(shape.variants.filter(({ type }) => type !== 'undefined').map(variant => textFits(text, variant)))
    default:
      return 'unknown'
  }
}

export const numberOf = (text: string): number | null => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
