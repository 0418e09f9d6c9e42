/** Flags a command-line parser takes off a parameter: `--dir` of `parseArgs({ args, options: { dir } })` (packs.md node). */
import type { ArgumentParser } from '../../pack/index.js'
import { type CallNode, type FunctionNode, keyName } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

export function parsedReads(calls: readonly Expr<CallNode>[], input: { values: Values; owner: FunctionNode; parsers: readonly ArgumentParser[] }): { input: string; path: string[] }[] {
  const { values, owner, parsers } = input
  return calls.flatMap(call => parsers.flatMap(parser => {
    if (!values.resolve({ ...call, node: call.node.callee }).some(v => isOrigin(v, parser.module, parser.name) || isOrigin(v, parser.module.replace(/^node:/, ''), parser.name))) return []
    const settings = property(call, call.node.arguments[parser.argument], null)
    const args = settings ? property(settings, null, parser.argsKey) : null
    const options = settings ? property(settings, null, parser.optionsKey) : null
    const taken = args ? values.one(args) : null
    const object = options ? values.one(options) : null
    if (taken?.type !== 'param' || taken.binding.source.type !== 'param' || taken.binding.source.fn !== owner) return []
    if (object?.type !== 'object' || object.expr.node.type !== 'ObjectExpression') return []
    const { name } = taken.binding
    return object.expr.node.properties.flatMap(p => {
      const key = p.type === 'Property' ? keyName(p.key, p.computed) : null
      return key === null ? [] : [{ input: name, path: [`--${key}`] }]
    })
  }))

  /** An argument as it is, or a property of an object that settles. */
  function property(at: Expr, argument: CallNode['arguments'][number] | null | undefined, name: string | null): Expr | null {
    if (name === null) return argument && argument.type !== 'SpreadElement' ? { ...at, node: argument } : null
    const value = values.one(at)
    if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
    const entry = value.expr.node.properties.find(p => p.type === 'Property' && keyName(p.key, p.computed) === name)
    return entry?.type === 'Property' ? { ...value.expr, node: entry.value } : null
  }
}
