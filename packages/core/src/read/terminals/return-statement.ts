/** Interprets `returnStatement`: any return, calls left out where the pack says so. */
import type { TerminalPattern } from '../../pack/index.js'
import { type Expression, isCall, strip } from '../../program/syntax.js'
import type { Expr } from '../../values/value.js'

type Pattern = TerminalPattern & { match: { type: 'returnStatement' } }

export const isReturnPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'returnStatement'

export function matchReturn(pattern: Pattern, value: Expr): boolean {
  return !(pattern.match.excludeCallReturns && isCall(strip(value.node as Expression)))
}
