/** Interprets `registrationCall`, loops, mounts, plugins and wrappers of one pack: routes with their full paths and what stands around them (extraction.md 7, 8.1). */
import type { ReasonCode } from '../ir/index.js'
import { restBinding } from '../ir/index.js'
import type { Contexts } from '../index/contexts.js'
import { isUnbound, type Plugin, readRoutables, type Registration, type RoutablePatterns } from '../index/routables.js'
import { type CallNode, isMember, type Node } from '../program/syntax.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { literalOf, literalText, textsOf } from '../values/text.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import { joinPaths, pathTexts, translatePath } from './binding/provider-path.js'
import { type HandlerAnswer, handlerOf, rootIsExternal } from './handlers.js'
import { boundName } from '../values/names.js'
import { openApplications } from './routes/applications.js'
import { flatArguments, isTarget, optionAt, optionOf } from './routes/arguments.js'
import { declaredParts } from './routes/declared-parts.js'
import { autoloadedPlugins, type AutoloadedPlugin } from './routes/autoload.js'
import { type Edge, type Mounting, mountingsOf, type Position, sameMountings, type Wrapping } from './routes/mountings.js'
import { openNotFounds } from './routes/not-found.js'
import { validationUses } from './routes/validation.js'
import { openWrapperUses, shown } from './routes/wrapper-uses.js'
import type { StubSource } from './stubs.js'
import type { DeclaredParts, DiscoveredUnit, WrapperUse } from './unit.js'

export interface UnreadRoutes {
  file: string
  prefix: string
  reason: ReasonCode
}

export interface DiscoveredRoutes {
  routes: DiscoveredUnit[]
  /** Units of the wrappers' functions. */
  wrappers: DiscoveredUnit[]
  unreadRoutes: UnreadRoutes[]
  /** Stubs of library wrappers, by id. */
  stubs: Map<string, StubSource>
  /** Where what a call puts on an application is served; null: it is no application of this framework. */
  servedAt(application: Expr, call: Expr<CallNode>): readonly Mounting[] | null
}

const maxPaths = 16

interface RouteReading {
  handler: Expr
  options: Expr | null
  contract: Expr | null
  wrappers: Expr[]
  paths: (string | null)[]
  methods: (string | null)[]
}

export function discoverRoutes(values: Values, contexts: Contexts, patterns: RoutablePatterns): DiscoveredRoutes {
  const { pack } = patterns
  const unreadRoutes: UnreadRoutes[] = []
  const autoloads = new Map<string, readonly AutoloadedPlugin[]>()
  const routables = readRoutables({ values, contexts, patterns, pluginsOf })
  const uses = openWrapperUses(values, patterns)
  const edges: Edge[] = []
  const wrappings: Wrapping[] = []
  const routes: DiscoveredUnit[] = []
  const added = new Map<Node, Set<string>>()
  const ordered = !patterns.mounts.some(m => m.plugins)

  for (const registration of routables.registrations) {
    const mount = patterns.mounts.find(m => m.method === registration.method)
    if (mount?.plugins) readPlugins(registration)
    else if (mount || patterns.wraps.some(w => 'method' in w.wrap && w.wrap.method === registration.method)) readUse(registration)
  }
  readConstructors()
  noteUnreadLoops()
  const applicationsOf = openApplications(edges, routables.registrations.flatMap(r => r.receivers))
  const notFounds = openNotFounds({ values, pack, registrations: routables.registrations, edges })
  for (const registration of routables.registrations) if (registration.pattern) readRoute(registration)
  for (const { handler, registration } of notFounds.registered) uses.unmatched(handler, registration)
  const anywhere = notFounds.ofAny()
  const wrappers = uses.units()
  if (anywhere) for (const unit of wrappers) unit.notFound = anywhere
  return { routes, wrappers, unreadRoutes, stubs: uses.stubs, servedAt }

  function servedAt(application: Expr, call: Expr<CallNode>): readonly Mounting[] | null {
    const receivers = routables.receiversOf(application)
    if (receivers === 'unbound' || receivers.length === 0) return null
    const all = [...new Set(receivers.map(r => r.key))].map(key => mountingsOf(key, positionOf(call), { edges, wrappings, ordered }))
    return all.length === 1 ? (all[0] ?? null) : sameMountings(all)
  }

  /** Functions a mount of plugins registers, with the routable each registration gives them. */
  function pluginsOf(registration: Registration): readonly Plugin[] {
    const mount = patterns.mounts.find(m => m.method === registration.method)
    if (!mount?.plugins) return []
    return pluginTargets(registration).map(t => ({ fn: t.fn, file: t.file, key: t.key }))
  }

  function pluginTargets({ call, method }: Registration): { fn: Plugin['fn']; file: string; key: string; prefix: string | null; shared: boolean; under: string | null }[] {
    const mount = patterns.mounts.find(m => m.method === method)
    const plugins = mount?.plugins
    const node = mount ? call.node.arguments[mount.targetPosition] : undefined
    if (!mount || !plugins || !node || node.type === 'SpreadElement') return []
    const target: Expr = { ...call, node }
    const optionsNode = call.node.arguments[mount.prefixPosition]
    const options: Expr | null = optionsNode && optionsNode.type !== 'SpreadElement' ? { ...call, node: optionsNode } : null
    const { autoload } = plugins
    if (autoload && values.resolve(target).some(v => isOrigin(v, autoload.module, autoload.name))) {
      const key = siteKey(call)
      const known = autoloads.get(key) ?? autoloadedPlugins(values, call, options)
      autoloads.set(key, known)
      return known.flatMap(p => ('unread' in p ? [] : [{ fn: p.fn, file: p.file, key: `plugin:${key}:${p.file}`, prefix: p.prefix, shared: isShared(p.value), under: p.under === null ? null : `plugin:${key}:${p.under}` }]))
    }
    const answer = handlerOf(values, target)
    if (answer.type !== 'one') return []
    const prefixOption = options ? optionOf(values, options, plugins.prefixOption) : null
    const [prefix] = prefixOption ? pathTexts(values, prefixOption) : ['']
    const { body } = answer.handler
    return [{ fn: body.node, file: body.module.file, key: `plugin:${siteKey(call)}:${body.module.file}:${body.node.start}`, prefix: prefix ?? null, shared: isShared(target), under: null }]
  }

  /** Wrapped so that it shares its parent's routable. */
  function isShared(expr: Expr): boolean {
    const shared = patterns.mounts.flatMap(m => m.plugins?.sharedBy ?? [])
    const seen = new Set<string>()
    const visit = (at: Expr): boolean => {
      if (seen.has(siteKey(at))) return false
      seen.add(siteKey(at))
      if (at.node.type === 'CallExpression' && values.resolve({ ...at, node: at.node.callee }).some(v => shared.some(s => isOrigin(v, s.module, s.name)))) return true
      const source = values.sourceOf(at)
      return source !== null && visit(source)
    }
    return visit(expr)
  }

  function readPlugins(registration: Registration): void {
    const { call, receivers } = registration
    const order = positionOf(call)
    for (const target of pluginTargets(registration)) for (const receiver of receivers) edges.push({ parent: target.under ?? receiver.key, child: target.key, prefix: target.prefix, order, shared: target.shared })
    for (const plugin of autoloads.get(siteKey(call)) ?? []) if ('unread' in plugin) unreadRoutes.push({ file: call.module.file, prefix: '/', reason: plugin.unread })
    const mount = patterns.mounts.find(m => m.method === registration.method)
    const node = mount ? call.node.arguments[mount.targetPosition] : undefined
    if (!node || node.type === 'SpreadElement' || pluginTargets(registration).length > 0 || autoloads.has(siteKey(call))) return
    const target: Expr = { ...call, node }
    const answer = handlerOf(values, target)
    if (answer.type === 'one') return
    const callee = answer.value?.type === 'call' ? answer.value.callee : answer.value
    if (callee && rootIsExternal(callee)) {
      const declared = uses.declaredWrapper(callee)
      if (declared?.outcomes?.length) for (const receiver of receivers) wrappings.push({ routable: receiver.key, use: uses.stubUse(declared), order })
      if (!declared) noteLibrary(call, optionPrefix(registration))
      return
    }
    unreadRoutes.push({ file: call.module.file, prefix: optionPrefix(registration) ?? '/', reason: 'unsettledValue' })
  }

  function optionPrefix({ call, method }: Registration): string | null {
    const mount = patterns.mounts.find(m => m.method === method)
    const node = mount ? call.node.arguments[mount.prefixPosition] : undefined
    const option = mount?.plugins && node && node.type !== 'SpreadElement' ? optionOf(values, { ...call, node }, mount.plugins.prefixOption) : null
    return option ? (pathTexts(values, option)[0] ?? null) : null
  }

  /** `app.use(prefix?, …targets)`: routables are mounted, functions are wrappers. */
  function readUse({ call, receivers, method }: Registration): void {
    const wraps = patterns.wraps.filter(w => 'method' in w.wrap && w.wrap.method === method && isWanted(w.wrap, call))
    const mount = patterns.mounts.find(m => m.method === method)
    const args = flatArguments(values, call)
    const named = wraps.find(w => 'when' in w.wrap && w.wrap.when)?.wrap
    if (!mount && wraps.length === 0) return
    const [first] = args
    if (!first) return
    const scoped = mount !== undefined || wraps.some(w => 'scopePosition' in w.wrap && w.wrap.scopePosition !== undefined)
    const prefixes = scoped && !isTarget(values, first) ? pathTexts(values, first) : null
    const targets = named ? args.slice(named.targetPosition) : prefixes === null ? args : args.slice(1)
    const order = positionOf(call)
    const anyOrder = wraps.some(w => 'anyOrder' in w.wrap && w.wrap.anyOrder)
    for (const receiver of receivers) {
      const above = receiver.given ? (pathTexts(values, receiver.given)[0] ?? '') : ''
      for (const target of targets) {
        const children = mount ? routables.receiversOf(target) : []
        if (children !== 'unbound' && children.length > 0) {
          for (const child of children) {
            for (const prefix of prefixes ?? ['']) edges.push({ parent: receiver.key, child: child.key, prefix: prefix === null ? null : above ? joinPaths(above, prefix) : prefix, order, shared: false })
          }
          if (prefixes?.includes(null)) unreadRoutes.push({ file: call.module.file, prefix: '/', reason: 'unreadPrefix' })
          continue
        }
        if (wraps.length === 0) {
          noteLibrary(call, prefixes?.[0] ?? null)
          continue
        }
        for (const scope of prefixes ?? [null]) {
          const use = uses.useOf(target, wraps, scopeOf(scope, above))
          // a path that is not read (`/^\/(?!open)/`) may leave routes out
          const isUnread = prefixes !== null && scope === null
          if (use) wrappings.push({ routable: receiver.key, use: isUnread ? { ...use, uncertain: true } : use, order: anyOrder ? null : order })
        }
        noteMountedLibrary(call, target, prefixes)
      }
    }
  }

  /** A function in the options of the call that makes a routable runs around all its routes. */
  function readConstructors(): void {
    const options = patterns.wraps.filter(w => 'constructorOption' in w.wrap)
    if (options.length === 0) return
    const made = new Map(routables.registrations.flatMap(r => r.receivers).flatMap(r => (r.made ? [[r.key, r.made] as const] : [])))
    for (const [routable, call] of made) {
      const [first] = call.node.arguments
      if (!first || first.type === 'SpreadElement') continue
      for (const wrap of options) {
        const given = 'constructorOption' in wrap.wrap ? optionOf(values, { ...call, node: first }, wrap.wrap.constructorOption) : null
        const use = given ? uses.useOf(given, [wrap], null) : null
        if (use) wrappings.push({ routable, use, order: null })
      }
    }
  }

  /** A hook is registered by its name. */
  function isWanted(wrap: RoutablePatterns['wraps'][number]['wrap'], call: Expr<CallNode>): boolean {
    const when = 'when' in wrap ? wrap.when : undefined
    if (!when) return true
    const node = call.node.arguments[when.position]
    const text = node && node.type !== 'SpreadElement' ? literalOf(values, { ...call, node }) : null
    return text !== null && when.values.includes(text)
  }

  /** A dependency's value under a literal prefix may serve routes of its own (X7). */
  function noteMountedLibrary(call: Expr<CallNode>, target: Expr, prefixes: (string | null)[] | null): void {
    const value = prefixes ? values.one(target) : null
    if (!prefixes || !value || !rootIsExternal(value) || value.type === 'external') return
    const declared = uses.declaredWrapper(value.type === 'call' ? value.callee : value)
    const serves = declared?.name === 'static' || declared?.outcomes?.some(({ status }) => status < 300)
    if (declared && !serves) return
    for (const prefix of prefixes) noteLibrary(call, prefix)
  }

  function noteLibrary(call: Expr<CallNode>, prefix: string | null): void {
    if (prefix !== null && prefix !== '/' && prefix !== '') unreadRoutes.push({ file: call.module.file, prefix, reason: 'libraryWrapper' })
  }

  /** A loop over a list that does not settle may register any route (X7). */
  function noteUnreadLoops(): void {
    const note = (call: Expr): number => unreadRoutes.push({ file: call.module.file, prefix: '/', reason: 'unsettledValue' })
    const known = new Set(routables.registrations.map(r => r.call.node))
    for (const { call } of routables.registrations) if (call.frame === null && contexts.unsettledLoop(call)) note(call)
    for (const module of values.program.modules) {
      if (!patterns.gate(module.file)) continue
      for (const node of module.calls) {
        const call: Expr<CallNode> = { module, node, frame: null }
        if (known.has(node) || !isMember(node.callee) || !contexts.unsettledLoop(call)) continue
        const receivers = routables.receiversOf({ ...call, node: node.callee.object })
        if (receivers !== 'unbound' && receivers.length > 0) note(call)
      }
    }
  }

  function readRoute(registration: Registration): void {
    if (!registration.pattern) return
    for (const reading of routeReadings(registration)) readOne(registration, reading)
  }

  function readOne(registration: Registration, reading: RouteReading): void {
    const { call, receivers } = registration
    const answer = handlerOf(values, reading.handler)
    const library = answer.type === 'none' ? declaredOf(answer.value) : null
    if (library && !library.outcomes?.length) return
    const declared = declaredParts({ values, pack, method: registration.method, options: reading.options, contract: reading.contract, wrappers: reading.wrappers })
    const own = [
      ...reading.wrappers.flatMap(w => uses.useOf(w, anyWraps(), null) ?? []),
      ...optionWrappers(reading.options),
      ...validationUses({ values, pack, options: reading.options, contract: reading.contract, methods: reading.methods, declared, wrappers: reading.wrappers, call, uses, applications: applicationsOf(receivers) }),
      ...(library ? [uses.stubUse(library)] : []),
      ...(answer.type === 'one' ? answer.handler.wrappers.map(w => uses.factoryUse(w, reading.handler)) : []),
    ]
    const keys = [...new Set(receivers.map(r => r.key))]
    const all = keys.map(key => mountingsOf(key, positionOf(call), { edges, wrappings, ordered }))
    const settled = keys.length === 1 ? (all[0] ?? []) : sameMountings(all)
    for (const path of reading.paths) {
      for (const method of reading.methods) {
        const found: { path: string | null; mounting: Mounting | null; reason: ReasonCode | null }[] = settled === null
          ? [{ path: null, mounting: null, reason: 'multipleReceivers' }]
          : settled.map(m => ({ path: path === null ? null : joinPaths(m.prefix, path), mounting: m, reason: path === null ? 'unreadPath' : null }))
        for (const one of found.slice(0, maxPaths)) for (const written of one.path === null ? [null] : translatePath(pack.pathSyntax, one.path)) addRoute({ registration, method, answer, own, keys, declared, path: written, mounting: one.mounting, reason: one.reason })
      }
    }
  }

  /** Wrappers listed before the handler: as those registered on the routable. */
  function anyWraps(): RoutablePatterns['wraps'] {
    return patterns.wraps.filter(w => 'method' in w.wrap && w.wrap.throwParam === undefined)
  }

  /** A list of route objects is as many registrations: `app.openapiRoutes([a, b])`. */
  function routeReadings(registration: Registration): RouteReading[] {
    const { call, receivers, pattern } = registration
    const listed = pattern?.match.listed
    if (!listed) return [routeArguments(registration) ?? []].flat()
    const given = receivers.find(r => r.given !== null)?.given ?? null
    const { bindingExtraction: extraction, match: { handlerProperty = 'handler' } } = pattern
    if (extraction?.path.type !== 'fromArgumentProperty' || extraction.method.type !== 'fromArgumentProperty') return []
    const [contractProperty = ''] = extraction.path.property.split('.')
    const [methodProperty, pathProperty] = [extraction.method.property, extraction.path.property]
    return flatArguments(values, call).flatMap((entry): RouteReading[] => {
      const added = optionOf(values, entry, listed.unless)
      const isAdded = added ? values.one(added) : null
      if (isAdded?.type === 'literal' && isAdded.value === false) return []
      const handler = optionOf(values, entry, handlerProperty)
      const contract = optionOf(values, entry, contractProperty)
      if (!handler || !contract) {
        unreadRoutes.push({ file: call.module.file, prefix: '/', reason: 'unsettledValue' })
        return []
      }
      const path = optionAt(values, entry, pathProperty)
      const verb = optionAt(values, entry, methodProperty)
      return [{
        handler, options: entry, contract, wrappers: optionList(contract, 'middleware'),
        paths: withGiven(given, path ? pathTexts(values, path) : [null]), methods: verb ? verbTexts(verb) : [null],
      }]
    })
  }

  function routeArguments({ call, receivers, method, pattern }: Registration): RouteReading | null {
    const extraction = pattern?.bindingExtraction
    const args = flatArguments(values, call)
    const given = receivers.find(r => r.given !== null)?.given ?? null
    const [head] = args
    if (extraction?.path.type === 'fromArgumentProperty') {
      const contract = args[extraction.path.position] ?? null
      const pathExpr = contract ? optionOf(values, contract, extraction.path.property) : null
      const property = pattern?.match.handlerProperty
      const handler = property ? (contract ? optionOf(values, contract, property) : null) : (args[extraction.path.position + 1] ?? null)
      if (!contract || !handler) return null
      return {
        handler, options: property ? contract : null, contract, wrappers: optionList(contract, 'middleware'),
        paths: withGiven(given, pathExpr ? pathTexts(values, pathExpr) : [null]), methods: methodsOf(extraction.method, call, method),
      }
    }
    const position = extraction?.path.type === 'fromArgument' ? extraction.path.position : 0
    const pathExpr = args[position] ?? null
    const usesGiven = given !== null && (pathExpr === null || isTarget(values, pathExpr))
    const rest = usesGiven ? args.slice(position) : args.slice(position + 1)
    if (!usesGiven && pathExpr !== null && isTarget(values, pathExpr) && !isUnboundText(pathExpr)) return null
    const last = rest.at(-1)
    if (!last || (!head && !given)) return null
    const property = optionHandler(last)
    const objects = rest.slice(0, -1).filter(isOptions)
    const options = property ? last : (objects.at(-1) ?? null)
    return {
      handler: property ?? last, options, contract: null,
      wrappers: rest.slice(0, -1).filter(e => !isOptions(e)),
      paths: usesGiven && given ? pathTexts(values, given) : withGiven(given, pathExpr ? pathTexts(values, pathExpr) : [null]),
      methods: methodsOf(extraction?.method, call, method),
    }
  }

  function withGiven(given: Expr | null, paths: (string | null)[]): (string | null)[] {
    if (!given) return paths
    return pathTexts(values, given).flatMap(above => paths.map(p => (above === null || p === null ? null : joinPaths(above, p))))
  }

  function isOptions(expr: Expr): boolean {
    return values.one(expr)?.type === 'object'
  }

  /** `get("/x", { handler })`. */
  function optionHandler(expr: Expr): Expr | null {
    return isOptions(expr) && patterns.routes.some(r => r.match.handlerProperty && !r.match.listed) ? optionOf(values, expr, 'handler') : null
  }

  function methodsOf(extraction: NonNullable<NonNullable<Registration['pattern']>['bindingExtraction']>['method'] | undefined, call: Expr<CallNode>, method: string): (string | null)[] {
    switch (extraction?.type) {
      case 'fromRegistration': {
        if (extraction.position === 'methodName') return [extraction.nameMap?.[method] ?? method.toUpperCase()]
        const node = call.node.arguments[extraction.position]
        return node && node.type !== 'SpreadElement' ? verbTexts({ ...call, node }, extraction.nameMap) : [null]
      }
      case 'fromArgumentProperty': {
        const node = call.node.arguments[extraction.position]
        const value = node && node.type !== 'SpreadElement' ? optionOf(values, { ...call, node }, extraction.property) : null
        return value ? verbTexts(value) : [extraction.default ?? null]
      }
      case 'literal': return [extraction.value]
      default: return [method.toUpperCase()]
    }
  }

  function verbTexts(expr: Expr, nameMap?: Readonly<Record<string, string>>): (string | null)[] {
    const list = values.one(expr)
    if (list?.type === 'array' && list.expr.node.type === 'ArrayExpression') return list.expr.node.elements.flatMap(e => (e && e.type !== 'SpreadElement' ? verbTexts({ ...list.expr, node: e }, nameMap) : []))
    const texts = textsOf(values, expr).map(literalText)
    const [only] = texts
    return texts.length === 1 && only ? [nameMap?.[only] ?? only.toUpperCase()] : [null]
  }

  /** Hooks in a route's own options, arrays too. */
  function optionWrappers(options: Expr | null): WrapperUse[] {
    if (!options) return []
    return patterns.wraps.flatMap(w => {
      if (!('routeOption' in w.wrap)) return []
      return optionList(options, w.wrap.routeOption).flatMap(e => uses.useOf(e, [w], null) ?? [])
    })
  }

  function optionList(options: Expr, name: string): Expr[] {
    const value = optionOf(values, options, name)
    if (!value) return []
    const list = values.one(value)
    if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression') return [value]
    return list.expr.node.elements.flatMap(e => (e && e.type !== 'SpreadElement' ? [{ ...list.expr, node: e }] : []))
  }

  /** `app.options("*", cors())`: a declared wrapper as the only handler; without outcomes it serves no route of the project. */
  function declaredOf(value: Value | null): ReturnType<typeof uses.declaredWrapper> {
    const callee = value?.type === 'call' ? value.callee : value
    return callee ? uses.declaredWrapper(callee) : null
  }

  /** A path argument that is a parameter nobody binds: still a route. */
  function isUnboundText(expr: Expr): boolean {
    return values.resolve(expr).every(v => isUnbound(v) || v.type === 'call' || v.type === 'opaque')
  }

  /** The same route of the same function under another frame: the first one counts. */
  function isRepeated(shown: Node, route: string): boolean {
    const known = added.get(shown) ?? new Set()
    added.set(shown, known)
    if (known.has(route)) return true
    known.add(route)
    return false
  }

  function addRoute(input: { registration: Registration; method: string | null; answer: HandlerAnswer; own: WrapperUse[]; keys: readonly string[]; declared: DeclaredParts | null; path: string | null; mounting: Mounting | null; reason: ReasonCode | null }): void {
    const { registration, method, answer, path, mounting } = input
    const { call, pattern } = registration
    const body = answer.type === 'one' ? answer.handler.body : null
    if (isRepeated(body?.node ?? call.node, `${body ? '' : 'unread '}${method ?? '?'} ${path ?? '?'}`)) return
    const name = body ? boundName(body) : null
    const continuation = anyWraps().find(w => w.wrap.continuationParam !== undefined && !('when' in w.wrap && w.wrap.when))?.wrap.continuationParam
    const unread: DiscoveredUnit['unread'] = []
    if (input.reason) unread.push({ field: input.reason === 'multipleReceivers' ? 'receiver' : 'path', reason: input.reason, detail: shown(call) })
    if (method === null) unread.push({ field: 'method', reason: 'unreadMethod', detail: shown(call) })
    const notFound = notFounds.of(input.keys)
    routes.push({
      ...(notFound ? { notFound } : {}),
      kind: 'handler', name: name ?? `${method ?? '(method not read)'} ${path ?? '(path not read)'}`, nameKind: name === null ? 'label' : 'binding',
      pack, body, registration: call,
      bodyReason: answer.type === 'none' ? answer.reason : null,
      binding: restBinding({ method, path }, { recognition: `@suss/packs/${pack.name}` }), unread,
      terminals: pattern?.terminals ?? pack.terminals, inputMapping: pattern?.inputMapping ?? pack.inputMapping,
      wrapper: null,
      continuations: body && continuation !== undefined ? [{ fn: body.node, index: continuation, to: 'next' }] : [],
      wrappers: [...(mounting?.wrappers ?? []), ...input.own],
      client: null,
      ...(input.declared ? { declared: input.declared } : {}),
      metadata: {
        ...(pack.errorBody ? { http: { errorBody: pack.errorBody } } : {}),
        ...(mounting?.unread ? { unread: [{ at: '/identity/boundaryBinding/semantics/path', reason: 'unreadPrefix' }] } : {}),
      },
    })
  }
}

/** A scope is a prefix: `/a/*` covers what lies below `/a`, `*` everything. */
function scopeOf(scope: string | null, above: string): string | null {
  if (scope === null) return above === '' ? null : above
  const prefix = scope.replace(/(^|\/)\*$/, '')
  const whole = above === '' ? prefix : joinPaths(above, prefix)
  return whole === '' || whole === '/' ? null : whole
}

/** A chained call ends where it is written, whatever stands before it in the chain. */
const positionOf = (call: Expr<CallNode>): Position => ({ file: call.module.file, offset: call.node.end })
