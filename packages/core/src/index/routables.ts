/** Values routes are registered on, what is mounted where, and what is wrapped around what (extraction.md X1 to X4, X7). */
import type { ReasonCode } from '../ir/index.js'
import type { DiscoveryPattern, Mount, PatternPack, Wraps } from '../pack/index.js'
import { type CallNode, type Expression, isMember, memberName, strip } from '../program/syntax.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { literalOf } from '../values/text.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import type { Contexts } from './contexts.js'
import type { Gate } from './gates.js'

/** The routable a receiver settles on, with the path an earlier link of the chain gave. */
export interface Receiver {
  key: string
  given: Expr | null
}

export interface Registration {
  call: Expr<CallNode>
  method: string
  /** Pattern for routes; null for mounts and wrappers alone. */
  pattern: DiscoveryPattern | null
  receivers: readonly Receiver[]
}

export interface RoutablePatterns {
  pack: PatternPack
  routes: readonly (DiscoveryPattern & { match: { type: 'registrationCall' } })[]
  mounts: readonly Mount[]
  wraps: readonly Extract<Wraps, { method: string }>[]
  gate: Gate
}

export function patternsOf(pack: PatternPack, gate: Gate): RoutablePatterns {
  const calls = pack.discovery.filter((d): d is DiscoveryPattern & { match: { type: 'registrationCall' } } => d.match.type === 'registrationCall')
  return {
    pack, gate,
    routes: calls.filter(d => !d.wraps),
    mounts: distinctBy(calls.flatMap(d => (d.mount ? [d.mount] : [])), m => `${m.method}:${m.prefixPosition}:${m.targetPosition}`),
    wraps: distinctBy(calls.flatMap(d => (d.wraps && 'method' in d.wraps ? [d.wraps] : [])), w => JSON.stringify(w)),
  }
}

const distinctBy = <T>(list: readonly T[], key: (item: T) => string): T[] => [...new Map(list.map(item => [key(item), item])).values()]

/** Every registration of the pack in the project, under every frame it runs in. */
export function readRegistrations(values: Values, contexts: Contexts, patterns: RoutablePatterns): Registration[] {
  const verbs = new Set(patterns.routes.flatMap(r => r.match.registrationChain.map(c => c.slice(1))))
  const others = new Set([...patterns.mounts.map(m => m.method), ...patterns.wraps.map(w => w.method)])
  const out: Registration[] = []
  for (const module of values.program.modules) {
    if (!patterns.gate(module.file)) continue
    for (const call of module.calls) {
      if (call.type !== 'CallExpression' || !isMember(call.callee)) continue
      const name = memberName(call.callee)
      if (name !== null && !verbs.has(name) && !others.has(name)) continue
      if (name === null && !call.callee.computed) continue
      const expr: Expr<CallNode> = { module, node: call, frame: null }
      const plain = contexts.of(expr, false)
      const settled = plain.map(c => registrationAt(values, patterns, verbs, others, c))
      const needsCallers = settled.some(r => r === 'unbound') || settled.some(r => r !== null && r !== 'unbound' && isMadeInside(r, expr))
      const framed = needsCallers ? contexts.of(expr, true).map(c => registrationAt(values, patterns, verbs, others, c)) : settled
      for (const found of framed.every(f => f === 'unbound' || f === null) ? [] : framed) if (found !== null && found !== 'unbound') out.push(found)
      if (framed.every(f => f === 'unbound')) {
        const typed = plain.map(c => typedRegistration(values, patterns, verbs, others, c))
        for (const found of typed) if (found) out.push(found)
      }
    }
  }
  return out
}

/** "unbound": the receiver or the method is a parameter that no frame binds. */
function registrationAt(values: Values, patterns: RoutablePatterns, verbs: ReadonlySet<string>, others: ReadonlySet<string>, call: Expr<CallNode>): Registration | null | 'unbound' {
  if (!isMember(call.node.callee)) return null
  const { callee } = call.node
  const own = memberName(callee)
  const receivers = receiversOf(values, patterns, { ...call, node: callee.object })
  if (receivers === 'unbound') return 'unbound'
  if (receivers.length === 0) return null
  const method = own ?? methodText(values, { ...call, node: callee.property as Expression })
  if (method === 'unbound') return 'unbound'
  if (method === null) return null
  const name = verbs.has(method) || others.has(method) ? method : method.toLowerCase()
  if (!verbs.has(name) && !others.has(name)) return null
  const given = receivers.some(r => r.given !== null)
  const candidates = patterns.routes.filter(r => r.match.registrationChain.includes(`.${name}`))
  const pattern = candidates.find(r => (r.match.pathFrom !== undefined) === given) ?? candidates[0] ?? null
  const registration: Registration = { call, method: name, pattern, receivers }
  return pattern && hasUnboundArgument(values, call) ? withFrame(call, registration) : registration
}

/** A path or handler that is a parameter is read again for the callers, when there are any. */
function withFrame(call: Expr<CallNode>, registration: Registration): Registration | 'unbound' {
  return call.frame === null ? 'unbound' : registration
}

function hasUnboundArgument(values: Values, call: Expr<CallNode>): boolean {
  return call.node.arguments.some(a => a.type !== 'SpreadElement' && values.resolve({ ...call, node: a }).some(v => rootParam(v)))
}

const rootParam = (value: Value): boolean => value.type === 'param' || (value.type === 'member' && rootParam(value.object))

function methodText(values: Values, expr: Expr): string | null {
  const text = literalOf(values, expr)
  if (text !== null) return text
  // `app[method.toLowerCase()]`
  const node = strip(expr.node as Expression)
  if (node.type === 'CallExpression' && isMember(node.callee) && ['toLowerCase', 'toString'].includes(memberName(node.callee) ?? '')) return methodText(values, { ...expr, node: node.callee.object })
  return values.resolve(expr).some(rootParam) ? 'unbound' : null
}

export function receiversOf(values: Values, patterns: RoutablePatterns, expr: Expr): Receiver[] | 'unbound' {
  const found = values.resolve(expr)
  const out = found.flatMap(v => receiverOf(values, patterns, v, 0) ?? [])
  if (out.length === 0) return found.some(rootParam) ? 'unbound' : []
  return distinctBy(out, r => `${r.key}${r.given ? siteKey(r.given) : ''}`)
}

function receiverOf(values: Values, patterns: RoutablePatterns, value: Value, depth: number): Receiver | null {
  if (value.type !== 'call' || depth > 64) return null
  const { callee } = value
  if (patterns.routes.some(r => isOrigin(callee, r.match.importModule, r.match.importName))) return { key: siteKey(value.expr), given: null }
  if (callee.type !== 'member') return null
  const object = receiverOf(values, patterns, callee.object, depth + 1)
  if (!object) return null
  const from = patterns.routes.find(r => r.match.pathFrom?.method === callee.property)?.match.pathFrom
  if (from) {
    const argument = value.expr.node.arguments[from.position]
    return argument && argument.type !== 'SpreadElement' ? { key: object.key, given: { ...value.expr, node: argument } } : object
  }
  return object
}

/** A parameter the framework's own type declares is a routable nobody mounts. */
function typedRegistration(values: Values, patterns: RoutablePatterns, verbs: ReadonlySet<string>, others: ReadonlySet<string>, call: Expr<CallNode>): Registration | null {
  if (!isMember(call.node.callee)) return null
  const name = memberName(call.node.callee)
  const root = strip(call.node.callee.object)
  const binding = root.type === 'Identifier' ? values.binding(call.module, root) : null
  if (!binding || name === null) return null
  if (binding.source.type !== 'param') {
    const receivers = receiversOf(values, patterns, { ...call, node: call.node.callee.object })
    if (receivers === 'unbound' || receivers.length === 0 || (!verbs.has(name) && !others.has(name))) return null
    const given = receivers.some(r => r.given !== null)
    const candidates = patterns.routes.filter(r => r.match.registrationChain.includes(`.${name}`))
    return { call, method: name, pattern: candidates.find(r => (r.match.pathFrom !== undefined) === given) ?? candidates[0] ?? null, receivers }
  }
  const annotation = 'typeAnnotation' in binding.node ? binding.node.typeAnnotation : null
  const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
  if (!type || type.type !== 'TSTypeReference') return null
  const first = type.typeName.type === 'Identifier' ? type.typeName.name : type.typeName.type === 'TSQualifiedName' && type.typeName.left.type === 'Identifier' ? type.typeName.left.name : null
  const fromFramework = first !== null && call.module.imports.some(i => patterns.routes.some(r => r.match.importModule === i.specifier) && i.names.some(n => n.local === first))
  if (!fromFramework || (!verbs.has(name) && !others.has(name))) return null
  const pattern = patterns.routes.find(r => r.match.registrationChain.includes(`.${name}`) && !r.match.pathFrom) ?? null
  return { call, method: name, pattern, receivers: [{ key: `param:${call.module.file}:${binding.node.start}`, given: null }] }
}

/** The routable is made in the function that registers on it: it is another one in each call. */
function isMadeInside(registration: Registration, call: Expr): boolean {
  return registration.receivers.some(r => {
    const match = /^(.*):(\d+)-(\d+)(@.*)?$/.exec(r.key)
    if (!match || match[1] !== call.module.file) return false
    const start = Number(match[2])
    for (let at = call.module.parents.get(call.node); at; at = call.module.parents.get(at)) {
      if ((at.type === 'FunctionDeclaration' || at.type === 'FunctionExpression' || at.type === 'ArrowFunctionExpression') && at.start <= start && start < at.end) return true
    }
    return false
  })
}

export interface UnreadRoutes {
  file: string
  prefix: string
  reason: ReasonCode
}
