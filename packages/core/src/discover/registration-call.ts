/** Interprets `registrationCall`, loops, mounts and wrappers of one pack: routes with their full paths and what stands around them (extraction.md 7, 8.1). */
import type { BoundaryBinding, ReasonCode } from '../ir/index.js'
import { restBinding } from '../ir/index.js'
import type { PatternPack } from '../pack/index.js'
import type { Contexts } from '../index/contexts.js'
import { readRegistrations, receiversOf, type Registration, type RoutablePatterns, type UnreadRoutes } from '../index/routables.js'
import { type CallNode, type Expression, type FunctionNode, isFunction, isMember, type Node, strip } from '../program/syntax.js'
import { originOf } from '../values/origin.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import { joinPaths, pathTexts } from './binding/provider-path.js'
import { handlerOf, rootIsExternal } from './handlers.js'
import { boundName } from './names.js'
import type { DiscoveredUnit, WrapperUse } from './unit.js'

interface Edge {
  parent: string
  child: string
  /** Null: the prefix is no text. */
  prefix: string | null
  order: Position
}

interface Wrapping {
  routable: string
  use: WrapperUse
  order: Position
}

interface Position {
  file: string
  offset: number
}

interface Mounting {
  prefix: string
  /** Some mount on the way has a prefix that is no text. */
  unread: boolean
  wrappers: WrapperUse[]
}

export interface DiscoveredRoutes {
  routes: DiscoveredUnit[]
  /** Units of the wrappers' functions. */
  wrappers: DiscoveredUnit[]
  unreadRoutes: UnreadRoutes[]
  /** Stubs of library wrappers, by id. */
  stubs: Map<string, { pack: PatternPack; module: string; name: string }>
  notes: { registration: Expr; reason: ReasonCode }[]
}

const maxPaths = 16

export function discoverRoutes(values: Values, contexts: Contexts, patterns: RoutablePatterns): DiscoveredRoutes {
  const { pack } = patterns
  const registrations = readRegistrations(values, contexts, patterns)
  const edges: Edge[] = []
  const wrappings: Wrapping[] = []
  const routed: Registration[] = []
  const wrapperUnits = new Map<string, DiscoveredUnit>()
  const out: DiscoveredRoutes = { routes: [], wrappers: [], unreadRoutes: [], stubs: new Map(), notes: [] }
  let labels = 0

  for (const registration of registrations) {
    const mount = patterns.mounts.find(m => m.method === registration.method)
    const wraps = patterns.wraps.filter(w => w.method === registration.method)
    if (mount || wraps.length > 0) readUse(registration, wraps)
    if (registration.pattern) routed.push(registration)
  }
  noteUnreadLoops()
  for (const registration of routed) readRoute(registration)
  out.wrappers.push(...wrapperUnits.values())
  return out

  /** `app.use(prefix?, …targets)`: routables are mounted, functions are wrappers. */
  function readUse({ call, receivers }: Registration, wraps: RoutablePatterns['wraps']): void {
    const args = flatArguments(call)
    const [first] = args
    if (!first) return
    const prefixes = isTarget(first) ? null : pathTexts(values, first)
    const targets = prefixes === null ? args : args.slice(1)
    const order = positionOf(call)
    for (const receiver of receivers) {
      for (const target of targets) {
        const children = receiversOf(values, patterns, target)
        if (children !== 'unbound' && children.length > 0) {
          for (const child of children) for (const prefix of prefixes ?? ['']) edges.push({ parent: receiver.key, child: child.key, prefix, order })
          if (prefixes?.includes(null)) out.unreadRoutes.push({ file: call.module.file, prefix: '/', reason: 'unreadPrefix' })
          continue
        }
        for (const scope of prefixes ?? [null]) {
          const use = wrapperUse(target, wraps, scope)
          if (use) wrappings.push({ routable: receiver.key, use, order })
        }
        noteMountedLibrary(call, target, prefixes)
      }
    }
  }

  /** The argument is no path: a function, a routable, a wrapper. */
  function isTarget(expr: Expr): boolean {
    const node = strip(expr.node as Expression)
    if (node.type === 'Literal' && (typeof node.value === 'string' || node.value instanceof RegExp)) return false
    const found = values.resolve({ ...expr, node })
    const [only] = found
    if (!only) return true
    if (only.type === 'literal') return false
    if (only.type === 'array') {
      const elements = only.expr.node.type === 'ArrayExpression' ? only.expr.node.elements : []
      const [head] = elements
      return !(head && head.type !== 'SpreadElement' && !isTarget({ ...only.expr, node: head }))
    }
    if (only.type === 'opaque') return !['TemplateLiteral', 'BinaryExpression'].includes(only.expr.node.type)
    return !(only.type === 'global' && only.path.includes('env'))
  }

  function wrapperUse(target: Expr, wraps: RoutablePatterns['wraps'], scope: string | null): WrapperUse | null {
    const answer = handlerOf(values, target)
    if (answer.type === 'one') {
      const { body } = answer.handler
      const wrap = wraps.find(w => w.arity !== undefined && w.arity === body.node.params.length) ?? wraps.find(w => w.arity === undefined)
      const unit = wrapperUnit(body, target, wrap?.throwParam ?? null, wrap?.continuationParam ?? null, 'next')
      return { target: { type: 'unit', unit }, role: unit.wrapper?.role ?? 'before', scope, ...(wrap?.rewritesBody || changesResponse(body) ? { rewritesBody: true as const } : {}) }
    }
    return libraryUse(answer.value, target, scope)
  }

  /** A wrapper of a dependency: declared without outcomes it leaves nothing, with outcomes a stub. */
  function libraryUse(value: Value | null, target: Expr, scope: string | null): WrapperUse | null {
    const callee = value?.type === 'call' ? value.callee : value
    if (callee && rootIsExternal(callee)) {
      const declared = declaredWrapper(callee)
      if (declared && !declared.outcomes?.length) return null
      if (declared) {
        const hasCallback = value?.type === 'call' && value.expr.node.arguments.some(a => a.type !== 'SpreadElement' && isFunction(strip(a)))
        if (declared.name === 'authenticate' && hasCallback) return { target: { type: 'unread', reason: 'libraryWrapper', callee: calleeOf(target), gap: false }, role: declared.role, scope }
        const id = `${declared.module}::${declared.name}`
        out.stubs.set(id, { pack, module: declared.module, name: declared.name })
        return { target: { type: 'stub', id }, role: declared.role, scope, ...(declared.catches ? { catches: declared.catches } : {}), ...(declared.rewritesBody ? { rewritesBody: true as const } : {}) }
      }
      return { target: { type: 'unread', reason: 'libraryWrapper', callee: calleeOf(target), gap: false }, role: 'before', scope }
    }
    return { target: { type: 'unread', reason: 'unresolvedWrapper', callee: calleeOf(target), gap: true }, role: 'before', scope }
  }

  function calleeOf(expr: Expr): string {
    const node = strip(expr.node as Expression)
    const shown = node.type === 'CallExpression' ? node.callee : node
    return expr.module.text.slice(shown.start, shown.end).replace(/\s+/g, ' ').slice(0, 120)
  }

  /** One unit per wrapper function, however often it is registered. */
  function wrapperUnit(body: Expr<FunctionNode>, registration: Expr, throwParam: number | null, continuationParam: number | null, to: string): DiscoveredUnit {
    const key = `${siteKey(body)}|${throwParam}`
    const known = wrapperUnits.get(key)
    if (known) return known
    const name = boundName(body)
    const unit: DiscoveredUnit = {
      kind: 'middleware', name: name ?? `middleware#${++labels}`, nameKind: name === null ? 'label' : 'binding',
      pack, body, registration, bodyReason: null, binding: null, unread: [],
      terminals: pack.terminals, inputMapping: pack.inputMapping,
      wrapper: { role: throwParam === null ? 'before' : 'onThrow', throwParam },
      continuations: continuationParam === null ? [] : [{ fn: body.node, index: continuationParam, to }],
      wrappers: [], client: null, metadata: {},
    }
    wrapperUnits.set(key, unit)
    return unit
  }

  /** A middleware that assigns a member of the response may change what is sent. */
  function changesResponse(body: Expr<FunctionNode>): boolean {
    const position = pack.terminals.find(t => t.match.type === 'parameterMethodCall')?.match
    const index = position && position.type === 'parameterMethodCall' ? position.parameterPosition : undefined
    if (index === undefined) return false
    return body.module.memberWrites.some(w => {
      if (w.start < body.node.start || w.end > body.node.end || !isMember(w.left)) return false
      const object = strip(w.left.object)
      const binding = object.type === 'Identifier' ? values.binding(body.module, object) : null
      const name = w.left.property.type === 'Identifier' ? w.left.property.name : ''
      return binding?.source.type === 'param' && binding.source.fn === body.node && binding.source.index === index && ['json', 'send', 'end', 'write', 'jsonp'].includes(name)
    })
  }

  /** A dependency's value under a literal prefix may serve routes of its own (X7). */
  function noteMountedLibrary(call: Expr<CallNode>, target: Expr, prefixes: (string | null)[] | null): void {
    if (!prefixes) return
    const value = values.one(target)
    if (!value || !rootIsExternal(value) || value.type === 'external') return
    const callee = value.type === 'call' ? value.callee : value
    const isStatic = pack.libraryWrappers?.some(w => isOrigin(callee, w.module, w.name) && w.name !== 'static' && !w.outcomes?.length)
    const declared = pack.libraryWrappers?.some(w => isOrigin(callee, w.module, w.name) && (w.outcomes?.length ?? 0) > 0)
    if (isStatic || declared) return
    for (const prefix of prefixes) if (prefix !== null && prefix !== '/' && prefix !== '') out.unreadRoutes.push({ file: call.module.file, prefix, reason: 'libraryWrapper' })
  }

  function flatArguments(call: Expr<CallNode>): Expr[] {
    const flatten = (expr: Expr): Expr[] => {
      const value = values.one(expr)
      if (value?.type !== 'array' || value.expr.node.type !== 'ArrayExpression') return [expr]
      const isPaths = value.expr.node.elements.every(e => e && e.type === 'Literal')
      if (isPaths && value.expr.node.elements.length > 0) return [expr]
      return value.expr.node.elements.flatMap(e => (e ? flatten({ ...value.expr, node: e.type === 'SpreadElement' ? e.argument : e }) : []))
    }
    return call.node.arguments.flatMap(a => (a.type === 'SpreadElement' ? flatten({ ...call, node: a.argument }) : flatten({ ...call, node: a })))
  }

  /** A loop over a list that does not settle may register any route (X7). */
  function noteUnreadLoops(): void {
    for (const { call } of registrations) {
      const loop = call.frame === null ? contexts.unsettledLoop(call) : null
      if (loop) {
        out.unreadRoutes.push({ file: call.module.file, prefix: '/', reason: 'unsettledValue' })
        out.notes.push({ registration: loop, reason: 'unsettledValue' })
      }
    }
    for (const found of unsettledLoopRegistrations()) out.unreadRoutes.push({ file: found.module.file, prefix: '/', reason: 'unsettledValue' })
  }

  /** `for (const r of load()) app[r.m](r.p, r.h)`: the receiver is a routable, the method is unknown. */
  function unsettledLoopRegistrations(): Expr[] {
    return values.program.modules.filter(m => patterns.gate(m.file)).flatMap(module => module.calls.flatMap((call): Expr[] => {
      if (call.type !== 'CallExpression' || !isMember(call.callee)) return []
      const expr: Expr<CallNode> = { module, node: call, frame: null }
      if (!contexts.unsettledLoop(expr)) return []
      if (registrations.some(r => r.call.node === call)) return []
      const receivers = receiversOf(values, patterns, { ...expr, node: call.callee.object })
      return receivers !== 'unbound' && receivers.length > 0 ? [expr] : []
    }))
  }

  function readRoute(registration: Registration): void {
    const { call, receivers, method } = registration
    const extraction = registration.pattern?.bindingExtraction
    const args = flatArguments(call)
    const given = receivers.find(r => r.given !== null)?.given ?? null
    const position = extraction?.path.type === 'fromArgument' ? extraction.path.position : 0
    const pathExpr = given ?? args[position] ?? null
    const rest = given ? args : args.slice(position + 1)
    if (rest.length === 0 || (pathExpr !== null && given === null && isTarget(pathExpr) && !isUnboundText(pathExpr))) return
    const verb = extraction?.method.type === 'fromRegistration' ? (extraction.method.nameMap?.[method] ?? method.toUpperCase()) : method.toUpperCase()
    const handlerExpr = rest.at(-1)
    if (!handlerExpr) return
    const answer = handlerOf(values, handlerExpr)
    if (answer.type === 'none' && isDeclaredWrapper(answer.value)) return
    const own: WrapperUse[] = rest.slice(0, -1).flatMap(e => {
      const use = wrapperUse(e, patterns.wraps, null)
      return use ? [use] : []
    })
    if (answer.type === 'one') {
      for (const w of answer.handler.wrappers) {
        const unit = wrapperUnit(w.body, handlerExpr, null, continuationParam(), 'next')
        const named: DiscoveredUnit = wrapperUnits.get(`${siteKey(w.body)}|factory`) ?? { ...unit, name: w.name, nameKind: 'binding', continuations: [...unit.continuations, w.continuation] }
        wrapperUnits.set(`${siteKey(w.body)}|factory`, named)
        wrapperUnits.delete(`${siteKey(w.body)}|null`)
        own.push({ target: { type: 'unit', unit: named }, role: 'before', scope: null })
      }
    }
    const paths = pathExpr ? pathTexts(values, pathExpr) : [null]
    const keys = [...new Set(receivers.map(r => r.key))]
    const mountings = keys.map(key => mountingsOf(key, positionOf(call)))
    const settled = keys.length === 1 ? (mountings[0] ?? []) : sameMountings(mountings)
    for (const path of paths) {
      const units: { path: string | null; mounting: Mounting | null; reason: ReasonCode | null }[] = settled === null
        ? [{ path: null, mounting: null, reason: 'multipleReceivers' }]
        : settled.map(m => ({ path: path === null ? null : joinPaths(m.prefix, path), mounting: m, reason: path === null ? 'unreadPath' : null }))
      for (const unit of units.slice(0, maxPaths)) addRoute({ registration, verb, answer, handlerExpr, own, unit, written: path })
      if (units.length > maxPaths) out.notes.push({ registration: call, reason: 'routeBudget' })
    }
  }

  /** `app.options("*", cors())`: a declared wrapper as the only handler serves no route of the project. */
  function isDeclaredWrapper(value: Value | null): boolean {
    const callee = value?.type === 'call' ? value.callee : value
    return callee !== null && callee !== undefined && declaredWrapper(callee) !== null
  }

  /** Also what a method of the library's value gives: `multer().single("f")`, `body("n").notEmpty()`. */
  function declaredWrapper(callee: Value): NonNullable<PatternPack['libraryWrappers']>[number] | null {
    const origin = originOf(callee)
    return pack.libraryWrappers?.find(w => isOrigin(callee, w.module, w.name)
      || (origin !== null && 'module' in origin && origin.module === w.module && (origin.path[0] === w.name || (origin.path.length === 0 && w.name === 'default')))) ?? null
  }

  /** A path argument that is a parameter nobody binds: still a route. */
  function isUnboundText(expr: Expr): boolean {
    return values.resolve(expr).every(v => v.type === 'param' || v.type === 'member' || v.type === 'call' || v.type === 'opaque')
  }

  function continuationParam(): number | null {
    return patterns.wraps.find(w => w.throwParam === undefined)?.continuationParam ?? null
  }

  function addRoute(input: {
    registration: Registration; verb: string; answer: ReturnType<typeof handlerOf>; handlerExpr: Expr; own: WrapperUse[]
    unit: { path: string | null; mounting: Mounting | null; reason: ReasonCode | null }; written: string | null
  }): void {
    const { registration, verb, answer, unit } = input
    const { call } = registration
    const path = unit.path === null ? null : translate(unit.path)
    const binding: BoundaryBinding = restBinding({ method: verb, path }, { recognition: `@suss/packs/${pack.name}` })
    const body = answer.type === 'one' ? answer.handler.body : null
    const name = body ? boundName(body) : null
    const label = `${verb} ${path ?? '(path not read)'}`
    const unread: DiscoveredUnit['unread'] = []
    if (unit.reason) unread.push({ field: unit.reason === 'multipleReceivers' ? 'receiver' : 'path', reason: unit.reason, detail: calleeOf(call) })
    const continuation = continuationParam()
    out.routes.push({
      kind: 'handler', name: name ?? label, nameKind: name === null ? 'label' : 'binding',
      pack, body, registration: call,
      bodyReason: answer.type === 'none' ? answer.reason : null,
      binding, unread,
      terminals: registration.pattern?.terminals ?? pack.terminals,
      inputMapping: registration.pattern?.inputMapping ?? pack.inputMapping,
      wrapper: null,
      continuations: body && continuation !== null ? [{ fn: body.node, index: continuation, to: 'next' }] : [],
      wrappers: [...(unit.mounting?.wrappers ?? []), ...input.own],
      client: null,
      metadata: {
        ...(pack.errorBody ? { http: { errorBody: pack.errorBody } } : {}),
        ...(unit.mounting?.unread ? { unread: [{ at: '/identity/boundaryBinding/semantics/path', reason: 'unreadPrefix' }] } : {}),
      },
    })
  }

  /** Every way from a root application down to the routable, with the wrappers that stand before the position. */
  function mountingsOf(key: string, order: Position, seen: ReadonlySet<string> = new Set()): Mounting[] {
    if (seen.has(key)) return []
    const own = wrappings.filter(w => w.routable === key && applies(w, order)).map(w => w.use)
    const up = edges.filter(e => e.child === key)
    if (up.length === 0) return [{ prefix: '', unread: false, wrappers: own }]
    const next = new Set([...seen, key])
    const found = up.flatMap(edge => mountingsOf(edge.parent, edge.order, next).map((above): Mounting => ({
      prefix: edge.prefix === null ? above.prefix : joinUnder(above.prefix, edge.prefix),
      unread: above.unread || edge.prefix === null,
      wrappers: [...above.wrappers, ...own.map(w => (w.scope === null ? w : { ...w, scope: joinPaths(joinUnder(above.prefix, edge.prefix ?? ''), w.scope) }))],
    })))
    const distinct = new Map(found.map(m => [`${m.prefix}|${m.unread}`, m]))
    return [...distinct.values()]
  }

  function joinUnder(above: string, prefix: string): string {
    return prefix === '' || prefix === '/' ? above : joinPaths(above, prefix)
  }

  /** Middleware covers what is registered after it, an error handler what is registered before. */
  function applies(wrapping: Wrapping, order: Position): boolean {
    if (wrapping.order.file !== order.file) return true
    return wrapping.use.role === 'onThrow' ? wrapping.order.offset > order.offset : wrapping.order.offset < order.offset
  }

  /** Several possible receivers: one answer when all give the same full paths. */
  function sameMountings(all: readonly Mounting[][]): Mounting[] | null {
    const [first, ...rest] = all
    if (!first) return []
    const text = (list: readonly Mounting[]): string => list.map(m => m.prefix).sort().join('|')
    return rest.every(r => text(r) === text(first)) ? first : null
  }

  function positionOf(call: Expr<CallNode>): Position {
    // A chained call ends where it is written, whatever stands before it in the chain.
    return { file: call.module.file, offset: call.node.end }
  }
}

/** Route parameters stay as they are written; the rest of the framework's syntax becomes that of pairing (packs.md 3). */
function translate(path: string): string {
  return path.replace(/\/\*(\w+)/g, '/{$1+}').replace(/\{\/:(\w+)\}/g, '/{$1?}').replace(/\(\.\*\)/g, '*')
}

export type { Node }
