/** Interprets `resolverMap`: functions of a two-level map given to a constructor or factory (extraction.md 8.1). */
import { graphqlResolverBinding } from '../ir/index.js'
import type { Gate } from '../index/gates.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { isTestFile } from '../program/test-code.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { exprAt, type Expr, siteKey } from '../values/value.js'
import { boundName } from '../values/names.js'
import { entriesOf, itemsOf } from '../values/written.js'
import { argumentAt, propertyOf } from './client/options.js'
import { schemaSources, type SchemaSource, type SchemaSources } from './graphql/schema-sources.js'
import { handlerOf } from './handlers.js'
import type { DiscoveredUnit } from './unit.js'

export type ResolverPattern = DiscoveryPattern & { match: { type: 'resolverMap' } }
export const isResolverPattern = (pattern: DiscoveryPattern): pattern is ResolverPattern =>
  pattern.match.type === 'resolverMap'

export interface ResolverInput {
  values: Values
  pack: PatternPack
  pattern: ResolverPattern
  gate: Gate
}

/** Fields that are an object hold their function under one of these. */
const functionKeys = ['resolve', 'subscribe']
/** They tell GraphQL which type a value has. */
const typeTests = ['__resolveType', '__isTypeOf']
const maxDepth = 8

/** A server, or a part of one, as code makes it. */
export interface MadeServer {
  /** The file of the call. */
  file: string
  units: DiscoveredUnit[]
  schema: SchemaSources
}

export function discoverResolvers({ values, pack, pattern, gate }: ResolverInput): MadeServer[] {
  const { match } = pattern
  return values.program.modules
    .filter(module => gate(module.file))
    .flatMap(module =>
      module.calls.flatMap(node => {
        const call = exprAt(module, node)
        const [callee, ...more] = values.resolve({ ...call, node: node.callee })
        const config = argumentAt(call, 0)
        if (!callee || more.length > 0 || !config || !isOrigin(callee, match.importModule, match.importName))
          return []
        return configsIn(config).flatMap((one): MadeServer[] => {
          const map = propertyOf(values, one, match.mapProperty)
          const sdl = match.schemaProperty === undefined ? null : propertyOf(values, one, match.schemaProperty)
          if (!map && !sdl) return []
          const schema = sdl ? schemaSources(values, sdl) : { sources: [], settled: false }
          const facts = map && isWhole(map, 0) ? { graphql: { resolversRead: true } } : {}
          const units = (map ? resolversIn(map, 0) : []).map(unit => ({ ...unit, metadata: facts }))
          return [{ file: module.file, units, schema }]
        })
      }),
    )

  /** One configuration, or a list of modules of a schema. */
  function configsIn(config: Expr): Expr[] {
    return itemsOf(config, values) ?? [config]
  }

  /** A map, or a list of maps that are merged. */
  function resolversIn(map: Expr, depth: number): DiscoveredUnit[] {
    const items = itemsOf(map, values)
    if (items && depth < maxDepth) return items.flatMap(item => resolversIn(item, depth + 1))
    return [...entriesOf(map, values).entries].flatMap(([typeName, fields]) => {
      if (match.excludeTypes?.includes(typeName) || values.one(fields)?.type !== 'object') return []
      return [...entriesOf(fields, values).entries].flatMap(([fieldName, field]) =>
        resolverUnit(typeName, fieldName, field),
      )
    })
  }

  /** Nothing of the map is hidden behind what did not settle. */
  function isWhole(map: Expr, depth: number): boolean {
    const items = itemsOf(map, values)
    if (items) return depth < maxDepth && items.every(item => isWhole(item, depth + 1))
    const { entries, open } = entriesOf(map, values)
    return (
      open.length === 0 &&
      [...entries.values()].every(fields => values.one(fields)?.type !== 'object' || entriesOf(fields, values).open.length === 0) &&
      [...entries].every(([, fields]) => ['object', 'external', 'instance', 'literal'].includes(values.one(fields)?.type ?? ''))
    )
  }

  function resolverUnit(typeName: string, fieldName: string, field: Expr): DiscoveredUnit[] {
    if (typeTests.includes(fieldName)) return []
    const value = values.one(field)
    // values of an enum
    if (value?.type === 'literal') return []
    const target =
      value?.type === 'object'
        ? functionKeys.map(key => propertyOf(values, field, key)).find(found => found !== null)
        : field
    if (!target) return []
    const answer = handlerOf(values, target)
    const body = answer.type === 'one' ? answer.handler.body : null
    const name = body ? boundName(body) : null
    return [
      {
        kind: pattern.kind,
        name: name ?? `${typeName}.${fieldName}`,
        nameKind: name === null ? 'label' : 'binding',
        pack,
        body,
        registration: field,
        bodyReason: answer.type === 'none' ? answer.reason : null,
        binding: graphqlResolverBinding({ typeName, fieldName }, { recognition: `@suss/packs/${pack.name}` }),
        unread: [],
        terminals: pattern.terminals ?? pack.terminals,
        inputMapping: pattern.inputMapping ?? pack.inputMapping,
        wrapper: null,
        continuations: [],
        wrappers: [],
        client: null,
        metadata: {},
      },
    ]
  }
}

/** What the SDL of servers is made from, and their units with what is known of it. */
export interface ServedSchemas {
  units: DiscoveredUnit[]
  sources: (SchemaSource & { served: boolean })[]
}

/** A server for tests and stories may serve a part of the schema. */
const isMock = (file: string): boolean =>
  isTestFile(file) || /(?:^|\/)(?:__mocks__|mocks?|tests?|testing|test-utils|fixtures|stories|\.storybook)\//i.test(file)

/** One part that is unknown leaves the whole package open. */
export function servedSchemas(servers: readonly MadeServer[], isMadeElsewhere: (file: string) => boolean, packageOf: (file: string) => string): ServedSchemas {
  const own = servers.filter(({ file }) => !isMock(file))
  const open = new Set(own.filter(({ file, schema }) => !schema.settled || isMadeElsewhere(file)).map(({ file }) => packageOf(file)))
  return {
    units: distinctResolvers(
      servers.flatMap(({ file, units }) =>
        units.map(unit => (open.has(packageOf(file)) || isMock(file) ? unit : { ...unit, metadata: { graphql: { ...(unit.metadata['graphql'] as object | undefined), sdlComplete: true } } })),
      ),
    ),
    sources: own.flatMap(({ file, schema }) => schema.sources.map(source => ({ ...source, served: !open.has(packageOf(file)) }))),
  }
}

/** The same field of the same map, given to two constructors, is one unit. */
export const distinctResolvers = (units: readonly DiscoveredUnit[]): DiscoveredUnit[] => [
  ...new Map(
    units.map(unit => [`${JSON.stringify(unit.binding?.semantics)} ${siteKey(unit.registration)}`, unit]),
  ).values(),
]
