/** The table a `ref` points into: its keys, and shapes with the table put back in. */
import { byCodeUnit, canonicalJson } from './canonical-json.js'
import { sha1 } from './ids.js'
import type { TypeShape } from './type-shape.js'

export type Definitions = Readonly<Record<string, TypeShape>>

/** `oneLevel`: the shape with nested named types as `file#name<args>`, so that equal content gives equal keys. */
export const typeDefinitionKey = (name: string, oneLevel: TypeShape): string =>
  `${name}#${sha1(canonicalJson(oneLevel)).slice(0, 10)}`

/** A ref met again inside its own definition stays a ref, so the result is finite. */
export const withDefinitionsInlined = (shape: TypeShape, definitions: Definitions | undefined): TypeShape =>
  definitions === undefined ? shape : inline(shape, definitions, [])

function inline(shape: TypeShape, definitions: Definitions, open: readonly string[]): TypeShape {
  if (shape.type !== 'ref') return mapShape(shape, child => inline(child, definitions, open))
  const { def } = shape
  if (def === undefined || open.includes(def) || !Object.hasOwn(definitions, def)) return shape
  const definition = definitions[def]
  return definition === undefined ? shape : inline(definition, definitions, [...open, def])
}

/** The shape with each direct child replaced. */
export function mapShape(shape: TypeShape, map: (child: TypeShape) => TypeShape): TypeShape {
  switch (shape.type) {
    case 'record':
      return {
        ...shape,
        properties: Object.fromEntries(
          Object.entries(shape.properties).map(([name, child]) => [name, map(child)]),
        ),
      }
    case 'dictionary':
      return { ...shape, values: map(shape.values) }
    case 'array':
      return { ...shape, items: map(shape.items) }
    case 'union':
      return { ...shape, variants: shape.variants.map(map) }
    default:
      return shape
  }
}

/** Keys of the definitions a shape reaches, sorted. */
export function referencedDefinitions(shapes: readonly TypeShape[], definitions: Definitions): string[] {
  const seen = new Set<string>()
  const visit = (shape: TypeShape): TypeShape => {
    if (shape.type === 'ref' && shape.def !== undefined && !seen.has(shape.def)) {
      const definition = Object.hasOwn(definitions, shape.def) ? definitions[shape.def] : undefined
      if (definition !== undefined) {
        seen.add(shape.def)
        visit(definition)
      }
    }
    return mapShape(shape, visit)
  }
  shapes.forEach(visit)
  return [...seen].sort(byCodeUnit)
}
