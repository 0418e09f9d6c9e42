/** What a member name resolves to: a place in the project, or the package that declares it. */
import type ts from 'typescript'
import type { DeclarationPlace } from '../ir/index.js'
import { spanOf } from './find-node.js'
import type { HoleAnswer } from './port.js'
import type { Session } from './session.js'

export function declarationAt(session: Session, name: ts.MemberName): HoleAnswer {
  const declaration = declarationOf(session, name)
  if (declaration === null) return { type: 'none', reason: 'externalValue' }
  const source = declaration.getSourceFile()
  const file = session.files.projectPath(source)
  if (file === null) return { type: 'declaration', place: null, module: session.files.packageOf(source) }
  const place: DeclarationPlace = { file, span: spanOf(session.ts, functionOf(session, declaration)) }
  const receiver = receiverClass(session, name, declaration)
  return {
    type: 'declaration',
    place: receiver === null ? place : { ...place, receiverClass: receiver },
    module: null,
  }
}

/** Of several declarations the one with a body; overloads and interfaces have none. */
function declarationOf({ ts: typescript, checker }: Session, name: ts.MemberName): ts.Declaration | null {
  const symbol = checker.getSymbolAtLocation(name)
  if (symbol === undefined) return null
  const isAlias = (symbol.flags & typescript.SymbolFlags.Alias) !== 0
  const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  return (
    declarations.find(declaration => 'body' in declaration && declaration.body !== undefined) ??
    declarations[0] ??
    null
  )
}

/** A name bound to a function stands for the function. */
function functionOf({ ts: typescript }: Session, declaration: ts.Declaration): ts.Node {
  if (
    !typescript.isVariableDeclaration(declaration) &&
    !typescript.isPropertyDeclaration(declaration) &&
    !typescript.isPropertyAssignment(declaration)
  ) {
    return declaration
  }
  const value = declaration.initializer
  return value !== undefined && typescript.isFunctionLike(value) ? value : declaration
}

/** The class of the receiver, where it inherits the method from another. */
function receiverClass(
  { ts: typescript, checker, files }: Session,
  name: ts.MemberName,
  declaration: ts.Declaration,
): { file: string; name: string } | null {
  if (!typescript.isPropertyAccessExpression(name.parent) || !typescript.isClassLike(declaration.parent))
    return null
  const receiver = checker.getTypeAtLocation(name.parent.expression).getSymbol()?.valueDeclaration
  if (receiver === undefined || receiver === declaration.parent || !typescript.isClassLike(receiver))
    return null
  const file = files.projectPath(receiver.getSourceFile())
  return file === null || receiver.name === undefined ? null : { file, name: receiver.name.text }
}
