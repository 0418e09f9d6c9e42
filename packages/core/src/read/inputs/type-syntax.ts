/** Types as they are written: the members of a props type and the shapes of simple types. */
import type { TypeShape } from '../../ir/index.js'
import type { SourceModule } from '../../program/module.js'
import { keyName, type Node } from '../../program/syntax.js'
import type { Program } from '../../program/program.js'
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
export function membersOf(program: Program, type: TypeNode, hops = 0): Map<string, WrittenMember> | null {
  const { node, module } = type
  if (hops > maxHops) return null
  switch (node.type) {
    case 'TSTypeLiteral':
      return written(program, module, node.members)
    case 'TSInterfaceBody':
      return written(program, module, node.body)
    case 'TSParenthesizedType':
      return membersOf(program, { module, node: node.typeAnnotation }, hops + 1)
    case 'TSIntersectionType': {
      const parts = node.types.map(part => membersOf(program, { module, node: part }, hops + 1))
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
        return membersOf(program, { module, node: argument }, hops + 1)
      const declared = name === null ? null : findType(program, module, name)
      return declared ? membersOf(program, declared, hops + 1) : null
    }
    default:
      return null
  }
}

function written(
  program: Program,
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
      const shape = shapeOfType(program, { module, node: annotation })
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
export function shapeOfType(program: Program, { module, node }: TypeNode, hops = 0): TypeShape | null {
  const inner = (part: Node): TypeShape | null => shapeOfType(program, { module, node: part }, hops + 1)
  if (hops > maxHops) return null
  switch (node.type) {
    case 'TSStringKeyword':
      return { type: 'text' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSUndefinedKeyword':
      return { type: 'undefined' }
    case 'TSParenthesizedType':
      return inner(node.typeAnnotation)
    case 'TSLiteralType':
      return node.literal.type === 'Literal' &&
        (typeof node.literal.value === 'string' ||
          typeof node.literal.value === 'number' ||
          typeof node.literal.value === 'boolean')
        ? { type: 'literal', value: node.literal.value }
        : null
    case 'TSArrayType': {
      const items = inner(node.elementType)
      return items && { type: 'array', items }
    }
    case 'TSUnionType': {
      const parts = node.types.map(inner)
      return parts.some(p => p === null) ? null : unionOf(parts.flatMap(p => (p ? [p] : [])))
    }
    case 'TSTypeReference': {
      const declared =
        node.typeName.type === 'Identifier' && !node.typeArguments
          ? findType(program, module, node.typeName.name)
          : null
      return declared && declared.node.type !== 'TSInterfaceBody'
        ? shapeOfType(program, declared, hops + 1)
        : null
    }
    default:
      return null
  }
}

/** An alias or interface of the file, or of the project file it is imported from. */
export function findType(program: Program, module: SourceModule, name: string, hops = 0): TypeNode | null {
  for (const statement of module.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSTypeAliasDeclaration' && node.id.name === name)
      return { module, node: node.typeAnnotation }
    if (node?.type === 'TSInterfaceDeclaration' && node.id.name === name)
      return node.extends.length > 0 ? null : { module, node: node.body }
  }
  const record = module.imports.find(i => i.names.some(n => n.local === name))
  const imported = record?.names.find(n => n.local === name)
  const target = record && hops < maxHops ? program.resolve(record.specifier, module.file) : null
  const other = target?.type === 'project' ? program.module(target.file) : null
  return other && imported ? findType(program, other, imported.imported, hops + 1) : null
}
