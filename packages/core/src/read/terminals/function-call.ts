/** Interprets `functionCall`: a call of a named function, the exits of a runtime among them. */
import type { TerminalPattern } from '../../pack/index.js'
import { type CallNode, isMember } from '../../program/syntax.js'
import { isOrigin } from '../../values/resolve.js'
import type { Expr, Value } from '../../values/value.js'
import type { TerminalContext } from './context.js'

type Pattern = TerminalPattern & { match: { type: 'functionCall' } }

export const isFunctionCallPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'functionCall'

export function matchFunctionCall(pattern: Pattern, call: Expr<CallNode>, context: TerminalContext): boolean {
  const { functionName, requiresImport } = pattern.match
  const dotted = functionName.includes('.')
  if (isMember(call.node.callee) && !dotted) return false
  const callees = context.values.resolve({ ...call, node: call.node.callee })
  const [callee] = callees
  if (callees.length !== 1 || !callee) return false
  if (requiresImport) return requiresImport.some(module => isOrigin(callee, module, functionName))
  return isGlobal(callee, functionName) || isBuiltin(callee, functionName)
}

const isGlobal = (value: Value, name: string): boolean => value.type === 'global' && value.path.join('.') === name

/** `process.exit` of `node:process` is the global one. */
const isBuiltin = (value: Value, name: string): boolean => {
  const [object, ...rest] = name.split('.')
  return value.type === 'external' && value.module === `node:${object}` && value.path.filter(p => p !== 'default').join('.') === rest.join('.')
}
