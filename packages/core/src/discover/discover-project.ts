/** All units of a project that packs find, before any body is read. */
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { openContexts } from '../index/contexts.js'
import type { Gate } from '../index/gates.js'
import { patternsOf } from '../index/routables.js'
import { identityKey } from '../semantics/index.js'
import type { CallerIndex } from '../values/callers.js'
import type { Values } from '../values/resolve.js'
import type { Node } from '../program/syntax.js'
import { openClassWrappers } from './decorated/class-wrappers.js'
import { discoverDecoratedMethods } from './decorated-method.js'
import { discoverDecoratedRoutes } from './decorated-route.js'
import { discoverClients } from './client/client-call.js'
import { discoverClasses, isClassPattern } from './class-component.js'
import { discoverContractRoutes, isContractPattern } from './contract/contract-routes.js'
import { discoverCustomUnits } from './custom-units.js'
import { openFactories } from './exports.js'
import { openGraphqlDocuments } from './graphql/documents.js'
import { discoverHookCalls, isHookPattern } from './graphql-hook-call.js'
import { discoverImperativeCalls, isImperativePattern } from './graphql-imperative-call.js'
import { decoratedSchema } from './graphql/decorated-schema.js'
import type { SchemaSource } from './graphql/schema-sources.js'
import { isTestFile } from '../program/test-code.js'
import { type ClientClass, onlyHost } from './graphql/client-host.js'
import { fragmentSource } from './graphql/fragment-registry.js'
import { filesMakingSchemas, filesOfNest, packagesOfSchemaFiles } from './graphql/made-schemas.js'
import { discoverResolvers, isResolverPattern, servedSchemas, type ServedSchemas } from './resolver-map.js'
import { discoverFiles, isFilePattern } from './file-convention.js'
import { discoverElementRoutes, isRoutePattern } from './jsx-element-route.js'
import { discoverNamedExports } from './named-export.js'
import { discoverPackageExports } from './package-exports.js'
import { discoverPackageImports } from './package-import.js'
import { discoverRoutes, type UnreadRoutes } from './registration-call.js'
import { discoverTestCases, isTestPattern } from './test-case.js'
import { discoverCallbacks, isCallbackPattern } from './callback-argument.js'
import { discoverDecoratedConsumers } from './decorated-consumer.js'
import { discoverTemplates, isTemplatePattern } from './registration-template.js'
import { openRewrites } from './rewrites.js'
import type { StubSource } from './stubs.js'
import type { DiscoveredUnit } from './unit.js'

export interface DiscoveredProject {
  units: DiscoveredUnit[]
  unreadRoutes: UnreadRoutes[]
  graphql: {
    /** SDL that servers are made from. */
    sources: ServedSchemas['sources']
    /** SDL that decorated classes make. */
    derived: SchemaSource[]
    /** Packages that make schemas while they run; null is the one without a name. */
    making: ReadonlySet<string | null>
  }
  stubs: Map<string, StubSource>
  /** Functions that are the body of a unit. */
  claimed: Set<Node>
  /** Those of them that run later than the unit they are written in. */
  scheduled: Set<Node>
}

export function discoverProject(input: { values: Values; callers: CallerIndex; packs: readonly PatternPack[]; gateOf(modules: readonly string[] | undefined): Gate; inputsOf(pack: PatternPack): ReadonlyMap<string, string>; onFault(fault: { file: string; line: number; pack: string; message: string }): void }): DiscoveredProject {
  const { values, callers, packs } = input
  const contexts = openContexts(values, callers)
  const units: DiscoveredUnit[] = []
  const unreadRoutes: UnreadRoutes[] = []
  const stubs: DiscoveredProject['stubs'] = new Map()
  const factories = openFactories()
  const servers: ReturnType<typeof discoverRoutes>['servedAt'][] = []
  for (const pack of packs) {
    units.push(...discoverFiles({ values, pack, patterns: pack.discovery.filter(isFilePattern), factories }))
    for (const pattern of pack.discovery) {
      const gate = input.gateOf(pattern.requiresImport ?? pack.requiresImport)
      if (isRoutePattern(pattern)) units.push(...discoverElementRoutes({ values, pack, pattern, gate }))
      if (isTemplatePattern(pattern)) units.push(...discoverTemplates({ values, pack, pattern, gate }))
      if (isCallbackPattern(pattern)) units.push(...discoverCallbacks({ values, pack, pattern, gate }))
      if (isTestPattern(pattern)) units.push(...discoverTestCases({ values, pack, pattern, gate }))
      if (isClassPattern(pattern)) units.push(...discoverClasses({ values, pack, pattern, gate }))
      if (pattern.match.type === 'namedExport') units.push(...unclaimed(units, pack, discoverNamedExports({ values, pack, pattern, factories }, values.program.modules.filter(m => isNamed(pattern) || gate(m.file)), pattern.match.names)))
    }
    const patterns = patternsOf(pack, input.gateOf(pack.requiresImport ?? importsOfRoutes(pack)))
    if (patterns.routes.length === 0) continue
    const found = discoverRoutes(values, contexts, patterns)
    units.push(...found.routes, ...found.wrappers)
    servers.push(found.servedAt)
    unreadRoutes.push(...found.unreadRoutes)
    for (const [id, stub] of found.stubs) stubs.set(id, stub)
  }
  for (const pack of packs) {
    const routes = pack.discovery.filter(isContractPattern)
    if (routes.length === 0 || !pack.contractReading) continue
    const found = discoverContractRoutes({
      values, patterns: patternsOf(pack, input.gateOf(pack.requiresImport)), routes, reading: pack.contractReading,
      servedAt: (application, call) => servers.map(at => at(application, call)).find(served => served !== null) ?? null,
    })
    units.push(...found.units)
    for (const [id, stub] of found.stubs) stubs.set(id, stub)
  }
  const wrappers = openClassWrappers(values)
  for (const pack of packs) {
    const decorated = { values, contexts, pack, gate: input.gateOf(pack.requiresImport), wrappers }
    units.push(...discoverDecoratedRoutes(decorated), ...discoverDecoratedMethods(decorated), ...discoverDecoratedConsumers(decorated))
  }
  units.push(...wrappers.units())
  for (const [id, stub] of wrappers.stubs) stubs.set(id, stub)
  units.push(...packs.flatMap(pack => discoverCustomUnits({ values, pack, gateOf: input.gateOf, factories, found: units, inputsOf: input.inputsOf, onFault: input.onFault })), ...factories.units())
  const graphql = graphqlUnits(input)
  units.push(...graphql.units)
  units.push(...discoverClients({ values, callers, packs: packs.map(pack => ({ pack, gate: input.gateOf(pack.requiresImport) })) }))
  for (const pack of packs) units.push(...discoverPackageExports({ values, pack }), ...discoverPackageImports({ values, pack }))
  const distinct = withoutRepeats(units).map(withRewrites(values)).map(unit => (graphql.isWhole(unit) ? withWholeSchema(unit) : unit))
  return { units: distinct, graphql: { sources: graphql.sources, derived: graphql.derived, making: graphql.making }, unreadRoutes, stubs, scheduled: new Set(distinct.flatMap(u => (u.parent && u.body ? [u.body.node as Node] : []))), claimed: new Set(distinct.flatMap(u => (u.body && !isOfCalls(u) ? [u.body.node as Node] : []))) }
}

/** Modules the patterns for routes ask for, when each of them asks for some. */
function importsOfRoutes({ discovery }: PatternPack): string[] | undefined {
  const routes = discovery.filter(d => d.match.type === 'registrationCall' || d.match.type === 'registrationLoop')
  return routes.every(d => (d.requiresImport ?? []).length > 0) ? routes.flatMap(d => d.requiresImport ?? []) : undefined
}

/** A client's path without host may be rewritten by a development proxy or by its framework. */
function withRewrites(values: Values): (unit: DiscoveredUnit) => DiscoveredUnit {
  const rewritten = openRewrites(values)
  return unit => {
    const semantics = unit.kind === 'client' ? unit.binding?.semantics : undefined
    const path = semantics?.name === 'rest' && semantics.host === undefined ? semantics.path : null
    const found = path ? rewritten(unit.registration.module.file, path) : null
    return found ? { ...unit, metadata: { ...unit.metadata, http: { ...(unit.metadata['http'] as object | undefined), rewritten: found } } } : unit
  }
}

/** Units about calls inside a function: the function is still its own. */
const isOfCalls = ({ kind }: DiscoveredUnit): boolean => kind === 'client' || kind === 'caller'

/** The project's own table says which files are meant, whatever they import. */
const isNamed = ({ bindingExtraction }: DiscoveryPattern): boolean => bindingExtraction?.path.type === 'fromRouteModule'

/** A function whose route another pattern of the pack reads is no unit without a path as well. */
function unclaimed(known: readonly DiscoveredUnit[], pack: PatternPack, found: readonly DiscoveredUnit[]): DiscoveredUnit[] {
  const claimed = new Set(known.flatMap(u => (u.pack === pack && u.body ? [u.body.node] : [])))
  return found.filter(u => !(u.body && u.unread.some(r => r.field === 'path') && claimed.has(u.body.node)))
}

/** Resolvers with the SDL they are for, and the uses of documents. */
function graphqlUnits({ values, callers, packs, gateOf }: Parameters<typeof discoverProject>[0]): ServedSchemas & { derived: SchemaSource[]; making: Set<string | null>; isWhole(unit: DiscoveredUnit): boolean } {
  const documents = openGraphqlDocuments(values)
  const { host } = values.program
  const packageOf = (file: string): string | null => host.place(file).workspace
  const ofFiles = packagesOfSchemaFiles(values.program, packageOf)
  const ofClasses = filesOfNest(values.program).filter(file => !ofFiles.has(packageOf(file)))
  const making = new Set([...filesMakingSchemas(values.program), ...ofClasses].map(packageOf))
  const servers = packs.flatMap(pack => pack.discovery.filter(isResolverPattern).flatMap(pattern => discoverResolvers({ values, pack, pattern, gate: gateOf(pattern.requiresImport ?? pack.requiresImport) })))
  const { units, sources } = servedSchemas(servers, file => making.has(packageOf(file)), file => packageOf(file) ?? '')
  const classesOf = (pack: PatternPack): ClientClass[] => pack.discovery.filter(isImperativePattern).map(({ match }) => match)
  const uses = packs.filter(pack => pack.discovery.some(p => isHookPattern(p) || isImperativePattern(p))).flatMap(pack => {
    const sendsTo = onlyHost(values, classesOf(pack))
    return pack.discovery.flatMap(pattern => {
      const calls = { values, callers, documents, pack, gate: gateOf(pattern.requiresImport ?? pack.requiresImport), host: sendsTo }
      if (isHookPattern(pattern)) return discoverHookCalls(calls, pattern)
      return isImperativePattern(pattern) ? discoverImperativeCalls(calls, pattern) : []
    })
  })
  const fragments = uses.length === 0 ? null : fragmentSource(values, packs.flatMap(classesOf))
  const marked = fragments === null ? uses : uses.map(use => ({ ...use, metadata: { ...use.metadata, graphql: { ...(use.metadata['graphql'] as object | undefined), fragments } } }))
  const derived = isMadeByPlugin(values) ? [] : packs.flatMap(pack => pack.discovery.flatMap(({ match, wraps, requiresImport }) =>
    match.type === 'decoratedMethod' && match.schema && !wraps ? decoratedSchema({ values, match: { ...match, schema: match.schema }, gate: file => gateOf(requiresImport ?? pack.requiresImport)(file) && !isTestFile(file) }) : []))
  const isWhole = (unit: DiscoveredUnit): boolean => {
    const home = packageOf(unit.registration.module.file)
    return unit.kind === 'resolver' && ofFiles.has(home) && !making.has(home)
  }
  return { units: [...units, ...marked], sources, derived, making, isWhole }
}

/** The plugin of Nest's compiler adds fields that no decorator names. */
const isMadeByPlugin = ({ program: { host } }: Values): boolean =>
  host.otherFiles().some(file => /(?:^|\/)nest-cli\.json$/.test(file) && host.read(file)?.includes('@nestjs/graphql') === true)

const withWholeSchema = (unit: DiscoveredUnit): DiscoveredUnit => ({ ...unit, metadata: { ...unit.metadata, graphql: { ...(unit.metadata['graphql'] as object | undefined), sdlComplete: true } } })

/** One unit per file, span, kind and boundary; several calls of one function are several client units (D3). */
function withoutRepeats(units: readonly DiscoveredUnit[]): DiscoveredUnit[] {
  const seen = new Set<string>()
  return units.filter(u => {
    const shown = u.body ?? { module: u.registration.module, node: u.registration.node }
    const key = [u.kind, shown.module.file, shown.node.start, shown.node.end, u.binding ? (identityKey(u.binding) ?? JSON.stringify(u.binding)) : u.wrapper?.role, u.client || u.binding === null || !u.body ? `${u.registration.module.file}:${u.registration.node.start}-${u.registration.node.end}` : ''].join('|')
    if (u.kind === 'middleware') return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
