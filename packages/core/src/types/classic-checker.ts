/** What the checker of a TypeScript program in this process says. */
import type ts from 'typescript'
import type { Checker, Declaration, Property, TypeName, TypeReader } from './checker.js'
import type { Session } from './session.js'
import type { TypeScript } from './typescript.js'

export function classicChecker(session: Session): Checker<ts.Node, ts.Type> {
  const { ts: typescript, checker, files } = session
  return {
    files,
    trees: {
      source: session.source,
      shift: session.shift,
      textAt: (node, start, end) => node.getSourceFile().text.slice(start, end),
      kinds: typescript.SyntaxKind,
      isExpression: typescript.isExpression,
      isTypeNode: typescript.isTypeNode,
      isMemberName: typescript.isMemberName,
    },
    types: typeReader(session),
    typesAt: nodes => nodes.map(node => checker.getTypeAtLocation(node)),
    declarationsAt: names => names.map(name => declarationsOf(session, name).map(declarationFrom)),
    valueDeclaration: type => {
      const declaration = type.getSymbol()?.valueDeclaration
      return declaration === undefined ? null : declarationFrom(declaration)
    },
  }
}

const declarationFrom = (node: ts.Declaration): Declaration<ts.Node> => ({
  file: node.getSourceFile().fileName,
  node: () => node,
})

function declarationsOf({ ts: typescript, checker }: Session, name: ts.Node): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name)
  if (symbol === undefined) return []
  const isAlias = (symbol.flags & typescript.SymbolFlags.Alias) !== 0
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []
}

function typeReader(session: Session): TypeReader<ts.Type> {
  const { ts: typescript, checker } = session
  const { TypeFlags } = typescript
  return {
    is: (type, ...flags) => flags.some(flag => (type.flags & TypeFlags[flag]) !== 0),
    literal: type => literalOf(typescript, type),
    parts: type => (type.isUnionOrIntersection() ? type.types : []),
    name: type => nameOf(session, type),
    isList: type => checker.isArrayType(type) || checker.isTupleType(type),
    items: list => checker.getTypeArguments(list as ts.TypeReference),
    properties: type => checker.getPropertiesOfType(type).map(symbol => propertyOf(session, symbol)),
    indexes: type => checker.getIndexInfosOfType(type).map(info => info.type),
    isCallable: type => type.getCallSignatures().length > 0,
    returns: type => {
      const [signature] = type.getCallSignatures()
      return signature === undefined ? null : checker.getReturnTypeOfSignature(signature)
    },
    isClosed: type =>
      type.isClass() ||
      ('objectFlags' in type && (Number(type.objectFlags) & typescript.ObjectFlags.ObjectLiteral) !== 0),
  }
}

function literalOf({ TypeFlags }: TypeScript, type: ts.Type): string | number | boolean | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if ((type.flags & TypeFlags.BooleanLiteral) === 0) return null
  return 'intrinsicName' in type && type.intrinsicName === 'true'
}

function nameOf({ ts: typescript, checker, files }: Session, type: ts.Type): TypeName<ts.Type> | null {
  const symbol = type.aliasSymbol ?? type.getSymbol()
  const declaration = symbol?.declarations?.[0]
  if (symbol === undefined || declaration === undefined) return null
  const isNamed =
    typescript.isInterfaceDeclaration(declaration) ||
    typescript.isTypeAliasDeclaration(declaration) ||
    (typescript.isClassLike(declaration) && declaration.name !== undefined)
  if (!isNamed) return null
  return {
    name: symbol.name,
    file: files.projectPath(declaration.getSourceFile().fileName),
    args: () => {
      if (type.aliasSymbol !== undefined) return type.aliasTypeArguments ?? []
      const isReference = (type.flags & typescript.TypeFlags.Object) !== 0 && 'target' in type
      return isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
    },
  }
}

function propertyOf({ ts: typescript, checker }: Session, symbol: ts.Symbol): Property<ts.Type> {
  const { SymbolFlags, ModifierFlags } = typescript
  const hidden = ModifierFlags.Private | ModifierFlags.Protected
  return {
    name: typescript.unescapeLeadingUnderscores(symbol.escapedName),
    isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
    isMethod: (symbol.flags & SymbolFlags.Method) !== 0,
    isHidden: () =>
      (symbol.declarations ?? []).some(
        declaration => (typescript.getCombinedModifierFlags(declaration) & hidden) !== 0,
      ),
    type: () => checker.getTypeOfSymbol(symbol),
  }
}
