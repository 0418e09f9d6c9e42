/** The shape a type annotation states, by syntax alone; what it does not state is unknown. */
import type { TypeShape } from '../../ir/index.js'
import type { SourceModule } from '../../program/module.js'
import { keyName, type Node } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { namedType } from '../../values/type-names.js'
import { exprAt } from '../../values/value.js'
import { unionOf } from '../shapes.js'

const maxDepth = 6
const unknown: TypeShape = { type: 'unknown' }
const standard: ReadonlySet<string> = new Set(['Date', 'Map', 'Set', 'Buffer', 'RegExp', 'Error'])

export function annotatedShape(
  values: Values,
  module: SourceModule,
  type: Node,
  depth = 0,
  open: ReadonlySet<Node> = new Set(),
): TypeShape {
  const of = (node: Node | null | undefined): TypeShape =>
    node ? annotatedShape(values, module, node, depth + 1, open) : unknown
  if (depth > maxDepth) return unknown
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return { type: 'text' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return { type: 'undefined' }
    case 'TSLiteralType':
      return literalShape(type.literal)
    case 'TSUnionType':
      return unionOf(type.types.map(of))
    case 'TSArrayType':
      return { type: 'array', items: of(type.elementType) }
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? of(type.typeAnnotation) : unknown
    case 'TSTypeLiteral':
      return membersShape(type.members)
    case 'TSTypeReference':
      return referenceShape(type)
    default:
      return unknown
  }

  function referenceShape(node: Extract<Node, { type: 'TSTypeReference' }>): TypeShape {
    if (node.typeName.type !== 'Identifier') return unknown
    const { name } = node.typeName
    const [first, second] = node.typeArguments?.params ?? []
    const found = namedType(values.program, module, name)
    if (!found) {
      if (name === 'Array' || name === 'ReadonlyArray') return { type: 'array', items: of(first) }
      if (name === 'Promise' || name === 'Readonly') return of(first)
      if (name === 'Partial') return partial(of(first))
      if (name === 'Record' && first?.type === 'TSStringKeyword')
        return { type: 'dictionary', values: of(second) }
      return standard.has(name) ? { type: 'ref', name } : unknown
    }
    if (open.has(found.node)) return unknown
    const inside = new Set(open).add(found.node)
    const at = (inner: Node): TypeShape => annotatedShape(values, found.module, inner, depth + 1, inside)
    switch (found.type) {
      case 'alias':
        return found.node.typeParameters ? unknown : at(found.node.typeAnnotation)
      case 'enum':
        return enumShape(values, found.module, found.node)
      case 'interface': {
        if (found.node.typeParameters || (found.node.extends?.length ?? 0) > 0) return unknown
        return membersShape(found.node.body.body, at)
      }
      case 'class':
        return unknown
      default:
        return found satisfies never
    }
  }

  function membersShape(
    members: readonly Node[],
    at: (type: Node) => TypeShape = inner => annotatedShape(values, module, inner, depth + 1, open),
  ): TypeShape {
    const properties: Record<string, TypeShape> = {}
    for (const member of members) {
      if (member.type === 'TSMethodSignature') continue
      const name = member.type === 'TSPropertySignature' ? keyName(member.key, member.computed) : null
      if (member.type !== 'TSPropertySignature' || name === null) return unknown
      const shape = member.typeAnnotation ? at(member.typeAnnotation.typeAnnotation) : unknown
      properties[name] = member.optional ? unionOf([shape, { type: 'undefined' }]) : shape
    }
    return { type: 'record', properties }
  }
}

export const partial = (shape: TypeShape): TypeShape =>
  shape.type === 'record'
    ? {
        ...shape,
        properties: Object.fromEntries(
          Object.entries(shape.properties).map(([name, value]) => [
            name,
            unionOf([value, { type: 'undefined' }]),
          ]),
        ),
      }
    : shape

function literalShape(node: Node): TypeShape {
  if (node.type !== 'Literal') return unknown
  const { value } = node
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? { type: 'literal', value }
    : unknown
}

export function enumShape(
  values: Values,
  module: SourceModule,
  node: Extract<Node, { type: 'TSEnumDeclaration' }>,
): TypeShape {
  const members = node.body.members.flatMap(m =>
    m.id.type === 'Identifier' ? [m.id.name] : m.id.type === 'Literal' ? [String(m.id.value)] : [],
  )
  const literals = members.map((name): TypeShape => {
    const [value] = values.member({ type: 'enum', expr: exprAt(module, node) }, name, exprAt(module, node))
    return value?.type === 'literal' && (typeof value.value === 'string' || typeof value.value === 'number')
      ? { type: 'literal', value: value.value }
      : unknown
  })
  return literals.length > 0 && literals.every(l => l.type === 'literal') ? unionOf(literals) : unknown
}
