/** The calls of project functions whose exceptions leave the unit (extraction.md 16.3). */
import type { DeclarationPlace } from '../../ir/index.js'
import type { TerminalPattern } from '../../pack/index.js'
import type { Continuation } from '../../discover/unit.js'
import type { CallNode, FunctionNode } from '../../program/syntax.js'
import type { RawThrowing, RawThrowingCall } from '../../raw.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import type { Places } from '../places.js'
import type { Subjects } from '../subjects.js'
import { isFunctionCallPattern } from '../terminals/function-call.js'
import { isThrowPattern } from '../terminals/throw-expression.js'
import { openEscapes } from './escapes.js'

export interface CalledSite {
  expr: Expr<CallNode>
  functions: readonly Expr<FunctionNode>[]
  /** The only thing that can be called here. */
  only: boolean
}

export function readThrowing(input: {
  values: Values
  subjects: Subjects
  places: Places
  owner: FunctionNode | null
  /** Null for a unit without a pack: its exceptions are only carried on. */
  terminals: readonly TerminalPattern[] | null
  continuations: readonly Continuation[]
  sites: readonly CalledSite[]
}): RawThrowing | null {
  const { values, owner, places, subjects, continuations } = input
  if (!owner) return null
  const escapes = openEscapes({
    values, owner,
    passesOn: callee => {
      const value = values.one(callee)
      const source = value?.type === 'param' ? value.binding.source : null
      return source?.type === 'param' && source.path.length === 0 && continuations.some(c => c.to === 'next' && c.fn === source.fn && c.index === source.index)
    },
  })
  const calls = input.sites.flatMap(({ expr, functions, only }): RawThrowingCall[] => {
    const sync = escapes.of(expr, false)
    const rejected = escapes.of(expr, true)
    if (functions.length === 0 || (!sync && !rejected)) return []
    const callees = functions.map((f): DeclarationPlace => places.declaration({ ...f, frame: null }))
    return [{
      callees, only: only && callees.length === 1,
      args: expr.node.arguments.flatMap(a => (a.type === 'SpreadElement' ? [] : [subjects.refOf({ ...expr, node: a })])),
      text: expr.node.arguments.map(a => subjects.canonical({ ...expr, node: a })).join(' , '),
      location: places.range(expr), place: places.of(expr),
      ...(sync ? { sync } : {}),
      ...(rejected ? { rejected } : {}),
    }]
  })
  const answers = (input.terminals ?? []).filter(isThrowPattern).filter(p => p.producesResponse).map(({ extraction }) => ({
    properties: extraction.statusCode?.from === 'thrownProperty' ? [...extraction.statusCode.names] : [],
    codes: extraction.statusCode?.from === 'constructor' ? extraction.statusCode.codes : {},
    otherwise: extraction.defaultStatusCode ?? null,
    ...(extraction.statusCode?.from === 'thrownProperty' && extraction.statusCode.types ? { types: [...extraction.statusCode.types] } : {}),
  }))
  const calledThrows = (input.terminals ?? []).filter(isFunctionCallPattern).flatMap(({ kind, match, extraction: { defaultStatusCode } }) =>
    (kind === 'throw' && defaultStatusCode !== undefined ? [[match.functionName, defaultStatusCode] as const] : []))
  const answering = (input.terminals ?? []).filter(isFunctionCallPattern).filter(p => p.match.returned && p.producesResponse).map(p => p.match.functionName)
  return { isAsync: owner.async, answers: [...(answering.length > 0 ? [{ properties: ['status'], codes: {}, otherwise: null, types: answering }] : []), ...(calledThrows.length > 0 ? [{ properties: [], codes: Object.fromEntries(calledThrows), otherwise: null }] : []), ...answers], calls }
}
