/** Functions whose return value becomes the process's exit code, however many callers pass it up (extraction.md T14). */
import type { PatternPack } from '../pack/index.js'
import { type CallNode, type Expression, type FunctionNode, isCall, isFunction, isMember, memberName, type Node, strip } from '../program/syntax.js'
import { returnedExpressions } from '../values/returns.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'

const maxHops = 16

export function exitCodeFunctions(values: Values, packs: readonly PatternPack[]): ReadonlySet<Node> {
  const writes = new Set(packs.flatMap(p => p.exitCodeWrites ?? []))
  const exits = packs.flatMap(p => p.terminals.flatMap(t => {
    const status = t.extraction.statusCode
    return t.kind === 'exit' && t.match.type === 'functionCall' && status?.from === 'argument' ? [{ name: t.match.functionName, position: status.position }] : []
  }))
  const found = new Set<Node>()
  if (writes.size === 0 && exits.length === 0) return found

  const isGlobal = (expr: Expr, name: string): boolean => {
    const value = values.one(expr)
    return value?.type === 'global' && value.path.join('.') === name
  }

  for (const module of values.program.modules) {
    for (const node of module.calls) {
      const exit = exits.find(e => lastName(node.callee) === e.name.split('.').at(-1) && isGlobal({ module, node: node.callee, frame: null }, e.name))
      const argument = exit ? node.arguments[exit.position] : undefined
      if (argument && argument.type !== 'SpreadElement') mark({ module, node: argument, frame: null })
    }
    for (const write of module.memberWrites) {
      const { left } = write
      if (isMember(left) && [...writes].some(name => name.split('.').at(-1) === memberName(left) && isGlobal({ module, node: left, frame: null }, name))) mark({ module, node: write.right, frame: null })
    }
  }
  return found

  /** Follows a value back to the calls it is the result of. */
  function mark(value: Expr, hops = 0): void {
    if (hops > maxHops) return
    const node = strip(value.node as Expression)
    const at = { ...value, node }
    if (isCall(node)) {
      for (const callee of values.resolve({ ...at, node: node.callee })) if (callee.type === 'function') markFunction(callee.expr, hops)
      return
    }
    if (node.type === 'ConditionalExpression') for (const arm of [node.consequent, node.alternate]) mark({ ...at, node: arm }, hops + 1)
    if (node.type === 'LogicalExpression') for (const arm of [node.left, node.right]) mark({ ...at, node: arm }, hops + 1)
    if (node.type !== 'Identifier') return
    const settled = settledBy(at)
    const source = settled ?? values.sourceOf(at)
    if (source) mark(source, hops + 1)
  }

  function markFunction(fn: Expr<FunctionNode>, hops: number): void {
    if (found.has(fn.node)) return
    found.add(fn.node)
    for (const returned of returnedExpressions(fn.node)) if (returned) mark({ module: fn.module, node: returned, frame: null }, hops + 1)
  }

  /** `main().then(code => process.exit(code))`: the parameter is what the promise settles to. */
  function settledBy({ module, node }: Expr): Expr | null {
    const source = values.binding(module, node)?.source
    if (source?.type !== 'param' || source.index !== 0 || source.path.length > 0) return null
    const call = module.parents.get(source.fn)
    if (!call || !isCall(call) || call.arguments[0] !== source.fn || !isMember(call.callee) || memberName(call.callee) !== 'then') return null
    return { module, node: call.callee.object, frame: null }
  }
}

function lastName(callee: CallNode['callee']): string | null {
  const node = strip(callee as Expression)
  return isMember(node) ? memberName(node) : node.type === 'Identifier' && !isFunction(node) ? node.name : null
}
