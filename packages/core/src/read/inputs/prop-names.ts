/** Every prop a component takes, where all are known (checking.md 7.6). */
import { type FunctionNode, isMember, keyName, memberName, type Node } from '../../program/syntax.js'
import type { SourceModule } from '../../program/module.js'
import { boundName } from '../../values/names.js'
import type { Values } from '../../values/resolve.js'
import { namedType } from '../../values/type-names.js'
import { exprAt } from '../../values/value.js'
import type { TypeNode } from './type-syntax.js'

const maxHops = 8
/** They take all members of their argument. */
const sameMembers = new Set(['Readonly', 'Required', 'Partial', 'PropsWithChildren', 'Omit'])

/** Null: there may be others. `type`: what the props are annotated with. */
export function propNames(
  values: Values,
  fn: FunctionNode,
  module: SourceModule,
  type: TypeNode | null,
): string[] | null {
  const bound = boundNames(fn)
  const typed = type ? namesOf(values, type, 0) : bound && declaredNames(values, fn, module)
  return typed && [...new Set([...(bound ?? []), ...typed])].sort()
}

/** What the parameter takes apart; null when the rest or the whole of it is kept. */
function boundNames(fn: FunctionNode): string[] | null {
  const [param] = fn.params
  if (!param) return []
  const target = param.type === 'AssignmentPattern' ? param.left : param
  if (target.type !== 'ObjectPattern') return null
  const names = target.properties.map(p => (p.type === 'RestElement' ? null : keyName(p.key, p.computed)))
  return names.every(name => name !== null) ? names : null
}

/** Keys of `Button.propTypes = { … }`; without one the parameter says it all. */
function declaredNames(values: Values, fn: FunctionNode, module: SourceModule): string[] | null {
  const name = boundName(exprAt(module, fn))
  const writes = module.memberWrites.filter(
    ({ left }) => isMember(left) && memberName(left) === 'propTypes' && left.object.type === 'Identifier',
  )
  const names = writes.map(({ left, right }) => {
    if (!isMember(left) || left.object.type !== 'Identifier' || left.object.name !== name) return []
    const value = values.one(exprAt(module, right))
    if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
    const keys = value.expr.node.properties.map(p => (p.type === 'Property' ? keyName(p.key, p.computed) : null))
    return keys.every(key => key !== null) ? keys : null
  })
  return names.every(list => list !== null) ? names.flat() : null
}

/** Members of the type and of all it is made of; null when a part is not written out where it can be read. */
function namesOf(values: Values, { module, node }: TypeNode, hops: number): string[] | null {
  if (hops > maxHops) return null
  const inner = (part: Node, at = module): string[] | null => namesOf(values, { module: at, node: part }, hops + 1)
  const all = (parts: readonly (string[] | null)[]): string[] | null =>
    parts.every(part => part !== null) ? parts.flat() : null
  switch (node.type) {
    case 'TSTypeLiteral':
      return writtenNames(node.members)
    case 'TSParenthesizedType':
      return inner(node.typeAnnotation)
    case 'TSIntersectionType':
    case 'TSUnionType':
      return all(node.types.map(part => inner(part)))
    case 'TSTypeReference':
      return named(node.typeName, node.typeArguments?.params ?? [])
    case 'TSInterfaceHeritage':
      return named(node.expression, node.typeArguments?.params ?? [])
    default:
      return null
  }

  function named(written: Node, [first, second]: readonly Node[]): string[] | null {
    const name = written.type === 'Identifier' ? written.name : written.type === 'TSQualifiedName' ? written.right.name : memberOf(written)
    const declared = written.type === 'Identifier' ? namedType(values.program, module, written.name) : null
    if (declared?.type === 'alias') return inner(declared.node.typeAnnotation, declared.module)
    if (declared?.type === 'interface') {
      const bases = declared.node.extends.map(base => inner(base, declared.module))
      return isMerged(declared.module, declared.node.id.name) ? null : all([writtenNames(declared.node.body.body), ...bases])
    }
    if (declared) return null
    if (name === 'Pick' && second) return literalNames(second)
    return name !== null && sameMembers.has(name) && first ? inner(first) : null
  }
}

const memberOf = (node: Node): string | null => (isMember(node) ? memberName(node) : null)

function writtenNames(members: readonly Node[]): string[] | null {
  const names = members.map(member =>
    member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature'
      ? keyName(member.key, member.computed)
      : null,
  )
  return names.every(name => name !== null) ? names : null
}

/** `'a' | 'b'`. */
function literalNames(node: Node): string[] | null {
  if (node.type === 'TSLiteralType')
    return node.literal.type === 'Literal' && typeof node.literal.value === 'string' ? [node.literal.value] : null
  if (node.type !== 'TSUnionType') return null
  const names = node.types.map(literalNames)
  return names.every(list => list !== null) ? names.flat() : null
}

/** Several declarations of one name add up. */
function isMerged(module: SourceModule, name: string): boolean {
  const declarations = module.program.body.filter(statement => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return node?.type === 'TSInterfaceDeclaration' && node.id.name === name
  })
  return declarations.length > 1
}
