/** Reads of a returned body in the functions that call the unit's function (extraction.md R15). */
import type { Place, Test } from '../../ir/index.js'
import type { DiscoveredUnit } from '../../discover/unit.js'
import { children, type Expression, type FunctionNode, isFunction, isMember, isTypeNode, keyName, type Node, strip } from '../../program/syntax.js'
import { enclosingFunction } from '../../program/scopes.js'
import type { Callers } from '../../values/callers.js'
import type { Expr } from '../../values/value.js'
import type { Places } from '../places.js'
import type { ReadEnv } from '../unit.js'
import { anyOutcome, type Denoted, type Denoting, openDenoting } from './denote.js'
import { type BodyRead, isTestPosition, readsAt } from './reads.js'

const maxHops = 3
const maxCallers = 500

export interface ReturnedReads {
  reads: { read: BodyRead; place: Place }[]
  tests: Test[]
}

export function returnedReads(input: { env: ReadEnv; unit: DiscoveredUnit; result: Expr; denoting: Denoting; outcomes: string; places: Places }): ReturnedReads {
  const { env, unit } = input
  const out: ReturnedReads = { reads: [], tests: [] }
  const body = unit.body
  if (!body || !isFunction(body.node)) return out
  const held = heldIn(input.result, expr => input.denoting.denote(expr, input.outcomes))
  if (held.length === 0) return out
  follow(body.module, body.node, held, 0, new Set())
  return out

  function follow(module: Expr['module'], fn: FunctionNode, parts: readonly Held[], hop: number, seen: Set<Node>): void {
    if (hop >= maxHops || seen.has(fn)) return
    seen.add(fn)
    const { sites, runBy } = callersAt(module, fn)
    const called = sites.slice(0, maxCallers).map(({ call }) => ({ call, parts }))
    // the result of a hook is not there until the function has run
    const run = runBy.slice(0, maxCallers).map(({ call, result }) => ({ call, parts: parts.filter(p => p.at.length === 0).map((p): Held => ({ at: [result], found: p.found, late: true })) }))
    for (const { call, parts: own } of [...called, ...run]) {
      for (const part of own) {
        const roots = rootsOf(call, part)
        const scope = enclosingFunction(call.module.parents, call.node)
        const client = unit.client
        if (!client) continue
        const denoting = openDenoting({ values: env.values, schemas: env.schemas, client, returned: new Map(), roots })
        const holder: Node = scope ?? call.module.program
        const guards = guardsOf(call, holder, denoting)
        const passed = scope ? returnedOf(scope).filter(v => isCallResult({ module: call.module, node: v, frame: null }, call)) : []
        if (scope && passed.length > 0) follow(call.module, scope, [part], hop + 1, new Set(seen))
        if (roots.size === 0) continue
        scan({ ...call, node: holder, frame: null }, denoting, part.late ? () => true : guards)
        if (!scope) continue
        for (const value of returnedOf(scope)) {
          const again = heldIn({ module: call.module, node: value, frame: null }, expr => denoting.denote(expr, anyOutcome)).filter(h => h.found.root === 'body').map(h => (part.late ? { ...h, late: true as const } : h))
          if (again.length > 0) follow(call.module, scope, again, hop + 1, seen)
        }
      }
    }
  }

  /** What one hook asks for is read behind that hook only. */
  function callersAt(module: Expr['module'], fn: FunctionNode): Pick<Callers, 'sites' | 'runBy'> {
    const all = env.callers.callersOf(module, fn)
    const own = fn === unit.body?.node ? unit.client?.runBy : undefined
    return own ? { sites: [], runBy: all.runBy.filter(use => use.call.node === own.node) } : all
  }

  /** The value is what the call gave, as a whole. */
  function isCallResult(value: Expr, call: Expr): boolean {
    const node = strip(value.node as Expression)
    if (node === call.node) return true
    const source = node.type === 'Identifier' ? env.values.binding(value.module, node)?.source : undefined
    return source?.type === 'init' && source.path.length === 0 && strip(source.value) === call.node
  }

  /** Nodes of the caller that stand for the part of the body the function returned. */
  function rootsOf(call: Expr, part: Held): Map<Node, Denoted> {
    const roots = new Map<Node, Denoted>()
    if (part.at.length === 0) {
      roots.set(call.node, part.found)
      return roots
    }
    const { parents } = call.module
    let at: Node = call.node
    for (let parent = parents.get(at); parent; parent = parents.get(at)) {
      if (parent.type === 'AwaitExpression' || parent.type === 'ChainExpression' || parent.type === 'TSAsExpression' || parent.type === 'TSNonNullExpression' || parent.type === 'ParenthesizedExpression') {
        at = parent
        continue
      }
      if (isMember(parent) && parent.object === at && part.at.length === 1 && !parent.computed && parent.property.type === 'Identifier' && parent.property.name === part.at[0]) roots.set(parent, part.found)
      if (parent.type === 'VariableDeclarator' && parent.init === at) for (const node of namesHolding(parent.id, part.at, call)) roots.set(node, part.found)
      break
    }
    return roots
  }

  /** References of the names a declaration binds to the part. */
  function namesHolding(pattern: Node, path: readonly string[], call: Expr): Node[] {
    if (pattern.type === 'Identifier') {
      const binding = env.values.binding(call.module, pattern)
      return (binding?.references ?? []).flatMap(ref => {
        const parent = call.module.parents.get(ref)
        return parent && isMember(parent) && parent.object === ref && path.length === 1 && !parent.computed && parent.property.type === 'Identifier' && parent.property.name === path[0] ? [parent] : []
      })
    }
    if (pattern.type !== 'ObjectPattern') return []
    return pattern.properties.flatMap(p => {
      if (p.type === 'RestElement' || keyName(p.key, p.computed) !== path[0] || path.length !== 1) return []
      const target = p.value.type === 'AssignmentPattern' ? p.value.left : p.value
      const binding = target.type === 'Identifier' ? env.values.binding(call.module, target) : null
      return binding ? [...binding.references] : []
    })
  }

  function scan(holder: Expr, denoting: Denoting, guarded: (node: Node) => boolean): void {
    const visit = (node: Node): void => {
      if (isTypeNode(node)) return
      const expr = { ...holder, node }
      for (const read of readsAt(expr, denoting, anyOutcome)) add(read, input.places.of({ ...holder, node: read.node }), guarded(node))
      const test = comparison(expr, denoting)
      if (test) out.tests.push({ ...test, place: input.places.of(expr) })
      for (const child of children(node)) visit(child)
    }
    visit(holder.node)
  }

  function add(read: BodyRead, place: Place, isGuarded: boolean): void {
    const guarded: BodyRead = isGuarded && read.optional === null ? { ...read, optional: 'nullish' } : read
    if (!out.reads.some(r => r.place.start === place.start && r.place.file === place.file && r.read.path.join('.') === read.path.join('.'))) out.reads.push({ read: guarded, place })
  }

  function comparison(expr: Expr, denoting: Denoting): Omit<Test, 'place'> | null {
    const { node } = expr
    if (node.type === 'BinaryExpression' && ['===', '==', '!==', '!='].includes(node.operator)) {
      const sides = [node.left as Node, node.right] as const
      for (const [a, b] of [sides, [sides[1], sides[0]] as const]) {
        const found = denoting.denote({ ...expr, node: a }, anyOutcome)
        if (found?.root !== 'body' || found.path.length === 0) continue
        const value = env.values.one({ ...expr, node: b })
        if (value?.type === 'literal' && value.value !== null && value.value !== undefined) return { on: 'body', path: [...found.path], op: node.operator.startsWith('=') ? 'eq' : 'neq', value: value.value }
        return { on: 'body', path: [...found.path], op: 'other' }
      }
    }
    if (!isTestPosition(node, expr.module.parents) || (!isMember(node) && node.type !== 'Identifier')) return null
    const found = denoting.denote(expr, anyOutcome)
    return found?.root === 'body' && found.path.length > 0 ? { on: 'body', path: [...found.path], op: 'other' } : null
  }

  /** Reads under a caller's condition that tests the result are optional there. */
  function guardsOf(call: Expr, holder: Node, denoting: Denoting): (node: Node) => boolean {
    const { parents } = call.module
    const tests = (node: Node): boolean => {
      const expr = { ...call, node, frame: null }
      if (node === call.node || denoting.denote(expr, anyOutcome) !== null) return true
      return children(node).some(c => !isFunction(c) && tests(c))
    }
    return node => {
      for (let at: Node = node, parent = parents.get(at); parent && at !== holder; at = parent, parent = parents.get(at)) {
        if (parent.type === 'IfStatement' && parent.test !== at && tests(parent.test)) return true
        if (parent.type === 'ConditionalExpression' && parent.test !== at && tests(parent.test)) return true
        if (parent.type === 'LogicalExpression' && parent.operator === '&&' && parent.right === at && tests(parent.left)) return true
        if (parent.type === 'BlockStatement' || parent.type === 'Program') {
          const before = (parent.body as Node[]).filter(s => s.end <= at.start)
          if (before.some(s => s.type === 'IfStatement' && exits(s.consequent) && tests(s.test))) return true
        }
      }
      return false
    }
  }
}

interface Held {
  /** Property path in the returned value; [] when it is the part itself. */
  at: string[]
  found: Denoted
  /** A hook gives it: undefined at first. */
  late?: true
}

/** Parts of a body in a returned value: the value itself, or properties of a returned object. */
function heldIn(result: Expr, denote: (expr: Expr) => Denoted | null): Held[] {
  const own = denote(result)
  if (own) return own.root === 'body' ? [{ at: [], found: own }] : []
  const node = strip(result.node as Expression)
  if (node.type !== 'ObjectExpression') return []
  return node.properties.flatMap((p): Held[] => {
    if (p.type !== 'Property') return []
    const name = keyName(p.key, p.computed)
    const found = name === null ? null : denote({ ...result, node: p.value })
    return name !== null && found?.root === 'body' ? [{ at: [name], found }] : []
  })
}

function returnedOf(fn: FunctionNode): Node[] {
  const out: Node[] = []
  if (fn.body && fn.body.type !== 'BlockStatement') return [fn.body]
  const visit = (node: Node): void => {
    if (node !== fn && isFunction(node)) return
    if (node.type === 'ReturnStatement' && node.argument) out.push(node.argument)
    for (const child of children(node)) visit(child)
  }
  visit(fn)
  return out
}

function exits(node: Node): boolean {
  if (node.type === 'ReturnStatement' || node.type === 'ThrowStatement' || node.type === 'ContinueStatement' || node.type === 'BreakStatement') return true
  return node.type === 'BlockStatement' && node.body.some(exits)
}
