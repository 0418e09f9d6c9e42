/** Which part of a client call's response an expression stands for (extraction.md R1). */
import type { PatternStep } from '../../program/scopes.js'
import { type CallNode, type Expression, type FunctionNode, isCall, isFunction, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import { enterWith } from '../../values/frames.js'
import type { Values } from '../../values/resolve.js'
import { returnedExpressions } from '../../values/returns.js'
import { type Expr, frameAround, frameOf, siteKey } from '../../values/value.js'
import type { ClientCall } from '../../discover/unit.js'
import type { SchemaRun, Schemas } from '../schemas/index.js'

/** `path` from the root; "[]" is an array item. */
export interface Denoted {
  root: 'response' | 'body' | 'error' | 'parsed'
  path: readonly string[]
  /** Reached through the error of a refused call. */
  failed?: true
  /** What a schema gave for the body: this member of it is the body. */
  under?: string
}

export interface Denoting {
  /** `outcomes`: which result each expanded wrapper gave, as in a path's state; "*" for any. */
  denote(expr: Expr, outcomes: string): Denoted | null
  /** What a callback's parameter receives. */
  parameter(fn: Expr<FunctionNode>, index: number, outcomes: string): Denoted | null
  /** A path that leads through a body accessor, as one in the body. */
  settle(found: Denoted): Denoted
  /** A status of the response or of the caught error. */
  isStatus(expr: Expr): boolean
}

export const anyOutcome = '*'
const maxDepth = 24
const itemCallbacks = new Set(['map', 'forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'flatMap'])
const sameArray = new Set(['filter', 'slice', 'sort', 'reverse', 'concat', 'toSorted', 'toReversed'])
const oneItem = new Set(['find', 'at', 'pop', 'shift', 'findLast'])

export function openDenoting(input: {
  values: Values
  schemas: Schemas
  client: ClientCall
  /** What wrappers read in place returned, by site. */
  returned: ReadonlyMap<string, Expr>
  /** Another root: an expression in a caller that stands for what the unit returned (R15). */
  roots?: ReadonlyMap<Node, Denoted>
}): Denoting {
  const { values, client } = input
  const wrapperCalls = new Map(client.chain.map((call, i) => [siteKey(call), client.entered[i]]))
  const finalKey = siteKey(client.call)
  const cache = new Map<string, Denoted | null>()

  const body = (path: readonly string[]): Denoted => ({ root: 'body', path })
  const whole = (): Denoted => (client.bodyAccessors.length === 0 ? body([]) : { root: 'response', path: [] })

  /** A response path that starts with a body accessor leads into the body. */
  function settle(found: Denoted): Denoted {
    if (found.root === 'body') return found
    for (const accessor of client.bodyAccessors) {
      if (client.bodyMethods.includes(accessor)) continue
      const steps = (found.root === 'error' ? `response.${accessor}` : accessor).split('.')
      if (steps.every((s, i) => found.path[i] === s)) return { ...body(found.path.slice(steps.length)), ...(found.root === 'error' ? { failed: true as const } : {}) }
    }
    return found
  }

  function denote(expr: Expr, outcomes: string, depth = 0): Denoted | null {
    const node = strip(expr.node as Expression)
    const at = { ...expr, node }
    const root = input.roots?.get(node)
    if (root) return root
    if (depth > maxDepth) return null
    const key = `${siteKey(at)}#${outcomes}`
    const known = cache.get(key)
    if (known !== undefined) return known
    cache.set(key, null)
    const found = read(at, outcomes, depth)
    const settled = found ? settle(found) : null
    cache.set(key, settled)
    return settled
  }

  function read(expr: Expr, outcomes: string, depth: number): Denoted | null {
    const { node } = expr
    if (isCall(node)) return callResult({ ...expr, node }, outcomes, depth)
    switch (node.type) {
      case 'Identifier': return named(expr, outcomes, depth)
      case 'MemberExpression': {
        const object = denote({ ...expr, node: node.object }, outcomes, depth + 1)
        const name = memberName(node)
        if (object?.under !== undefined) return parsedMember(object, name)
        if (object) {
          if (name === null) return null
          return { ...object, path: [...object.path, /^\d+$/.test(name) && node.computed ? '[]' : name] }
        }
        const holder = values.one({ ...expr, node: node.object })
        if (name === null || holder?.type !== 'object' || holder.expr.node.type !== 'ObjectExpression') return null
        const entry = holder.expr.node.properties.find(p => p.type === 'Property' && p.key.type === 'Identifier' && p.key.name === name)
        return entry?.type === 'Property' ? denote({ ...holder.expr, node: entry.value }, outcomes, depth + 1) : null
      }
      case 'LogicalExpression': {
        const [left, right] = [denote({ ...expr, node: node.left }, outcomes, depth + 1), denote({ ...expr, node: node.right }, outcomes, depth + 1)]
        if (node.operator === '&&') return left ?? right
        return left && right && !isSame(left, right) ? null : left
      }
      case 'ConditionalExpression': {
        const [then, otherwise] = [denote({ ...expr, node: node.consequent }, outcomes, depth + 1), denote({ ...expr, node: node.alternate }, outcomes, depth + 1)]
        return then && otherwise && !isSame(then, otherwise) ? null : then ?? otherwise
      }
      case 'AssignmentExpression': return denote({ ...expr, node: node.right }, outcomes, depth + 1)
      default: return null
    }
  }

  function callResult(call: Expr<CallNode>, outcomes: string, depth: number): Denoted | null {
    const key = siteKey(call)
    if (key === finalKey) return whole()
    const entered = wrapperCalls.get(key)
    if (entered) return wrapperResult(key, entered, outcomes, depth)
    const { callee } = call.node
    if (isMember(callee)) {
      const name = memberName(callee)
      const object = denote({ ...call, node: callee.object }, outcomes, depth + 1)
      const [first] = call.node.arguments
      const handler = first && first.type !== 'SpreadElement' ? strip(first) : null
      if (name === 'then' && handler && isFunction(handler)) {
        const frame = enterWith({ type: 'function', expr: { ...call, node: handler }, self: null }, [{ type: 'expr', expr: { ...call, node: callee.object } }], call)
        return firstOf(returnedExpressions(handler).flatMap(n => (n ? [{ ...call, node: n, frame }] : [])), outcomes, depth)
      }
      if (name === 'catch' || name === 'finally') return object
      if (object?.root === 'response' && object.path.length === 0) {
        if (name === 'clone') return object
        return name !== null && client.bodyMethods.includes(name) ? body([]) : null
      }
      if (object?.root === 'body' && name !== null) {
        if (sameArray.has(name)) return object
        if (oneItem.has(name)) return { ...object, path: [...object.path, '[]'] }
        return null
      }
    }
    const run = input.schemas.run(call)
    if (run) return parsed(run, outcomes, depth)
    const callees = values.resolve({ ...call, node: callee })
    const [only] = callees
    if (callees.length === 1 && only?.type === 'function' && call.node.type === 'CallExpression') {
      const frame = values.enter(only, call)
      if (frame.depth > 4) return null
      return firstOf(returnedExpressions(only.expr.node).flatMap(n => (n ? [{ module: only.expr.module, node: n, frame }] : [])), outcomes, depth)
    }
    return null
  }

  /** A schema hands on the body it was given, unless it makes something else of it. */
  function parsed(run: SchemaRun, outcomes: string, depth: number): Denoted | null {
    const given = denote(run.value, outcomes, depth + 1)
    if (given?.root !== 'body' || input.schemas.read(run.schema)?.transforms !== false) return null
    return run.result === null ? given : { ...given, root: 'parsed', under: run.result }
  }

  const parsedMember = ({ under, ...found }: Denoted, name: string | null): Denoted | null =>
    name === under ? { ...found, root: 'body' } : null

  const firstOf = (exprs: readonly Expr[], outcomes: string, depth: number): Denoted | null => {
    for (const expr of exprs) {
      const found = denote(expr, outcomes, depth + 1)
      if (found) return found
    }
    return null
  }

  /** What all writes of a name stand for, those of nothing yet aside: `b = { ...b, n: 1 }` makes it something else. */
  function ofEvery(exprs: readonly Expr[], outcomes: string, depth: number): Denoted | null {
    const found = exprs.filter(e => !isEmptyValue(e.node)).map(e => denote(e, outcomes, depth + 1))
    const [first] = found
    return first && found.every(f => f !== null && isSame(f, first)) ? first : null
  }

  function wrapperResult(key: string, entered: NonNullable<ReturnType<typeof wrapperCalls.get>>, outcomes: string, depth: number): Denoted | null {
    if (outcomes !== anyOutcome) {
      const taken = outcomes.split('|').find(o => o.startsWith(`${key}>`))
      if (taken !== undefined) {
        const value = input.returned.get(taken.slice(key.length + 1))
        return value ? denote(value, outcomes, depth + 1) : null
      }
    }
    const own = returnedExpressions(entered.node).flatMap(n => (n ? [{ module: entered.module, node: n, frame: entered.frame }] : []))
    return firstOf(own, outcomes, depth)
  }

  function named(expr: Expr, outcomes: string, depth: number): Denoted | null {
    const binding = values.binding(expr.module, expr.node)
    if (!binding) return null
    const { source } = binding
    switch (source.type) {
      case 'init': case 'none': {
        const at = (node: Node): Expr => ({ ...expr, node, frame: frameAround(expr.frame, node) })
        const sources: Expr[] = source.type === 'init' ? [at(source.value)] : []
        for (const write of binding.writes) if (write.value && write.operator === '=') sources.push(at(write.value))
        const root = source.type === 'init' ? input.roots?.get(source.value) : undefined
        if (source.type === 'init') {
          const together = elementOf({ ...at(source.value), node: strip(source.value) }, source.path)
          const element = together ? denote(together, outcomes, depth + 1) : null
          if (together) return element ? stepped(element, source.path.slice(1)) : null
        }
        const found = root ?? (binding.writes.length > 0 ? ofEvery(sources, outcomes, depth) : firstOf(sources, outcomes, depth))
        return found && source.type === 'init' ? stepped(found, source.path) : found
      }
      case 'param': {
        const bound = frameOf(expr.frame, source.fn)?.args[source.index]
        if (bound?.type === 'expr') {
          const found = denote(bound.expr, outcomes, depth + 1)
          return found ? stepped(found, source.path) : null
        }
        const item = itemOf(expr, source.fn, source.index, outcomes, depth)
        return item ? stepped(item, source.path) : null
      }
      case 'catch': {
        const attempt = expr.module.parents.get(source.clause)
        if (attempt?.type !== 'TryStatement' || !holdsCall({ ...expr, node: attempt.block })) return null
        return stepped({ root: 'error', path: [] }, source.path)
      }
      case 'loop': {
        if (source.statement.type !== 'ForOfStatement') return null
        const list = denote({ ...expr, node: source.statement.right }, outcomes, depth + 1)
        return list ? stepped({ ...list, path: [...list.path, '[]'] }, source.path) : null
      }
      default: return null
    }
  }

  /** `const [a, b] = await Promise.all([f(), g()])`: the call behind one name. */
  function elementOf(expr: Expr, [first]: readonly PatternStep[]): Expr | null {
    if (first?.type !== 'index' || expr.node.type !== 'CallExpression') return null
    const list = values.one(expr)
    const element = list?.type === 'array' && list.expr.node.type === 'ArrayExpression' ? list.expr.node.elements[first.index] : null
    return list?.type === 'array' && element && element.type !== 'SpreadElement' ? { ...list.expr, node: element } : null
  }

  /** The parameter of a callback: an item of an array, what a promise gave, or what a `.catch` received. */
  function itemOf(expr: Expr, fn: Node, index: number, outcomes: string, depth: number): Denoted | null {
    const call = expr.module.parents.get(fn)
    if (!call || !isCall(call) || !isMember(call.callee)) return null
    const name = memberName(call.callee)
    if (index !== 0 && !(name === 'reduce' && index === 1)) return null
    if (name === 'catch' || (name === 'then' && call.arguments[1] === fn)) return holdsCall({ ...expr, node: call.callee.object }) ? { root: 'error', path: [] } : null
    const object = denote({ ...expr, node: call.callee.object }, outcomes, depth + 1)
    if (!object) return null
    if (name === 'then') return object
    if (name !== null && (itemCallbacks.has(name) || (name === 'reduce' && index === 1))) return { ...object, path: [...object.path, '[]'] }
    return null
  }

  function stepped(found: Denoted, path: readonly PatternStep[]): Denoted | null {
    let at: Denoted | null = settle(found)
    for (const step of path) {
      if (!at) return null
      switch (step.type) {
        case 'property': at = at.under === undefined ? settle({ ...at, path: [...at.path, step.name] }) : parsedMember(at, step.name)
          break
        case 'index': at = at.under !== undefined ? null : { ...at, path: [...at.path, '[]'] }
          break
        case 'restObject': break
        default: return null
      }
    }
    return at
  }

  /** The block holds the unit's call, or the wrapper call that leads to it. */
  function holdsCall(block: Expr): boolean {
    return [...client.chain, client.call].some(call => call.module === block.module && call.node.start >= block.node.start && call.node.end <= block.node.end)
  }

  function isStatus(expr: Expr): boolean {
    const found = denote(expr, anyOutcome)
    if (!found || found.root === 'body' || found.root === 'parsed') return false
    const path = found.root === 'error' && found.path[0] === 'response' ? found.path.slice(1) : found.path
    return client.statusAccessors.includes(path.join('.'))
  }

  return {
    denote: (expr, outcomes) => denote(expr, outcomes), isStatus, settle,
    parameter: (fn, index, outcomes) => {
      const found = itemOf(fn, fn.node, index, outcomes, 0)
      return found ? settle(found) : null
    },
  }
}

const isSame = (a: Denoted, b: Denoted): boolean => a.root === b.root && a.path.join('.') === b.path.join('.')

/** `null`, `undefined`, `{}`, `[]`, a literal: what a name holds until the body is there. */
function isEmptyValue(node: Node): boolean {
  const at = strip(node as Expression)
  if (at.type === 'ObjectExpression') return at.properties.length === 0
  if (at.type === 'ArrayExpression') return at.elements.length === 0
  return at.type === 'Literal' || (at.type === 'Identifier' && at.name === 'undefined')
}
