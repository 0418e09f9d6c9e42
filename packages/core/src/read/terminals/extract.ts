/** Reads statuses off the call or value a terminal matched. */
import type { TerminalPattern } from '../../pack/index.js'
import { type CallNode, keyName, strip } from '../../program/syntax.js'
import type { Expr } from '../../values/value.js'
import type { StatusRef } from '../paths/state.js'
import type { TerminalContext } from './context.js'

export function argumentOf(call: Expr<CallNode>, position: number): Expr | null {
  const node = call.node.arguments[position]
  return node && node.type !== 'SpreadElement' ? { ...call, node } : null
}

/** A property written in an object argument; null when the argument is no object literal that settles. */
export function argumentProperty(context: Pick<TerminalContext, 'values'>, argument: Expr, name: string): Expr | null {
  const value = context.values.one(argument)
  if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
  const entry = value.expr.node.properties.find(p => p.type === 'Property' && keyName(p.key, p.computed) === name)
  return entry?.type === 'Property' ? { ...value.expr, node: entry.value } : null
}

export function extractStatus(pattern: TerminalPattern, statusCall: Expr<CallNode>, lastCall: Expr<CallNode>, context: TerminalContext): StatusRef | null {
  const source = pattern.extraction.statusCode
  switch (source?.from) {
    case 'argument': {
      if (source.minArgs !== undefined && lastCall.node.arguments.length < source.minArgs) return null
      const now = argumentOf(statusCall, source.position)
      const former = source.formerPosition === undefined ? null : argumentOf(statusCall, source.formerPosition)
      const argument = former && now && context.statusOf(former).type === 'literal' && context.statusOf(now).type !== 'literal' ? former : now
      if (!argument) return null
      if (source.property !== undefined && isObject(context, argument)) return optionStatus(context, argument, source.property)
      return context.statusOf(argument)
    }
    case 'argumentProperty': {
      const argument = argumentOf(lastCall, source.position)
      return argument ? optionStatus(context, argument, source.name) : null
    }
    default: return null
  }
}

const isObject = (context: TerminalContext, argument: Expr): boolean => {
  const value = context.values.one(argument)
  return value?.type === 'object' || strip(argument.node as never).type === 'ObjectExpression'
}

/** Null: the options are there and say none. */
function optionStatus(context: TerminalContext, argument: Expr, name: string): StatusRef | null {
  const property = argumentProperty(context, argument, name)
  if (property) return context.statusOf(property)
  const value = context.values.one(argument)
  if (value?.type === 'literal' && value.value === undefined) return null
  const isComplete = value?.type === 'object' && value.expr.node.type === 'ObjectExpression' && value.expr.node.properties.every(p => p.type === 'Property')
  return isComplete ? null : { type: 'unread', text: context.subjects.sourceOf(argument), expr: argument }
}

/** Status named by a thrown constructor: full text first, then its last segment. */
export function constructorStatus(codes: Readonly<Record<string, number>>, constructor: string): number | null {
  const last = constructor.split('.').at(-1) ?? constructor
  for (const name of [constructor, last, last.replace(/Error$/, ''), `${last}Error`]) {
    const code = Object.hasOwn(codes, name) ? codes[name] : undefined
    if (code !== undefined) return code
  }
  return null
}
