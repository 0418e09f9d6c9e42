/** What a type is called and where it is declared. */
import type ts from 'typescript'
import type { Session } from '../session.js'

export interface TypeName {
  name: string
  /** Path of the declaring file when the project declares it, else null. */
  file: string | null
  args: readonly ts.Type[]
}

/** Null for a type that nobody named. */
export function nameOf({ ts: typescript, checker, files }: Session, type: ts.Type): TypeName | null {
  const symbol = type.aliasSymbol ?? type.getSymbol()
  const declaration = symbol?.declarations?.[0]
  if (symbol === undefined || declaration === undefined) return null
  const isNamed =
    typescript.isInterfaceDeclaration(declaration) ||
    typescript.isTypeAliasDeclaration(declaration) ||
    (typescript.isClassLike(declaration) && declaration.name !== undefined)
  if (!isNamed) return null
  const args =
    type.aliasSymbol === undefined
      ? referenceArguments(typescript, checker, type)
      : (type.aliasTypeArguments ?? [])
  return { name: symbol.name, file: files.projectPath(declaration.getSourceFile()), args }
}

function referenceArguments(
  typescript: typeof ts,
  checker: ts.TypeChecker,
  type: ts.Type,
): readonly ts.Type[] {
  const isReference = (type.flags & typescript.TypeFlags.Object) !== 0 && 'target' in type
  return isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
}
