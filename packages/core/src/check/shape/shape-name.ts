/** A shape in a word or two, as messages say it. */
import type { TypeShape } from '../../ir/index.js'

const maxVariants = 4

export function shapeName(shape: TypeShape): string {
  switch (shape.type) {
    case 'literal':
      return JSON.stringify(shape.value)
    case 'ref':
      return shape.name
    case 'union': {
      const names = [...new Set(shape.variants.map(shapeName))]
      const shown = names.slice(0, maxVariants).join(' | ')
      return names.length > maxVariants ? `${shown} | …` : shown
    }
    case 'record':
    case 'dictionary':
    case 'array':
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'unknown':
      return shape.type
    default:
      // a shape of a later build
      shape satisfies never
      return 'unknown'
  }
}

export const pathText = (path: readonly string[]): string => path.join('.')
