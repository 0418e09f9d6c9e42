/** Types as they are written: the members of a props type. */
import type { TypeShape } from '../../ir/index.js'
import type { SourceModule } from '../../program/module.js'
import { keyName, type Node } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { namedType } from '../../values/type-names.js'
import { annotatedShape } from '../schemas/annotations.js'
import { unionOf } from '../shapes.js'

export interface TypeNode {
  module: SourceModule
  node: Node
}

export interface WrittenMember {
  text: string
  shape: TypeShape | null
}

const maxHops = 6
/** They change no member this reader asks for. */
const transparentTypes = new Set(['Readonly', 'Required', 'Partial', 'PropsWithChildren', 'NonNullable'])

/** Members by name; null when the type is not written out where it can be read. */
export function membersOf(values: Values, type: TypeNode, hops = 0): Map<string, WrittenMember> | null {
  const { node, module } = type
  if (hops > maxHops) return null
  switch (node.type) {
    case 'TSTypeLiteral':
      return written(values, module, node.members)
    case 'TSInterfaceBody':
      return written(values, module, node.body)
    case 'TSParenthesizedType':
      return membersOf(values, { module, node: node.typeAnnotation }, hops + 1)
    case 'TSIntersectionType': {
      const parts = node.types.map(part => membersOf(values, { module, node: part }, hops + 1))
      return parts.every(p => p === null) ? null : new Map(parts.flatMap(p => [...(p ?? [])]))
    }
    case 'TSTypeReference': {
      const name =
        node.typeName.type === 'Identifier'
          ? node.typeName.name
          : node.typeName.type === 'TSQualifiedName'
            ? node.typeName.right.name
            : null
      const [argument] = node.typeArguments?.params ?? []
      if (name !== null && transparentTypes.has(name) && argument)
        return membersOf(values, { module, node: argument }, hops + 1)
      const declared = name === null ? null : namedType(values.program, module, name)
      if (declared?.type === 'alias') return membersOf(values, { module: declared.module, node: declared.node.typeAnnotation }, hops + 1)
      if (declared?.type !== 'interface' || declared.node.extends.length > 0) return null
      return membersOf(values, { module: declared.module, node: declared.node.body }, hops + 1)
    }
    default:
      return null
  }
}

function written(
  values: Values,
  module: SourceModule,
  members: readonly Node[],
): Map<string, WrittenMember> {
  return new Map(
    members.flatMap((member): [string, WrittenMember][] => {
      if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return []
      const name = keyName(member.key, member.computed)
      if (name === null) return []
      if (member.type === 'TSMethodSignature')
        return [
          [name, { text: module.text.slice(member.start, member.end).replace(/[;,]$/, ''), shape: null }],
        ]
      const annotation = member.typeAnnotation?.typeAnnotation
      if (!annotation) return []
      const shape = knownShape(values, module, annotation)
      return [
        [
          name,
          {
            text: module.text.slice(annotation.start, annotation.end),
            shape: shape && member.optional ? unionOf([shape, { type: 'undefined' }]) : shape,
          },
        ],
      ]
    }),
  )
}

/** Null for a type that is not simple enough to be read off its text. */
function knownShape(values: Values, module: SourceModule, type: Node): TypeShape | null {
  const shape = annotatedShape(values, module, type)
  return shape.type === 'unknown' ? null : shape
}
