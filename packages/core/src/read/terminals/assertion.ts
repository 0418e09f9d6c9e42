/** Interprets `assertion`: a call that throws a status unless its condition holds. */
import type { TerminalPattern } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import { originOf } from '../../values/origin.js'
import type { Expr } from '../../values/value.js'
import type { TerminalContext } from './context.js'
import { argumentOf } from './extract.js'

type Pattern = TerminalPattern & { match: { type: 'assertion' } }

export const isAssertionPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'assertion'

/** Only members of the framework's own values: `app.assert(…)`, never a project's or Node's `assert`. */
export function matchAssertion({ match }: Pattern, call: Expr<CallNode>, context: TerminalContext): { condition: Expr | null; status: number | null } | null {
  const callees = context.values.resolve({ ...call, node: call.node.callee })
  const [callee] = callees
  if (callees.length !== 1 || callee?.type !== 'member' || 'global' in (originOf(callee) ?? {})) return null
  const path: string[] = []
  for (let at: typeof callee | { type: string } = callee; at.type === 'member'; at = (at as typeof callee).object) path.unshift((at as typeof callee).property)
  if (!match.callees.some(name => path.join('.') === name || path.slice(-name.split('.').length).join('.') === name)) return null
  const statusAt = argumentOf(call, match.statusPosition)
  const status = statusAt ? context.statusOf(statusAt) : null
  return { condition: match.conditionPosition === null ? null : argumentOf(call, match.conditionPosition), status: status?.type === 'literal' ? status.value : null }
}
