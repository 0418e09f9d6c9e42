/** Calls of hooks that run a function they are given and hand its result on (extraction.md R15). */
import { type CallNode, type Expression, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import { isOrigin, type Values } from './resolve.js'
import { type Expr, exprAt, type Value } from './value.js'

/** A hook of a library, as packs declare it. */
export interface ResultHook {
  module: string
  names: readonly string[]
  runs:
    | { type: 'option'; option: string; changedBy: string }
    | { type: 'argument'; position: number }
    | { type: 'keyed'; position: number; provider?: { module: string; name: string; prop: string; option: string } }
  result: string
}

export interface HookUse {
  call: Expr<CallNode>
  /** The expression that is the function. */
  callee: Expr
  /** What the function is called with, where that is a key of the hook. */
  key: Expr | null
  /** Member of the hook's result that holds what the function returned. */
  result: string
}

export interface HookUses {
  /** By the function that is run. */
  of(fn: Node): readonly HookUse[]
  /** The argument is a function that the hook runs. */
  takes(call: Expr<CallNode>, argument: Node): boolean
}

export function openHookUses(values: Values, hooks: readonly ResultHook[]): HookUses {
  const providers = new Map<ResultHook, Expr | null>()
  let index: Map<Node, HookUse[]> | null = null

  function build(): Map<Node, HookUse[]> {
    const out = new Map<Node, HookUse[]>()
    if (hooks.length === 0) return out
    for (const module of values.program.all()) {
      if (!isUsedIn(module)) continue
      for (const node of module.calls) {
        const call = exprAt(module, node)
        const hook = hookOf(call)
        const callee = hook && calleeOf(call, hook)
        const fn = callee ? values.one(callee) : null
        if (!hook || !callee || fn?.type !== 'function') continue
        out.set(fn.expr.node, [...(out.get(fn.expr.node) ?? []), { call, callee, key: hook.runs.type === 'keyed' ? keyOf(call) : null, result: hook.result }])
      }
    }
    return out
  }

  const isUsedIn = ({ imports }: Expr['module']): boolean => imports.some(i => hooks.some(h => i.specifier === h.module))

  function hookOf(call: Expr<CallNode>): ResultHook | null {
    const { callee } = call.node
    if (callee.type !== 'Identifier' && (!isMember(callee) || memberName(callee) === null)) return null
    const found = values.resolve({ ...call, node: callee })
    return hooks.find(h => found.length > 0 && found.every(v => h.names.some(n => isOrigin(v, h.module, n)))) ?? null
  }

  /** Null where another option, or a spread that is not read, may change its result. */
  function calleeOf(call: Expr<CallNode>, hook: ResultHook): Expr | null {
    const { runs } = hook
    if (runs.type === 'option') {
      const options = argumentOf(call, 0)
      const properties = options ? propertiesIn(values.one(options)) : null
      return properties?.has(runs.changedBy) ? null : (properties?.get(runs.option) ?? null)
    }
    const given = argumentOf(call, runs.position)
    const options = given ? propertiesIn(values.one(given)) : null
    if (given && !options) return given
    return runs.type === 'keyed' && runs.provider ? (options?.get(runs.provider.option) ?? providerOf(hook)) : null
  }

  /** A key that is null, or a function of one, makes no call. */
  function keyOf(call: Expr<CallNode>): Expr | null {
    const argument = argumentOf(call, 0)
    return argument ? { ...argument, node: givenKey(argument.node) } : null
  }

  const argumentOf = (call: Expr<CallNode>, position: number): Expr | null => {
    const node = call.node.arguments[position]
    return node && node.type !== 'SpreadElement' ? { ...call, node } : null
  }

  /** The function that the only provider component of the project gives to all hooks. */
  function providerOf(hook: ResultHook): Expr | null {
    const known = providers.get(hook)
    if (known !== undefined) return known
    const provider = hook.runs.type === 'keyed' ? hook.runs.provider : undefined
    const given = provider ? values.program.all().flatMap(module => (isUsedIn(module) ? givenBy(module, provider) : [])) : []
    const [only = null, ...others] = given
    const found = others.length > 0 ? null : only
    providers.set(hook, found)
    return found
  }

  type Provider = NonNullable<Extract<ResultHook['runs'], { type: 'keyed' }>['provider']>

  function givenBy(module: Expr['module'], { module: from, name, prop, option }: Provider): (Expr | null)[] {
    return [...module.parents.keys()].flatMap(node => {
      if (node.type !== 'JSXOpeningElement' || node.name.type !== 'JSXIdentifier') return []
      const binding = module.top.get(node.name.name)
      const component = binding ? values.one(exprAt(module, binding.node)) : null
      if (!component || !isOrigin(component, from, name)) return []
      const attribute = node.attributes.find(a => a.type === 'JSXAttribute' && a.name.name === prop)
      const value = attribute?.type === 'JSXAttribute' && attribute.value?.type === 'JSXExpressionContainer' ? attribute.value.expression : null
      return [value ? (propertiesIn(values.one(exprAt(module, value)))?.get(option) ?? null) : null]
    })
  }

  const propertiesIn = (value: Value | null): Map<string, Expr> | null => (value?.type === 'object' ? propertiesOf(value, 0) : null)

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

  return {
    of(fn) {
      index ??= build()
      return index.get(fn) ?? []
    },
    takes(call, argument) {
      if (hooks.length === 0 || !isUsedIn(call.module)) return false
      const runs = hookOf(call)?.runs
      return runs !== undefined && runs.type !== 'option' && call.node.arguments[runs.position] === argument
    },
  }
}

function givenKey(key: Node): Node {
  const node = strip(key as Expression)
  if (node.type === 'ConditionalExpression') {
    if (isNothing(node.alternate)) return givenKey(node.consequent)
    return isNothing(node.consequent) ? givenKey(node.alternate) : node
  }
  if (node.type === 'LogicalExpression' && node.operator === '&&') return givenKey(node.right)
  return node.type === 'ArrowFunctionExpression' && node.expression ? givenKey(node.body) : node
}

const isNothing = (node: Node): boolean =>
  (node.type === 'Literal' && (node.value === null || node.value === false || node.value === '')) || (node.type === 'Identifier' && node.name === 'undefined')
