/** Shapes in one line. */
import type { TypeShape } from '../../ir/index.js'

type RecordShape = Extract<TypeShape, { type: 'record' }>

/** Deeper, a shape is shown by its kind only. */
const maxDepth = 4
const maxFields = 12

export function shapeText(shape: TypeShape, depth = 0): string {
  switch (shape.type) {
    case 'record':
      return depth < maxDepth ? recordText(shape, depth) : '{ … }'
    case 'dictionary':
      return `{ [key]: ${shapeText(shape.values, depth + 1)} }`
    case 'array':
      return arrayText(shapeText(shape.items, depth + 1))
    case 'literal':
      return shape.raw ?? JSON.stringify(shape.value)
    case 'union':
      return shape.variants.map(variant => shapeText(variant, depth)).join(' | ')
    case 'ref':
      return shape.name
    case 'text':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'unknown':
      return shape.type
    default:
      return shape satisfies never
  }
}

const arrayText = (items: string): string => (items.includes(' | ') ? `(${items})[]` : `${items}[]`)

function recordText({ properties, spreads = [] }: RecordShape, depth: number): string {
  const fields = Object.entries(properties).map(([name, shape]) => fieldText(name, shape, depth))
  const shown =
    fields.length > maxFields
      ? [...fields.slice(0, maxFields), `… ${fields.length - maxFields} more`]
      : fields
  const all = [...shown, ...spreads.map(({ sourceText }) => `...${sourceText}`)]
  return all.length === 0 ? '{}' : `{ ${all.join(', ')} }`
}

/** A field that may be undefined may be absent on the wire; of one that is not known the name says it all. */
function fieldText(name: string, shape: TypeShape, depth: number): string {
  if (shape.type === 'unknown') return name
  if (shape.type !== 'union' || !shape.variants.some(({ type }) => type === 'undefined'))
    return `${name}: ${shapeText(shape, depth + 1)}`
  const variants = shape.variants.filter(({ type }) => type !== 'undefined')
  if (variants.every(({ type }) => type === 'unknown')) return `${name}?`
  return `${name}?: ${shapeText({ type: 'union', variants }, depth + 1)}`
}
