/** Calls of hooks that run a function they are given and hand its result on (extraction.md R15). */
import type { ResultHook } from '../../pack/index.js'
import { type CallNode, isMember, keyName, memberName, type Node } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { type Expr, exprAt, type Value } from '../../values/value.js'

export interface HookUse {
  call: Expr<CallNode>
  /** Member of the hook's result that holds what the function returned. */
  result: string
}

/** By the function that is run. */
export function openHookUses(values: Values, hooks: readonly ResultHook[]): (fn: Node) => readonly HookUse[] {
  const names = new Set(hooks.flatMap(h => h.names))
  let index: Map<Node, HookUse[]> | null = null

  function build(): Map<Node, HookUse[]> {
    const out = new Map<Node, HookUse[]>()
    if (names.size === 0) return out
    for (const module of values.program.all()) {
      if (!module.imports.some(i => hooks.some(h => i.specifier === h.module))) continue
      for (const node of module.calls) {
        const call = exprAt(module, node)
        const hook = hookOf(call)
        const [options] = node.arguments
        if (!hook || !options || options.type === 'SpreadElement') continue
        const fn = functionOf(values.one({ ...call, node: options }), hook)
        if (fn) out.set(fn, [...(out.get(fn) ?? []), { call, result: hook.result }])
      }
    }
    return out
  }

  function hookOf(call: Expr<CallNode>): ResultHook | null {
    const { callee } = call.node
    const name = callee.type === 'Identifier' ? callee.name : isMember(callee) ? memberName(callee) : null
    if (name === null) return null
    const found = values.resolve({ ...call, node: callee })
    return (
      hooks.find(h => found.length > 0 && found.every(v => h.names.some(n => isOrigin(v, h.module, n)))) ??
      null
    )
  }

  /** The function of the options; null where another option, or a spread that is not read, may change its result. */
  function functionOf(options: Value | null, hook: ResultHook): Node | null {
    const properties = options?.type === 'object' ? propertiesOf(options, 0) : null
    const given = properties?.get(hook.functionOption)
    if (!properties || !given || properties.has(hook.changedBy)) return null
    const value = values.one(given)
    return value?.type === 'function' ? value.expr.node : null
  }

  function propertiesOf({ expr }: Value & { type: 'object' }, depth: number): Map<string, Expr> | null {
    if (expr.node.type !== 'ObjectExpression' || depth > 4) return null
    const out = new Map<string, Expr>()
    for (const entry of expr.node.properties) {
      if (entry.type === 'SpreadElement') {
        const spread = values.one({ ...expr, node: entry.argument })
        const inner = spread?.type === 'object' ? propertiesOf(spread, depth + 1) : null
        if (!inner) return null
        for (const [name, value] of inner) out.set(name, value)
        continue
      }
      const name = keyName(entry.key, entry.computed)
      if (name === null) return null
      out.set(name, { ...expr, node: entry.value })
    }
    return out
  }

  return fn => {
    index ??= build()
    return index.get(fn) ?? []
  }
}
