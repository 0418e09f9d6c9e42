/** Interprets `clientCall`: call sites of a client library, carried out to the callers of project wrappers (extraction.md 15.1, 15.3). */
import type { BoundaryBinding, ReasonCode } from '../../ir/index.js'
import { restBinding } from '../../ir/index.js'
import type { PatternPack } from '../../pack/index.js'
import type { SourceModule } from '../../program/module.js'
import { type CallNode, type FunctionNode, isFunction, isMember, memberName } from '../../program/syntax.js'
import { returningFunction } from '../../values/callers.js'
import { isOrigin } from '../../values/resolve.js'
import { literalText, type Text, type TextHole, textsOf } from '../../values/text.js'
import { exprAt, type Expr, type Frame, type Value } from '../../values/value.js'
import { addressOf, alternatives, type ClientAddress, joinBase } from '../binding/client-url.js'
import { openBases } from './base.js'
import { type ContractTrees, openContractTrees } from '../contract/contract-tree.js'
import { endpointCallOf } from './contract-member.js'
import { enclosingUnit, runningFunction } from './enclosing.js'
import { readInterceptors } from './interceptors.js'
import { openSent } from './sent.js'
import { chainPrefix, deliveryOf, memberChainOf } from './member-chain.js'
import { argumentAt, type Option, optionOf, paramOf, propertyOf } from './options.js'
import type { ClientOptions, ClientPattern, Match, Site } from './site.js'
import type { HookUse } from '../../values/hook-uses.js'
import { boundName } from '../../values/names.js'
import type { ClientCall, DiscoveredUnit } from '../unit.js'

const maxLevels = 3
/** Options that make something else of a body. */
const formatOptions = ['transformResponse', 'parseResponse', 'parseJson']
const maxCallers = 500

export function discoverClients(options: ClientOptions): DiscoveredUnit[] {
  const { values, callers } = options
  const interceptors = readInterceptors(options)
  const sentBy = openSent(values)
  const baseOf = openBases(values)
  const trees = new Map<PatternPack, ContractTrees | null>()
  const out: DiscoveredUnit[] = []
  for (const { pack, gate } of options.packs) {
    const patterns = pack.discovery.filter((d): d is ClientPattern => d.match.type === 'clientCall')
    if (patterns.length === 0) continue
    for (const module of values.program.modules) {
      if (!gate(module.file)) continue
      for (const call of module.calls) {
        const site = siteOf(exprAt(module, call), patterns, pack)
        if (site) out.push(...unitsOf(site))
      }
    }
  }
  return out

  function treesOf(pack: PatternPack): ContractTrees | null {
    const known = trees.get(pack)
    if (known !== undefined) return known
    const made = pack.contractReading ? openContractTrees(values, pack.contractReading) : null
    trees.set(pack, made)
    return made
  }

  function siteOf(call: Expr<CallNode>, patterns: readonly ClientPattern[], pack: PatternPack): Site | null {
    const { callee } = call.node
    const name = isMember(callee) ? memberName(callee) : callee.type === 'Identifier' ? callee.name : null
    if (name === null) return null
    const candidates = patterns.filter(p => mayMatch(p, call, name))
    if (candidates.length === 0) return null
    const found = values.resolve({ ...call, node: callee })
    for (const value of found) {
      for (const pattern of candidates) {
        const match = matchCallee(value, pattern, call, pack)
        if (match && readsItsArguments(pattern, call)) return { call, pattern, pack, ...match }
      }
    }
    return null
  }

  /** A cheap look at the spelling, which may only rule a call out. */
  function mayMatch(pattern: ClientPattern, call: Expr<CallNode>, name: string): boolean {
    const { match } = pattern
    if (pattern.bindingExtraction?.path.type === 'fromClientMethod') return isMember(call.node.callee)
    const prefix = chainPrefix(pattern)
    if (prefix !== null) return isMember(call.node.callee) && name.startsWith(prefix)
    const last = match.importName.split('.').at(-1)
    if (match.importModule === 'global') return name === last
    if (isMember(call.node.callee)) return sends(pattern, name) || match.callable === true
    return match.callable === true
  }

  function matchCallee(value: Value, pattern: ClientPattern, call: Expr<CallNode>, pack: PatternPack): Match | null {
    const { match } = pattern
    if (pattern.bindingExtraction?.path.type === 'fromClientMethod') return endpointCallOf(value, pattern.match, treesOf(pack))
    const prefix = chainPrefix(pattern)
    if (prefix !== null) return memberChainOf(value, match, prefix)
    if (match.importModule === 'global') return value.type === 'global' && value.path.join('.') === match.importName ? { method: null, instance: null } : null
    if (call.node.type === 'NewExpression') return null
    if (value.type === 'external') {
      if (match.callable && isOrigin(value, match.importModule, match.importName)) return { method: null, instance: null }
      const method = value.path.at(-1)
      const holder: Value = { ...value, path: value.path.slice(0, -1) }
      if (method !== undefined && sends(pattern, method) && isOrigin(holder, match.importModule, match.importName)) return { method, instance: null }
      return null
    }
    if (value.type === 'member') {
      const instance = instanceOf(value.object, pattern)
      return instance && sends(pattern, value.property) ? { method: value.property, instance } : null
    }
    const instance = match.callable ? instanceOf(value, pattern) : null
    return instance ? { method: null, instance } : null
  }

  /** A method of the client, as far as its name tells. */
  function sends({ match }: ClientPattern, method: string): boolean {
    if (match.methodFilter) return match.methodFilter.includes(method)
    return !(match.factoryMethods ?? []).includes(method)
  }

  /** `axios.create(…)`, also extended from another instance; `new Client(…)`; `initClient(…)` where the call itself does not send. */
  function instanceOf(value: Value, pattern: ClientPattern): Expr<CallNode> | null {
    if (value.type !== 'call') return null
    const { callee } = value
    const { importModule, importName, callable } = pattern.match
    const factories = pattern.match.factoryMethods ?? []
    if (callee.type === 'external') {
      const isMade = value.expr.node.type === 'NewExpression' || callable !== true
      if (isMade && isOrigin(callee, importModule, importName)) return value.expr
      const method = callee.path.at(-1)
      const holder: Value = { ...callee, path: callee.path.slice(0, -1) }
      return method !== undefined && factories.includes(method) && isOrigin(holder, pattern.match.importModule, pattern.match.importName) ? value.expr : null
    }
    return callee.type === 'member' && (factories.includes(callee.property) || callee.property === 'extend') && instanceOf(callee.object, pattern) ? value.expr : null
  }

  /** A pattern that reads its path off an object argument needs one there; one that reads text needs text. */
  function readsItsArguments(pattern: ClientPattern, call: Expr<CallNode>): boolean {
    const path = pattern.bindingExtraction?.path
    if (path?.type === 'fromMemberChain' || path?.type === 'fromClientMethod') return true
    const position = path?.type === 'fromArgument' || path?.type === 'fromArgumentProperty' ? path.position : 0
    const argument = argumentAt(call, position)
    const value = argument ? values.one(argument) : null
    if (path?.type === 'fromArgumentProperty') return value?.type === 'object' || value?.type === 'param' || value?.type === 'member' || value?.type === 'opaque' && argument?.node.type !== 'TemplateLiteral' && argument?.node.type !== 'BinaryExpression'
    return value?.type !== 'object'
  }

  function unitsOf(site: Site): DiscoveredUnit[] {
    const holder = enclosingUnit(site.call)
    const expanded = expand(site, [], holder, 0)
    return expanded.units
  }

  /** Links from the library call outwards: each is a call of the function that holds the one before. */
  interface Link {
    call: Expr<CallNode>
    /** The expression of the call that is the function. */
    callee: Expr
    fn: Expr<FunctionNode>
    /** What a hook calls it with. */
    key: Expr | null
  }

  function linkOf(call: Expr<CallNode>, fn: Expr<FunctionNode>): Link {
    return { call, callee: { ...call, node: call.node.callee }, fn, key: null }
  }

  function expand(site: Site, links: readonly Link[], holder: Expr<FunctionNode> | null, level: number): { units: DiscoveredUnit[]; complete: boolean } {
    const framed = frameLinks(site, links)
    const reading = readBinding(site, framed.call)
    const openReason = reading.open(holder, links)
    if (!openReason || !holder) return { units: [unitFor(site, framed, reading, holder)], complete: true }
    if (level >= maxLevels) return { units: [unitFor(site, framed, { ...reading, reason: 'depthLimit' }, holder)], complete: false }
    const inner = links[0]?.call ?? site.call
    const called = returnedAround(inner, holder) ?? keyedAround(inner, holder) ?? holder
    const { sites, runBy, open } = callers.callersOf(called.module, called.node)
    const units = runBy.flatMap(use => runUnit(use, called))
    let complete = sites.length + units.length > 0
    for (const { call } of sites.slice(0, maxCallers)) {
      const next = expand(site, [linkOf(call, called), ...links], enclosingUnit(call), level + 1)
      units.push(...next.units)
      complete = complete && next.complete
    }
    if (!open && complete) return { units, complete: true }
    const own = unitFor(site, framed, { ...reading, reason: openReason }, holder)
    return { units: [...units, own], complete: false }

    /** A hook that calls it with its key: what the function does stays its own, with the address of the key. */
    function runUnit({ call, callee, key }: HookUse, fn: Expr<FunctionNode>): DiscoveredUnit[] {
      if (!key) return []
      const keyed = readBinding(site, frameLinks(site, [{ call, callee, fn, key }, ...links]).call)
      const unit = unitFor(site, framed, keyed, holder)
      const user = enclosingUnit(call)
      const name = user ? boundName(user) : null
      return [{ ...unit, ...(name === null ? {} : { name }), registration: call, shownAt: user ?? call, ...(unit.client ? { client: { ...unit.client, runBy: call } } : {}) }]
    }
  }

  /** The function in the unit that a hook calls with its key. */
  function keyedAround(call: Expr, holder: Expr<FunctionNode>): Expr<FunctionNode> | null {
    const running = runningFunction(call, holder, isRun)
    return callers.callersOf(running.module, running.node).runBy.some(({ key }) => key !== null) ? running : null
  }

  function isRun(fn: Expr<FunctionNode>): boolean {
    return callers.callersOf(fn.module, fn.node).runBy.length > 0
  }

  /** The function a factory returns: its callers bind its parameters, those of the factory do not. */
  function returnedAround(call: Expr, holder: Expr<FunctionNode>): Expr<FunctionNode> | null {
    for (let at = call.module.parents.get(call.node); at && at !== holder.node; at = call.module.parents.get(at))
      if (isFunction(at) && returningFunction(call.module, at) === holder.node && callers.callersOf(call.module, at).sites.length > 0) return exprAt(call.module, at)
    return null
  }

  /** Frames from the outermost caller inwards. */
  function frameLinks(site: Site, links: readonly Link[]): { call: Expr<CallNode>; chain: Expr<CallNode>[]; entered: { module: SourceModule; node: FunctionNode; frame: Frame }[] } {
    const chain: Expr<CallNode>[] = []
    const entered: { module: SourceModule; node: FunctionNode; frame: Frame }[] = []
    let frame: Frame | null = null
    for (const link of links) {
      const call: Expr<CallNode> = { ...link.call, frame }
      const within = link.callee.module === call.module ? frame : null
      const callee = values.resolve({ ...link.callee, frame: within }).find(v => v.type === 'function' && v.expr.node === link.fn.node)
      if (callee?.type !== 'function') return { call: { ...site.call, frame }, chain, entered }
      chain.push(call)
      const inner = values.enter(callee, call)
      frame = link.key !== null ? { ...inner, args: [{ type: 'expr', expr: { ...link.key, frame } }] } : inner
      entered.push({ module: link.fn.module, node: link.fn.node, frame })
    }
    return { call: { ...site.call, frame }, chain, entered }
  }

  function readBinding(site: Site, call: Expr<CallNode>) {
    const extraction = site.pattern.bindingExtraction
    const optionsAt = optionsPosition(site, call)
    const options = optionsAt === null ? null : argumentAt(call, optionsAt)
    const pathExpr = pathExpression(site, call)
    const joined = joinedTexts(site, call)
    const addresses = joined.map(addressOf)
    const address: ClientAddress = (addresses.length === 1 ? addresses[0] : alternatives(addresses)) ?? { path: null, host: null, query: {}, queryOpen: true, reason: joined.length === 0 ? 'unreadPath' : 'multipleValues' }
    const method = methodOf(site, call, extraction?.method ?? null)
    return {
      address, method: method.value, options, pathExpr,
      reason: address.reason as ReasonCode | null,
      methodReason: method.reason,
      /** Why the binding has to be read at the callers; null when it does not (R9). */
      open(holder: Expr<FunctionNode> | null, links: readonly Link[]): ReasonCode | null {
        if (!holder) return null
        if (method.value === null && method.unbound) return 'unreadMethod'
        for (const text of joined) for (const [i, piece] of beforeQuery(text).entries()) if (typeof piece !== 'string' && isOpenHole(piece, text, i, { holder, site, links })) return text.length === 1 ? 'unreadPath' : 'unreadPrefix'
        return null
      },
    }
  }

  /** Addresses of the call, with their base in front. */
  function joinedTexts(site: Site, call: Expr<CallNode>): Text[] {
    const optionsAt = optionsPosition(site, call)
    const base = baseOf(site, optionsAt === null ? null : argumentAt(call, optionsAt))
    const pathExpr = pathExpression(site, call)
    const texts = site.path !== undefined ? [[site.path]] : pathExpr ? urlTexts(pathExpr) : []
    return texts.map(t => joinBase(base, t))
  }

  function isOpenHole(hole: TextHole, text: Text, index: number, { holder, site, links }: { holder: Expr<FunctionNode>; site: Site; links: readonly Link[] }): boolean {
    const param = paramOf(hole.value)
    if (param?.binding.source.type !== 'param') return false
    if (text.length === 1) return true
    // a base in front of the path is the callers' host, unless one of them passes a path
    if (index === 0 && typeof text[1] === 'string' && text[1].startsWith('/'))
      return callers.callersOf(holder.module, holder.node).sites.some(({ call }) => joinedTexts(site, frameLinks(site, [linkOf(call, holder), ...links]).call).some(t => typeof t[0] === 'string' && t[0].startsWith('/')))
    const before = text[index - 1]
    if (typeof before !== 'string' || !before.endsWith('/')) return true
    if (param.binding.source.fn !== holder.node || hole.value.type !== 'param') return false
    const position = param.binding.source.index
    return callers.callersOf(holder.module, holder.node).sites.some(({ call }) => {
      const argument = argumentAt(call, position)
      return argument !== null && textsOf(values, argument).some(t => t.some(p => typeof p === 'string' && /[A-Za-z]/.test(p)))
    })
  }

  /** Where options stand: the argument the method is read from, else the last object argument. */
  function optionsPosition(site: Site, call: Expr<CallNode>): number | null {
    const method = site.pattern.bindingExtraction?.method
    if (site.path !== undefined || site.endpoint) return call.node.arguments.length > 0 ? 0 : null
    if (method?.type === 'fromArgumentProperty') return call.node.arguments.length > method.position ? method.position : null
    const verb = site.method?.toLowerCase() ?? ''
    const position = /^(post|put|patch)/.test(verb) ? 2 : 1
    return call.node.arguments.length > position ? position : null
  }

  function pathExpression(site: Site, call: Expr<CallNode>): Expr | null {
    if (site.endpoint) return null
    const path = site.pattern.bindingExtraction?.path
    if (path?.type === 'fromArgument') return argumentAt(call, path.position)
    if (path?.type === 'fromArgumentProperty') {
      const argument = argumentAt(call, path.position)
      return argument ? propertyOf(values, argument, path.property) : null
    }
    return argumentAt(call, 0)
  }

  /** Texts of an address argument: also `new URL(p, base)` and `new Request(u, init)`. */
  function urlTexts(expr: Expr): readonly Text[] {
    const value = values.one(expr)
    if (value?.type === 'call' && value.callee.type === 'global') {
      const name = value.callee.path.join('.')
      const [first, second] = [argumentAt(value.expr, 0), argumentAt(value.expr, 1)]
      if (name === 'Request' && first) return urlTexts(first)
      if (name === 'URL' && first) {
        const bases: readonly (Text | null)[] = second ? urlTexts(second) : [null]
        return textsOf(values, first).flatMap(t => bases.map(b => resolveUrl(t, b)))
      }
    }
    if (value?.type === 'member' && (value.property === 'href' || value.property === 'toString')) {
      const inner = value.object
      if (inner.type === 'call' && inner.callee.type === 'global' && inner.callee.path.join('.') === 'URL') return urlTexts(inner.expr)
    }
    if (value?.type === 'call' && value.callee.type === 'member' && value.callee.property === 'toString') {
      const inner = value.callee.object
      if (inner.type === 'call' && inner.callee.type === 'global' && inner.callee.path.join('.') === 'URL') return urlTexts(inner.expr)
    }
    return textsOf(values, expr)
  }

  /** `new URL("/o", "http://h/a/b")`: an absolute path replaces the base's. */
  function resolveUrl(path: Text, base: Text | null): Text {
    if (!base) return path
    const [first] = path
    if (typeof first === 'string' && first.startsWith('/')) {
      const text = literalText(base)
      const origin = text ? /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i.exec(text)?.[1] : undefined
      if (origin !== undefined) return [origin, ...path]
    }
    return joinBase(base, path)
  }

  function methodOf(site: Site, call: Expr<CallNode>, extraction: NonNullable<ClientPattern['bindingExtraction']>['method'] | null): { value: string | null; reason: ReasonCode | null; unbound: boolean } {
    const known = (value: string): { value: string; reason: null; unbound: false } => ({ value: value.toUpperCase(), reason: null, unbound: false })
    switch (extraction?.type) {
      case 'literal': return known(extraction.value)
      case 'fromMemberChain': case 'fromClientMethod': return site.method === null ? { value: null, reason: 'unreadMethod', unbound: false } : known(site.method)
      case 'fromRegistration': {
        if (site.method === null) return { value: null, reason: 'unreadMethod', unbound: false }
        return known(extraction.nameMap?.[site.method] ?? site.method.replace(/Form$/, ''))
      }
      case 'fromArgumentProperty': {
        const own = argumentAt(call, extraction.position)
        const request = requestInit(site, call)
        // the init of the call wins over that of a Request handed to it
        const argument = own && (!request || optionOf(values, own, extraction.property).type !== 'absent') ? own : request
        if (!argument) return extraction.default === undefined ? { value: null, reason: 'unreadMethod', unbound: false } : known(extraction.default)
        const option = optionOf(values, argument, extraction.property)
        if (option.type === 'absent') return extraction.default === undefined ? { value: null, reason: 'unreadMethod', unbound: false } : known(extraction.default)
        if (option.type === 'unread') return { value: null, reason: 'unreadMethod', unbound: option.unbound }
        const texts = textsOf(values, option.expr).map(literalText)
        const [only] = texts
        if (texts.length === 1 && only !== null && only !== undefined && only !== '') return known(only)
        const unset = values.resolve(option.expr).every(v => v.type === 'literal' && v.value === undefined)
        if (unset && extraction.default !== undefined) return known(extraction.default)
        return { value: null, reason: 'unreadMethod', unbound: values.resolve(option.expr).some(v => paramOf(v) !== null) }
      }
      default: return { value: null, reason: 'unreadMethod', unbound: false }
    }
  }

  /** The init of `new Request(u, init)` passed as the address. */
  function requestInit(site: Site, call: Expr<CallNode>): Expr | null {
    const path = pathExpression(site, call)
    const value = path ? values.one(path) : null
    if (value?.type !== 'call' || value.callee.type !== 'global' || value.callee.path.join('.') !== 'Request') return null
    return argumentAt(value.expr, 1)
  }

  function unitFor(site: Site, framed: ReturnType<typeof frameLinks>, reading: ReturnType<typeof readBinding>, holder: Expr<FunctionNode> | null): DiscoveredUnit {
    const { pack } = site
    const { address } = reading
    const path = reading.reason && ['unreadPath', 'unreadPrefix', 'depthLimit', 'parameterUnbound'].includes(reading.reason) ? null : address.path
    const binding: BoundaryBinding = restBinding({ method: reading.method, path, ...(address.host !== null && address.host !== '' ? { host: address.host } : {}) }, { recognition: `@suss/packs/${pack.name}` })
    const outer = framed.chain[0] ?? framed.call
    const name = holder ? boundName(holder) : null
    const unread: DiscoveredUnit['unread'] = []
    const detail = outer.module.text.slice(outer.node.start, Math.min(outer.node.end, outer.node.start + 80)).replace(/\s+/g, ' ')
    if (path === null) unread.push({ field: 'path', reason: reading.reason ?? 'unreadPath', detail })
    if (reading.method === null) unread.push({ field: 'method', reason: reading.methodReason ?? 'unreadMethod', detail })
    const body = holder ? { ...runningFunction(outer, holder, isRun), frame: null } : { module: outer.module, node: outer.module.program, frame: null }
    return {
      kind: 'client', name: name ?? `${reading.method ?? '(method not read)'} ${path ?? '(path not read)'}`, nameKind: name === null ? 'label' : 'binding',
      pack, body, registration: outer, bodyReason: null, binding, unread,
      terminals: site.pattern.terminals ?? pack.terminals, inputMapping: site.pattern.inputMapping ?? pack.inputMapping,
      wrapper: null, continuations: [], wrappers: [],
      client: clientOf(site, framed, reading), metadata: {},
    }
  }

  function clientOf(site: Site, framed: ReturnType<typeof frameLinks>, reading: ReturnType<typeof readBinding>): ClientCall {
    const { pack } = site
    const semantics = pack.responseSemantics ?? []
    const bodies = semantics.filter(s => s.semantics.type === 'body').map(s => s.name)
    const options = reading.options
    const hooked = site.endpoint?.response ?? null
    const transform = hasOwnFormat(site, options) ? 'unread' : interceptors(site.instance, site)
    const first = framed.chain[0]
    const entered = framed.entered[0]
    return {
      call: framed.call, chain: framed.chain, entered: framed.entered,
      bodyAccessors: hooked ? [hooked.body] : transform === 'body' ? [] : transform === 'unread' ? ['(interceptor)'] : bodies,
      bodyMethods: transform === null ? semantics.filter(s => s.semantics.type === 'body' && s.access === 'method').map(s => s.name) : [],
      statusAccessors: hooked ? [] : semantics.filter(s => s.semantics.type === 'statusCode').map(s => s.name),
      statusRanges: semantics.flatMap(s => (s.semantics.type === 'statusRange' ? [{ name: s.name, min: s.semantics.min ?? 200, max: s.semantics.max ?? 299 }] : [])),
      failureDelivery: failureDelivery(site),
      options,
      ...sentBy({ site, call: framed.call, options, address: reading.address, request: requestInit(site, framed.call), changed: transform !== null }),
      codec: null,
      derivedFrom: first && entered ? { node: entered.node, module: entered.module, name: boundName(exprAt(entered.module, entered.node)) ?? 'wrapper' } : null,
    }
  }

  /** The call, or what made the client, asks for something else than the parsed body. */
  function hasOwnFormat(site: Site, options: Expr | null): boolean {
    const made = site.instance ? argumentAt(site.instance, 0) : null
    return [options, made].some(config => config !== null && (
      formatOptions.some(name => optionOf(values, config, name).type === 'expr')
      || optionOf(values, config, 'responseType').type === 'expr' && !isJson(optionOf(values, config, 'responseType'))
    ))
  }

  function isJson(option: Option): boolean {
    const value = option.type === 'expr' ? values.one(option.expr) : null
    return value?.type === 'literal' && value.value === 'json'
  }

  function failureDelivery(site: Site): 'response' | 'exception' {
    if (site.endpoint?.response) return site.endpoint.response.failureDelivery
    const option = site.pattern.match.transportOption
    const config = option !== undefined && site.instance ? argumentAt(site.instance, 1) : null
    const transport = config && option !== undefined ? optionOf(values, config, option) : { type: 'absent' as const }
    if (transport.type === 'expr') return deliveryOf(values, transport.expr)
    return transport.type === 'unread' ? 'exception' : site.pack.failureDelivery ?? 'response'
  }
}

/** Parameters in a query or fragment do not open a call. */
function beforeQuery(text: Text): Text {
  const at = text.findIndex(piece => typeof piece === 'string' && /[?#]/.test(piece))
  return at < 0 ? text : text.slice(0, at + 1)
}

