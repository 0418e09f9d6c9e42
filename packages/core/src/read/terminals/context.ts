/** What an interpreter of terminals may ask about the unit it reads. */
import type { TerminalMatchOf } from '../../pack/index.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import type { StatusRef } from '../paths/state.js'
import type { Subjects } from '../subjects.js'

export interface TerminalContext {
  values: Values
  subjects: Subjects
  /** The expression is the unit's parameter the pattern names, by position or role. */
  isPatternParam(expr: Expr, match: Pick<TerminalMatchOf<'parameterMethodCall'>, 'parameterPosition' | 'parameterRole' | 'parameterCalls'>): boolean
  statusOf(expr: Expr): StatusRef
}
