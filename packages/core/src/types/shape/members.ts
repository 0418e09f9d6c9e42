/** The members of an object type that are part of its value. */
import type ts from 'typescript'
import type { Session } from '../session.js'

export interface Member {
  name: string
  type: ts.Type
  optional: boolean
}

/** Methods, private and protected members and symbols are not. */
export function membersOf({ ts: typescript, checker }: Session, type: ts.Type): Member[] {
  const hidden = typescript.ModifierFlags.Private | typescript.ModifierFlags.Protected
  return checker.getPropertiesOfType(type).flatMap(symbol => {
    const name = typescript.unescapeLeadingUnderscores(symbol.escapedName)
    const isHidden = (symbol.declarations ?? []).some(
      declaration => (typescript.getCombinedModifierFlags(declaration) & hidden) !== 0,
    )
    if (isHidden || name.startsWith('#') || name.startsWith('__@') || name.startsWith('__#')) return []
    const memberType = checker.getTypeOfSymbol(symbol)
    if (isCallable(checker, memberType)) return []
    return [{ name, type: memberType, optional: (symbol.flags & typescript.SymbolFlags.Optional) !== 0 }]
  })
}

/** A function, also one that may be missing. */
function isCallable(checker: ts.TypeChecker, type: ts.Type): boolean {
  const present = checker.getNonNullableType(type)
  const parts = present.isUnion() ? present.types : [present]
  return parts.length > 0 && parts.every(part => part.getCallSignatures().length > 0)
}

/** What `JSON.stringify` is given in place of the value; null when there is no such method. */
export function jsonType({ checker }: Session, type: ts.Type): ts.Type | null {
  const method = checker.getPropertyOfType(type, 'toJSON')
  const [signature] = method === undefined ? [] : checker.getTypeOfSymbol(method).getCallSignatures()
  return signature === undefined ? null : checker.getReturnTypeOfSignature(signature)
}
