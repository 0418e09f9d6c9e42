/** Members a framework's application adds to its requests, replies or itself (packs.md A4). */
import type { Program } from '../program/program.js'
import { isMember, memberName } from '../program/syntax.js'
import { exprAt, type Expr } from './value.js'

export interface DecorationMethod {
  method: string
  namePosition: number
  valuePosition: number
}

/** By member name, every value some call gives it, in all files. */
export function readDecorations(program: Program, methods: readonly DecorationMethod[]): ReadonlyMap<string, readonly Expr[]> {
  const out = new Map<string, Expr[]>()
  if (methods.length === 0) return out
  for (const module of program.all()) {
    for (const call of module.calls) {
      const name = isMember(call.callee) ? memberName(call.callee) : null
      const decoration = methods.find(m => m.method === name)
      const key = decoration ? call.arguments[decoration.namePosition] : undefined
      const value = decoration ? call.arguments[decoration.valuePosition] : undefined
      if (key?.type !== 'Literal' || typeof key.value !== 'string' || !value || value.type === 'SpreadElement') continue
      out.set(key.value, [...(out.get(key.value) ?? []), exprAt(module, value)])
    }
  }
  return out
}
