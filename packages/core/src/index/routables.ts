/** Values routes are registered on, and every registration made on them (extraction.md X1, X2). */
import type { DiscoveryPattern, InputMappingPattern, Mount, PatternPack, TerminalPattern, Wraps } from '../pack/index.js'
import { type CallNode, type Expression, type FunctionNode, isMember, memberName, strip } from '../program/syntax.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { literalOf } from '../values/text.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import type { Contexts } from './contexts.js'
import { type Gate, withImported } from './gates.js'

/** The routable a receiver settles on, with the path an earlier link of the chain gave. */
export interface Receiver {
  key: string
  given: Expr | null
  /** The call that made it; null for the parameter of a plugin. */
  made: Expr<CallNode> | null
}

export interface Registration {
  call: Expr<CallNode>
  method: string
  /** Pattern for routes; null for mounts and wrappers alone. */
  pattern: RoutePattern | null
  receivers: readonly Receiver[]
}

/** `looped`: the methods of a `registrationLoop`, which counts where the method's name comes from the list alone. */
export type RoutePattern = DiscoveryPattern & { match: { type: 'registrationCall' }; looped?: 'anyReceiver' | 'receiver' }

/** A way of registering wrappers, with what the wrapper's own unit is read by. */
export interface WrapPattern {
  wrap: Wraps
  terminals: readonly TerminalPattern[]
  inputMapping: InputMappingPattern
}

export interface RoutablePatterns {
  pack: PatternPack
  routes: readonly RoutePattern[]
  mounts: readonly Mount[]
  wraps: readonly WrapPattern[]
  gate: Gate
}

/** A function that gets a routable of its own from the call that registers it. */
export interface Plugin {
  fn: FunctionNode
  file: string
  /** Stable name of the routable this registration gives the function. */
  key: string
}

export function patternsOf(pack: PatternPack, gate: Gate): RoutablePatterns {
  const calls = pack.discovery.filter((d): d is RoutePattern => d.match.type === 'registrationCall' && d.bindingExtraction?.path.type !== 'fromContract')
  return {
    pack, gate,
    routes: [...calls.filter(d => !d.wraps), ...pack.discovery.flatMap(d => loopPatterns(d, calls))],
    mounts: distinctBy(calls.flatMap(d => (d.mount ? [d.mount] : [])), m => `${m.method}:${m.prefixPosition}:${m.targetPosition}`),
    wraps: distinctBy(
      calls.flatMap((d): WrapPattern[] => (d.wraps ? [{ wrap: d.wraps, terminals: d.terminals ?? pack.terminals, inputMapping: d.inputMapping ?? pack.inputMapping }] : [])),
      w => JSON.stringify(w.wrap),
    ),
  }
}

const loopMethods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head']

/** A loop is read like the calls it makes; where the pack registers by call on the same values, that pattern reads it. */
function loopPatterns(pattern: DiscoveryPattern, calls: readonly RoutePattern[]): RoutePattern[] {
  const { match, ...rest } = pattern
  if (match.type !== 'registrationLoop') return []
  const { receiver } = match
  const made = (importModule: string, importName: string, looped: NonNullable<RoutePattern['looped']>): RoutePattern => ({
    ...rest, looped,
    match: { type: 'registrationCall', importModule, importName, registrationChain: loopMethods.map(method => `.${method}`) },
    bindingExtraction: rest.bindingExtraction ?? { method: { type: 'fromRegistration', position: 'methodName' }, path: { type: 'fromArgument', position: 0 } },
  })
  if (!receiver) return [made('', '', 'anyReceiver')]
  const { importModule } = receiver
  return receiver.importNames
    .filter(name => !calls.some(c => !c.wraps && c.match.importModule === importModule && c.match.importName === name))
    .map(name => made(importModule, name, 'receiver'))
}

export const distinctBy = <T>(list: readonly T[], key: (item: T) => string): T[] => [...new Map(list.map(item => [key(item), item])).values()]

export interface Routables {
  /** Registrations of routes, mounts and wrappers, under every frame they run in. */
  readonly registrations: readonly Registration[]
  receiversOf(expr: Expr): readonly Receiver[] | 'unbound'
  readonly plugins: readonly Plugin[]
}

/** `pluginsOf`: functions a mount of plugins registers; asked again until no new one comes. */
export function readRoutables(input: { values: Values; contexts: Contexts; patterns: RoutablePatterns; pluginsOf(registration: Registration): readonly Plugin[] }): Routables {
  const { values, contexts, patterns } = input
  const verbs = new Set(patterns.routes.flatMap(r => r.match.registrationChain.map(c => c.slice(1))))
  const others = new Set([...patterns.mounts.map(m => m.method), ...patterns.wraps.flatMap(w => ('method' in w.wrap ? [w.wrap.method] : [])), ...(patterns.pack.notFound ? [patterns.pack.notFound.method] : [])])
  const hasPlugins = patterns.mounts.some(m => m.plugins)
  const plugins = new Map<FunctionNode, Plugin[]>()

  function receiverOf(value: Value, depth: number): readonly Receiver[] {
    if (depth > 64) return []
    if (value.type === 'param' && value.binding.source.type === 'param' && value.binding.source.index === 0 && value.binding.source.path.length === 0)
      return (plugins.get(value.binding.source.fn) ?? []).map(p => ({ key: p.key, given: null, made: null }))
    if (value.type !== 'call') return []
    const { callee } = value
    if (patterns.routes.some(r => isOrigin(callee, r.match.importModule, r.match.importName))) return [{ key: siteKey(value.expr), given: null, made: value.expr }]
    if (callee.type !== 'member') return []
    const from = patterns.routes.find(r => r.match.pathFrom?.method === callee.property)?.match.pathFrom
    if (!from && !verbs.has(callee.property) && !others.has(callee.property) && !chained.has(callee.property)) return []
    const argument = from ? value.expr.node.arguments[from.position] : undefined
    return receiverOf(callee.object, depth + 1).map(object => (argument && argument.type !== 'SpreadElement' ? { ...object, given: { ...value.expr, node: argument } } : object))
  }

  function receiversOf(expr: Expr): readonly Receiver[] | 'unbound' {
    const found = values.resolve(expr)
    const out = found.flatMap(v => receiverOf(v, 0))
    if (out.length === 0) return found.some(isUnbound) ? 'unbound' : []
    return distinctBy(out, r => `${r.key}${r.given ? siteKey(r.given) : ''}`)
  }

  /** "unbound": the receiver or the method is a parameter that no frame binds. */
  function registrationAt(call: Expr<CallNode>): Registration | null | 'unbound' {
    const { callee } = call.node
    if (!isMember(callee)) return null
    const receivers = receiversOf({ ...call, node: callee.object })
    if (receivers === 'unbound') return 'unbound'
    const written = memberName(callee)
    const isLooped = written === null && call.frame !== null
    const anywhere = isLooped && receivers.length === 0 && patterns.routes.some(r => r.looped === 'anyReceiver')
    if (receivers.length === 0 && !anywhere) return null
    const method = written ?? methodText({ ...call, node: callee.property as Expression })
    if (method === 'unbound') return 'unbound'
    if (method === null) return null
    const name = verbs.has(method) || others.has(method) ? method : method.toLowerCase()
    if (!verbs.has(name) && !others.has(name)) return null
    const on = anywhere ? [{ key: `loop:${call.module.file}:${callee.object.start}`, given: null, made: null }] : receivers
    const pattern = routePattern(name, on, anywhere ? 'anyReceiver' : isLooped ? 'receiver' : null)
    return pattern || others.has(name) ? { call, method: name, pattern, receivers: on } : null
  }

  function routePattern(name: string, receivers: readonly Receiver[], looped: RoutePattern['looped'] | null = null): RoutePattern | null {
    const given = receivers.some(r => r.given !== null)
    const candidates = patterns.routes.filter(r => r.match.registrationChain.includes(`.${name}`) && (looped === 'anyReceiver' ? r.looped === looped : r.looped === undefined || r.looped === looped))
    return candidates.find(r => (r.match.pathFrom !== undefined) === given) ?? candidates[0] ?? null
  }

  function methodText(expr: Expr): string | null {
    const text = literalOf(values, expr)
    if (text !== null) return text
    const node = strip(expr.node as Expression)
    // `app[method.toLowerCase()]`
    if (node.type === 'CallExpression' && isMember(node.callee) && ['toLowerCase', 'toString'].includes(memberName(node.callee) ?? '')) return methodText({ ...expr, node: node.callee.object })
    return values.resolve(expr).some(isUnbound) ? 'unbound' : null
  }

  /** A parameter the framework's own type declares is a routable nobody mounts. */
  function typedRegistration(call: Expr<CallNode>): Registration | null {
    const { callee } = call.node
    if (!isMember(callee)) return null
    const name = memberName(callee)
    const root = strip(callee.object)
    const binding = root.type === 'Identifier' ? values.binding(call.module, root) : null
    if (binding?.source.type !== 'param' || name === null || (!verbs.has(name) && !others.has(name))) return null
    const annotation = 'typeAnnotation' in binding.node ? binding.node.typeAnnotation : null
    const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
    const receivers = [{ key: `param:${call.module.file}:${binding.node.start}`, given: null, made: null }]
    if (registersLibrary(call, root)) return { call, method: name, pattern: routePattern(name, receivers), receivers }
    if (type?.type !== 'TSTypeReference') return null
    const first = type.typeName.type === 'Identifier' ? type.typeName.name : type.typeName.type === 'TSQualifiedName' && type.typeName.left.type === 'Identifier' ? type.typeName.left.name : null
    const ofFramework = first !== null && call.module.imports.some(i => patterns.routes.some(r => r.match.importModule === i.specifier) && i.names.some(n => n.local === first))
    if (!ofFramework) return null
    return { call, method: name, pattern: routePattern(name, receivers), receivers }
  }

  /** A parameter that is given a plugin of the framework's libraries: only a routable takes one. */
  function registersLibrary({ module }: Expr, receiver: Expression): boolean {
    const binding = values.binding(module, receiver)
    return module.calls.some(node => {
      const { callee } = node
      if (!isMember(callee) || values.binding(module, strip(callee.object)) !== binding) return false
      const mount = patterns.mounts.find(m => m.plugins && m.method === memberName(callee))
      const given = mount ? node.arguments[mount.targetPosition] : undefined
      if (!mount || !given || given.type === 'SpreadElement') return false
      const libraries = [...(mount.plugins?.autoload ? [mount.plugins.autoload] : []), ...(patterns.pack.libraryWrappers ?? [])]
      return values.resolve({ module, node: given, frame: null }).some(v => libraries.some(l => isOrigin(v, l.module, l.name)))
    })
  }

  function registrationsOf(call: Expr<CallNode>): Registration[] {
    const plain = contexts.of(call, false)
    const settled = plain.map(registrationAt)
    const found = settled.filter((r): r is Registration => r !== null && r !== 'unbound')
    const needsCallers = settled.includes('unbound') || found.some(r => (r.pattern !== null && hasUnboundArgument(r.call)) || isMadeInside(r, call))
    if (!needsCallers) return found
    const framed = contexts.of(call, true).map(registrationAt)
    const more = framed.filter((r): r is Registration => r !== null && r !== 'unbound')
    if (more.length > 0) return more
    if (found.length > 0) return found
    return plain.flatMap(c => typedRegistration(c) ?? [])
  }

  const hasUnboundArgument = (call: Expr<CallNode>): boolean =>
    call.frame === null && call.node.arguments.some(a => a.type !== 'SpreadElement' && values.resolve({ ...call, node: a }).some(isUnbound))

  const gate = withImported(values.program, patterns.gate)
  const candidates = (): Expr<CallNode>[] => {
    const pluginFiles = new Set([...plugins.values()].flat().map(p => p.file))
    return values.program.modules.filter(m => gate(m.file) || pluginFiles.has(m.file)).flatMap(module => module.calls.flatMap((call): Expr<CallNode>[] => {
      if (call.type !== 'CallExpression' || !isMember(call.callee)) return []
      const name = memberName(call.callee)
      if (name === null ? !call.callee.computed : !verbs.has(name) && !others.has(name)) return []
      return [{ module, node: call, frame: null }]
    }))
  }
  let registrations = candidates().flatMap(registrationsOf)
  for (let round = 0; hasPlugins && round < maxRounds; round++) {
    const before = [...plugins.values()].flat().length
    for (const plugin of registrations.flatMap(r => input.pluginsOf(r))) {
      const list = plugins.get(plugin.fn) ?? []
      if (!list.some(p => p.key === plugin.key)) plugins.set(plugin.fn, [...list, plugin])
    }
    if ([...plugins.values()].flat().length === before) break
    registrations = candidates().flatMap(registrationsOf)
  }
  return { registrations, receiversOf, plugins: [...plugins.values()].flat() }
}

const maxRounds = 8

/** Methods that give the routable back without registering anything. */
const chained = new Set(['disable', 'enable', 'ready', 'after', 'withTypeProvider', 'decorate', 'decorateRequest', 'decorateReply', 'openapi', 'onError', 'notFound', 'basePath'])

export const isUnbound = (value: Value): boolean => value.type === 'param' || (value.type === 'member' && isUnbound(value.object))

/** The routable is made in the function that registers on it: it is another one in each call. */
function isMadeInside(registration: Registration, call: Expr): boolean {
  return registration.receivers.some(r => {
    const match = /^(.*?):(\d+)-(\d+)(@.*)?$/.exec(r.key)
    if (!match || match[1] !== call.module.file) return false
    const start = Number(match[2])
    for (let at = call.module.parents.get(call.node); at; at = call.module.parents.get(at)) {
      if ((at.type === 'FunctionDeclaration' || at.type === 'FunctionExpression' || at.type === 'ArrowFunctionExpression') && at.start <= start && start < at.end) return true
    }
    return false
  })
}
