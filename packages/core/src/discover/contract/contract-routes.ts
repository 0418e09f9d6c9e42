/** Interprets `fromContract`: handlers given in the form of a contract, one unit per endpoint (packs.md ts-rest). */
import { type ReasonCode, restBinding } from '../../ir/index.js'
import { builtBodyOf } from '../../index/body-builders.js'
import type { RoutablePatterns } from '../../index/routables.js'
import type { ContractPattern, DiscoveryPattern, PatternPack, ServedBy } from '../../pack/index.js'
import { type CallNode, isMember, keyName, memberName } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { exprAt, type Expr, siteKey, type Value } from '../../values/value.js'
import { joinPaths } from '../binding/provider-path.js'
import { handlerOf } from '../handlers.js'
import { boundName } from '../../values/names.js'
import { optionOf } from '../routes/arguments.js'
import { endpointParts } from '../routes/declared-parts.js'
import type { Mounting } from '../routes/mountings.js'
import { openWrapperUses, shown } from '../routes/wrapper-uses.js'
import { namesStatus } from '../routes/validation.js'
import { validationModule } from '../stubs.js'
import type { DeclaredParts, DiscoveredUnit, WrapperUse } from '../unit.js'
import { type ContractNode, type Endpoint, openContractTrees } from './contract-tree.js'

export type ContractRoutePattern = DiscoveryPattern & { match: { type: 'registrationCall' } }

export const isContractPattern = (pattern: DiscoveryPattern): pattern is ContractRoutePattern =>
  pattern.match.type === 'registrationCall' && pattern.bindingExtraction?.path.type === 'fromContract'

export interface ContractRoutesInput {
  values: Values
  patterns: RoutablePatterns
  routes: readonly ContractRoutePattern[]
  reading: ContractPattern
  /** Where an application of some framework is served, and what stands around it there; null: it is no application. */
  servedAt(application: Expr, call: Expr<CallNode>): readonly Mounting[] | null
}

interface Registration {
  call: Expr<CallNode>
  pattern: ContractRoutePattern
  contract: Expr
  handlers: Expr
}

interface Entry {
  name: string
  node: ContractNode | null
  handler: Expr
  wrappers: Expr | null
}

/** One way the handlers of a registration are served. */
interface Served {
  mounting: Mounting
  /** Something may answer that is not read. */
  isOpen: boolean
}

export function discoverContractRoutes(
  input: ContractRoutesInput,
): Pick<
  { units: DiscoveredUnit[]; stubs: Map<string, { pack: PatternPack; module: string; name: string }> },
  'units' | 'stubs'
> {
  const { values, patterns, reading } = input
  const { pack } = patterns
  const trees = openContractTrees(values, reading)
  const uses = openWrapperUses(values, patterns)
  const registrations = values.program.modules
    .filter(m => patterns.gate(m.file))
    .flatMap(module => module.calls.flatMap(call => registrationOf(exprAt(module, call)) ?? []))
  const byCall = new Map(registrations.map(r => [siteKey(r.call), r]))
  const servings = servingsByRegistration()
  return { units: registrations.flatMap(unitsOf), stubs: uses.stubs }

  function registrationOf(call: Expr<CallNode>): Registration | null {
    if (call.node.type !== 'CallExpression') return null
    const callee = values.one({ ...call, node: call.node.callee })
    if (!callee) return null
    for (const pattern of input.routes) {
      const direct = isCalled(callee, pattern.match)
      // `routerWithMiddleware(contract)({ … })`
      const curried = !direct && callee.type === 'call' && isCalled(callee.callee, pattern.match)
      const contract = curried ? argumentAt(callee.expr, 0) : argumentAt(call, 0)
      const handlers = argumentAt(call, curried ? 0 : 1)
      if ((direct || curried) && contract && handlers) return { call, pattern, contract, handlers }
    }
    return null
  }

  function unitsOf(registration: Registration): DiscoveredUnit[] {
    const node = trees.at(registration.contract)
    const entries = entriesUnder(registration.handlers, node, '')
    return entries.flatMap(entry => unitsAt(registration, entry))
  }

  /** Handlers by the contract's names; what another registration made is found there. */
  function entriesUnder(expr: Expr, node: ContractNode | null, name: string): Entry[] {
    const value = values.one(expr)
    if (value?.type === 'call' && !(value.callee.type === 'function'))
      return isRegistration(value) || name === '' ? [] : [{ name, node, handler: expr, wrappers: null }]
    if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression')
      return value?.type === 'function' || node?.type === 'endpoint'
        ? [{ name, node, handler: expr, wrappers: null }]
        : []
    if (node?.type === 'endpoint') {
      const parts = reading.entryHandler
      const handler = parts ? optionOf(values, value.expr, parts.handler) : null
      return handler && parts
        ? [{ name, node, handler, wrappers: optionOf(values, value.expr, parts.wrappers) }]
        : []
    }
    const object = value.expr
    return value.expr.node.properties.flatMap(entry => {
      if (entry.type === 'SpreadElement') return entriesUnder({ ...object, node: entry.argument }, node, name)
      const key = keyName(entry.key, entry.computed)
      return key === null
        ? []
        : entriesUnder({ ...object, node: entry.value }, node ? node.child(key) : null, key)
    })
  }

  function isRegistration(value: Value): boolean {
    return value.type === 'call' && byCall.has(siteKey(value.expr))
  }

  function unitsAt(registration: Registration, entry: Entry): DiscoveredUnit[] {
    const endpoint = entry.node?.type === 'endpoint' ? entry.node : null
    return (servings.get(siteKey(registration.call)) ?? [unserved]).map(served =>
      unitFor(registration, entry, endpoint, served),
    )
  }

  function unitFor(
    { call, pattern }: Registration,
    entry: Entry,
    endpoint: Endpoint | null,
    { mounting, isOpen }: Served,
  ): DiscoveredUnit {
    const answer = handlerOf(values, entry.handler)
    const body = answer.type === 'one' ? answer.handler.body : null
    const name = body ? boundName(body) : null
    const method = endpoint?.method ?? null
    const path =
      endpoint?.path === null || endpoint === null || mounting.unread
        ? null
        : joinPaths(mounting.prefix, endpoint.path)
    const unread = (field: 'method' | 'path', reason: ReasonCode): DiscoveredUnit['unread'][number] => ({
      field,
      reason,
      detail: shown(call),
    })
    return {
      kind: pattern.kind,
      name: name ?? (entry.name || `${method ?? '(method not read)'} ${path ?? '(path not read)'}`),
      nameKind: name === null ? 'label' : 'binding',
      pack,
      body,
      registration: entry.handler,
      bodyReason: answer.type === 'none' ? answer.reason : null,
      binding: restBinding({ method, path }, { recognition: `@suss/packs/${pack.name}` }),
      unread: [
        ...(path === null ? [unread('path', mounting.unread ? 'unreadPrefix' : 'unreadPath')] : []),
        ...(method === null ? [unread('method', 'unreadMethod')] : []),
      ],
      terminals: pattern.terminals ?? pack.terminals,
      inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null,
      continuations: [],
      wrappers: [
        ...mounting.wrappers,
        ...(isOpen || entry.wrappers ? [openWrapper(entry.wrappers ?? entry.handler)] : []),
        ...validationOf(endpoint),
      ],
      client: null,
      ...(endpoint ? { declared: declaredBy(endpoint) } : {}),
      metadata: {},
    }
  }

  /** Middleware, an error handler or guards nobody reads here: they may answer anything. */
  function openWrapper(at: Expr): WrapperUse {
    return {
      target: { type: 'unread', reason: 'libraryWrapper', callee: shown(at), gap: false },
      role: 'before',
      scope: null,
    }
  }

  function declaredBy(endpoint: Endpoint): DeclaredParts {
    const own = endpointParts(values, reading, endpoint.contract)
    return {
      responses: [...endpoint.common, ...(own?.responses ?? [])],
      shared: endpoint.common.length,
      bodyBuilders: reading.bodyBuilders ?? null,
      requests: (own?.requests ?? []).filter(isSchema),
      coerces: reading.requestExtraction?.coerces === true,
    }
  }

  /** A part given as a type alone, or as none, is not checked. */
  function isSchema({ schema }: DeclaredParts['requests'][number]): boolean {
    const value = values.one(schema)
    return (
      builtBodyOf(value, reading.bodyBuilders ?? null) === null &&
      !(value?.type === 'literal' && (value.value === null || value.value === undefined))
    )
  }

  function validationOf(endpoint: Endpoint | null): WrapperUse[] {
    if (!endpoint) return []
    const declared = declaredBy(endpoint)
    return (pack.requestValidation ?? []).flatMap(({ on }, index) => {
      const isParsed =
        'declaredStatus' in on && endpoint.method !== null && on.methods.includes(endpoint.method)
      const holds =
        'contract' in on
          ? declared.requests.length > 0
          : isParsed && namesStatus(declared, on.declaredStatus, values)
      return holds
        ? [uses.stubUse({ module: validationModule(pack), name: String(index), role: 'before' })]
        : []
    })
  }

  /** By registration, every way its handlers are put on an application. */
  function servingsByRegistration(): Map<string, Served[]> {
    const found = new Map<string, Served[]>()
    for (const module of values.program.modules) {
      if (!patterns.gate(module.file)) continue
      for (const node of module.calls) {
        const call = exprAt(module, node)
        for (const rule of reading.servedBy ?? []) {
          const callee = values.one({ ...call, node: node.callee })
          if (
            !callee ||
            !isCalled(callee, {
              importModule: rule.importModule,
              importName: rule.importName,
              registrationChain: rule.method === undefined ? [] : [`.${rule.method}`],
            })
          )
            continue
          const router = argumentAt(call, rule.router)
          const served = servedBy(call, rule)
          const own = byCall.has(siteKey(call)) ? [siteKey(call)] : []
          for (const key of [...own, ...(router ? registrationsIn(router, 0) : [])])
            found.set(key, distinct([...(found.get(key) ?? []), ...served]))
        }
      }
    }
    return found
  }

  function servedBy(call: Expr<CallNode>, rule: ServedBy): Served[] {
    const options = rule.options === undefined ? null : argumentAt(call, rule.options)
    const isOpen =
      options !== null &&
      (values.one(options)?.type !== 'object' ||
        (reading.answeringOptions ?? []).some(name => optionOf(values, options, name) !== null))
    if (rule.on === undefined) return [{ mounting: standingAlone(call, rule, options), isOpen }]
    const { application, at, prefix } = applicationOf(call, rule.on)
    const mountings = application ? input.servedAt(application, at) : null
    if (!mountings) return [{ mounting: alone, isOpen: true }]
    return mountings.map(mounting => ({
      mounting:
        prefix === ''
          ? mounting
          : {
              ...mounting,
              prefix: prefix === null ? mounting.prefix : joinPaths(mounting.prefix, prefix),
              unread: mounting.unread || prefix === null,
            },
      isOpen,
    }))
  }

  /** Served by no application: behind a prefix that an option or the file's folder gives. */
  function standingAlone(call: Expr<CallNode>, rule: ServedBy, options: Expr | null): Mounting {
    if (rule.filesBelow !== undefined) {
      const [, folder] =
        new RegExp(`(?:^|/)${rule.filesBelow}(/.*)?/\\[\\.\\.\\.[^/]+\\]\\.\\w+$`).exec(call.module.file) ??
        []
      return folder === undefined || folder.includes('[')
        ? { ...alone, unread: true }
        : { ...alone, prefix: folder }
    }
    const option =
      rule.prefixOption !== undefined && options ? optionOf(values, options, rule.prefixOption) : null
    if (!option) return alone
    const text = values.one(option)
    return text?.type === 'literal' && typeof text.value === 'string'
      ? { ...alone, prefix: text.value }
      : { ...alone, unread: true }
  }

  /** The application a call names, or the one its result is registered on: `app.register(s.plugin(r), { prefix })`. */
  function applicationOf(
    call: Expr<CallNode>,
    on: number | 'caller',
  ): { application: Expr | null; at: Expr<CallNode>; prefix: string | null } {
    if (on !== 'caller') return { application: argumentAt(call, on), at: call, prefix: '' }
    const parent = call.module.parents.get(call.node)
    if (parent?.type !== 'CallExpression' || !isMember(parent.callee) || memberName(parent.callee) === null)
      return { application: null, at: call, prefix: '' }
    const at: Expr<CallNode> = { ...call, node: parent }
    const options = argumentAt(at, 1)
    const option = options ? optionOf(values, options, 'prefix') : null
    const text = option ? values.one(option) : null
    return {
      application: { ...call, node: parent.callee.object },
      at,
      prefix:
        option === null ? '' : text?.type === 'literal' && typeof text.value === 'string' ? text.value : null,
    }
  }

  /** Registrations whose handlers the router is made of. */
  function registrationsIn(expr: Expr, depth: number): string[] {
    if (depth > 8) return []
    return values.resolve(expr).flatMap((value): string[] => {
      if (value.type === 'object' && value.expr.node.type === 'ObjectExpression') {
        const object = value.expr
        return value.expr.node.properties.flatMap(p =>
          registrationsIn({ ...object, node: p.type === 'SpreadElement' ? p.argument : p.value }, depth + 1),
        )
      }
      const registration = value.type === 'call' ? byCall.get(siteKey(value.expr)) : undefined
      return registration
        ? [siteKey(registration.call), ...registrationsIn(registration.handlers, depth + 1)]
        : []
    })
  }
}

const alone: Mounting = { prefix: '', unread: false, wrappers: [] }
/** Nobody is seen to serve it: what stands in front of it is not known. */
const unserved: Served = { mounting: alone, isOpen: true }

const distinct = (served: readonly Served[]): Served[] => [
  ...new Map(served.map(s => [`${s.mounting.prefix}|${s.mounting.unread}`, s])).values(),
]

function argumentAt(call: Expr<CallNode>, position: number): Expr | null {
  const node = call.node.arguments[position]
  return node && node.type !== 'SpreadElement' ? { ...call, node } : null
}

/** The import itself, a member of it, or a method of what it makes. */
export function isCalled(
  callee: Value,
  {
    importModule,
    importName,
    registrationChain,
  }: Pick<ContractRoutePattern['match'], 'importModule' | 'importName' | 'registrationChain'>,
): boolean {
  if (registrationChain.length === 0) return isOrigin(callee, importModule, importName)
  return registrationChain.some(link => {
    const method = link.slice(1)
    if (callee.type === 'external') return isOrigin(callee, importModule, `${importName}.${method}`)
    return (
      callee.type === 'member' &&
      callee.property === method &&
      callee.object.type === 'call' &&
      isOrigin(callee.object.callee, importModule, importName)
    )
  })
}
