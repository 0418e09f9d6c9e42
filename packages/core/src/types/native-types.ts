/** Reads types of the native checker. */
import type { ModifierFlags, Node } from '@typescript/native/unstable/ast'
import type { NodeHandle, Symbol, Type } from '@typescript/native/unstable/sync'
import type { Property, TypeFlag, TypeName, TypeReader } from './checker.js'
import { memo } from './memo.js'
import type { NativeSession } from './native-session.js'

/** `projectPath` is null for a library's file. */
export function nativeTypes(
  { native, project: { checker } }: NativeSession,
  projectPath: (path: string) => string | null,
): TypeReader<Type> {
  const { TypeFlags, ObjectFlags, SymbolFlags, SignatureKind } = native.api
  const { SyntaxKind } = native.syntax
  const named = new Set([SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration])
  const classes = new Set([SyntaxKind.ClassDeclaration, SyntaxKind.ClassExpression])
  const isHidden = hiddenTest(native)
  const is = (type: Type, ...flags: readonly TypeFlag[]): boolean =>
    flags.some(flag => (type.flags & TypeFlags[flag]) !== 0)

  const isListTarget = memo((target: Type) => checker.isArrayType(target) || checker.isTupleType(target))
  const isList = (type: Type): boolean =>
    type.isTypeReference() && (type.getTarget().isTupleType() || isListTarget(type.getTarget()))
  const items = memo((type: Type) => (type.isTypeReference() ? checker.getTypeArguments(type) : []))
  const signatures = memo((type: Type) => checker.getSignaturesOfType(type, SignatureKind.Call))

  const isNamed = (symbol: Symbol, declaration: NodeHandle): boolean => {
    if (named.has(declaration.kind)) return true
    if (!classes.has(declaration.kind) || symbol.name === '__class') return false
    return symbol.name !== 'default' || nameOf(declaration.resolve()) !== undefined
  }

  const name = memo((type: Type): TypeName<Type> | null => {
    const alias = type.getAliasSymbol()
    const symbol = alias ?? type.getSymbol()
    const declaration = symbol?.declarations[0]
    if (symbol === undefined || declaration === undefined || !isNamed(symbol, declaration)) return null
    return {
      name: symbol.name,
      file: projectPath(declaration.path),
      args: () => (alias === undefined ? items(type) : type.getAliasTypeArguments()),
    }
  })

  /** Types of all members at once, when the first is asked for. */
  const properties = memo((type: Type): readonly Property<Type>[] => {
    const symbols = checker.getPropertiesOfType(type)
    const isMethod = (symbol: Symbol): boolean => (symbol.flags & SymbolFlags.Method) !== 0
    const values = symbols.filter(symbol => !isMethod(symbol) && !symbol.name.startsWith('__@'))
    let types: ReadonlyMap<Symbol, Type | undefined> | null = null
    const typeOf = memo((symbol: Symbol): Type => {
      types ??= new Map(checker.getTypeOfSymbol(values).map((found, at) => [values[at] ?? symbol, found]))
      return types.get(symbol) ?? checker.getTypeOfSymbol(symbol) ?? checker.getAnyType()
    })
    return symbols.map(symbol => ({
      name: symbol.name,
      isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
      isMethod: isMethod(symbol),
      isHidden: () => symbol.declarations.some(isHidden),
      type: () => typeOf(symbol),
    }))
  })

  return {
    is,
    literal: type =>
      type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()
        ? type.value
        : null,
    parts: memo(type => (type.isUnionType() || type.isIntersectionType() ? type.getTypes() : [])),
    name,
    isList,
    items,
    properties,
    indexes: memo(type => checker.getIndexInfosOfType(type).map(({ valueType }) => valueType)),
    isCallable: type =>
      is(type, 'Object', 'Intersection', 'Union', 'Instantiable') &&
      !isList(type) &&
      signatures(type).length > 0,
    returns: memo(type => {
      const [signature] = signatures(type)
      return signature === undefined ? null : (checker.getReturnTypeOfSignature(signature) ?? null)
    }),
    isClosed: type =>
      type.isObjectType() && (type.objectFlags & (ObjectFlags.ObjectLiteral | ObjectFlags.Class)) !== 0,
  }
}

const nameOf = (node: Node | undefined): unknown =>
  node !== undefined && 'name' in node && node.name !== null ? node.name : undefined

/** Only members of classes can be private or protected; what else declares a member costs no tree. */
function hiddenTest({
  syntax: { SyntaxKind, ModifierFlags },
}: NativeSession['native']): (at: NodeHandle) => boolean {
  const members = new Set([
    SyntaxKind.PropertyDeclaration,
    SyntaxKind.MethodDeclaration,
    SyntaxKind.GetAccessor,
    SyntaxKind.SetAccessor,
    SyntaxKind.Parameter,
  ])
  const hidden = ModifierFlags.Private | ModifierFlags.Protected
  const tags = new Set([SyntaxKind.JSDocPrivateTag, SyntaxKind.JSDocProtectedTag])
  return declaration => {
    const isScript = /\.[cm]?jsx?$/.test(declaration.path)
    if (!members.has(declaration.kind) && !isScript) return false
    const node = declaration.resolve()
    if (node === undefined) return false
    const { modifierFlags = ModifierFlags.None } = node as Node & { modifierFlags?: ModifierFlags }
    return (modifierFlags & hidden) !== 0 || (isScript && documented(node).some(tag => tags.has(tag.kind)))
  }
}

/** Tags of the comments of a member, which stand before its statement: `this.x = 1`. */
function documented(node: Node, height = 3): readonly Node[] {
  const comments = (node.jsDoc ?? []) as readonly (Node & { tags?: readonly Node[] })[]
  const own = comments.flatMap(({ tags = [] }) => tags)
  return own.length > 0 || height === 0 || !node.parent ? own : documented(node.parent, height - 1)
}
