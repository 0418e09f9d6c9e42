/** Pairs the root fields that clients ask for with what resolves them (checking.md 7.1). */
import { graphqlFacts, namedType } from '../ir/index.js'
import {
  boundaryKey,
  type GraphqlFragment,
  type GraphqlOperation,
  type GraphqlSelection,
  parseGraphqlDocument,
} from '../semantics/index.js'
import { type GraphqlService, graphqlServices, type ResolverUnit, resolversFor, rootOf, workspaceOf } from './graphql-services.js'
import { type HostConfig, hostEntry, isInternalHost } from './hosts.js'
import { isDocument, roleOf, type Unit } from './unit.js'
import type { Unmatched, UnpairedReason } from './unmatched.js'

export type GraphqlFieldNode = Extract<GraphqlSelection, { type: 'field' }>

/** What one client sends. */
export interface SentDocument {
  client: Unit
  operation: GraphqlOperation
  fragments: ReadonlyMap<string, GraphqlFragment>
}

export interface GraphqlPair extends SentDocument {
  service: GraphqlService
  typeName: string
  field: GraphqlFieldNode
  providers: readonly ResolverUnit[]
  /** Most that the package asks for is of another service, so this may be as well. */
  doubtful: boolean
}

export interface GraphqlPairing {
  services: readonly GraphqlService[]
  documents: readonly SentDocument[]
  pairs: readonly GraphqlPair[]
  /** Root fields that several services have. */
  ambiguous: readonly { client: Unit; typeName: string; field: GraphqlFieldNode; services: string[] }[]
  /** Root fields that the service the client talks to does not have. */
  unknownRoots: readonly Omit<GraphqlPair, 'providers' | 'doubtful'>[]
  unmatched: ReadonlyMap<string, Unmatched>
}

/** Directives that servers know or that leave a field in the request. */
const sentDirectives = new Set(['include', 'skip', 'defer', 'stream', 'connection', 'nonreactive', 'cached', 'live'])

/** What a client keeps for itself, or what its own libraries answer, is no matter of the service. */
export const isSent = ({ name, directives }: GraphqlFieldNode): boolean =>
  !name.startsWith('__') && directives.every(directive => sentDirectives.has(directive))

export function pairGraphql(units: readonly Unit[], { together = false, hosts }: { together?: boolean; hosts?: HostConfig | undefined } = {}): GraphqlPairing {
  const services = graphqlServices(units, together)
  const unmatched = new Map<string, Unmatched>()
  const pairs: Omit<GraphqlPair, 'doubtful'>[] = []
  const ambiguous: { client: Unit; typeName: string; field: GraphqlFieldNode; services: string[] }[] = []
  const lost: { sent: SentDocument; field: GraphqlFieldNode; siblings: readonly GraphqlService[] }[] = []
  const clients = units.filter(unit => roleOf(unit.summary) === 'consumer' && semanticsOf(unit)?.name === 'graphql-operation')
  const outside = together ? [] : clients.filter(client => isOutside(client, hosts))
  const documents = clients.filter(client => !outside.includes(client)).flatMap(client => sentBy(client) ?? [])
  const read = new Set(documents.map(({ client }) => client.id))
  const leave = (client: Unit, reason: UnpairedReason): void => {
    unmatched.set(client.id, { summary: client.id, boundaryKey: boundaryKey(client.summary.identity.boundaryBinding), reason })
  }
  for (const client of clients) if (!read.has(client.id)) leave(client, outside.includes(client) ? 'externalHost' : 'documentUnread')
  for (const sent of documents) {
    const fields = rootFields(sent)
    const found = fields.map(field => ({ field, choice: choose(sent, field, fields, services) }))
    const siblings = [...new Set(found.flatMap(({ choice }) => (choice.type === 'service' ? [choice.service] : [])))]
    for (const { field, choice } of found) {
      if (choice.type === 'service') pairs.push(pairOf(sent, field, choice.service))
      else if (choice.type === 'several')
        ambiguous.push({ client: sent.client, typeName: choice.typeName, field, services: choice.services })
      else lost.push({ sent, field, siblings })
    }
    if (siblings.length > 0) continue
    if (fields.length === 0) leave(sent.client, 'neverPairs')
    else if (found.some(({ choice }) => choice.type === 'several')) leave(sent.client, 'ambiguousProvider')
    else leave(sent.client, services.length === 0 ? 'noProviderInRun' : 'noResolver')
  }
  const unknownRoots = lost.flatMap(({ sent, field, siblings }) => {
    const service = talksTo(sent, siblings, pairs)
    return service ? [{ ...sent, field, service, typeName: rootOf(service, sent.operation.type) }] : []
  })
  leaveResolvers(services, pairs, clients.length > 0, unmatched)
  const isDoubtful = doubtfulPackages(documents, services)
  return { services, documents, pairs: pairs.map(pair => ({ ...pair, doubtful: isDoubtful(pair) })), ambiguous, unknownRoots, unmatched }
}

/** Packages whose root fields are, for the most part, not those of the service. */
function doubtfulPackages(documents: readonly SentDocument[], services: readonly GraphqlService[]): (pair: Omit<GraphqlPair, 'doubtful'>) => boolean {
  const asked = new Map<string, Set<string>>()
  for (const sent of documents) {
    const home = workspaceOf(sent.client)
    const known = asked.get(home) ?? new Set<string>()
    asked.set(home, known)
    for (const { name } of rootFields(sent)) known.add(`${sent.operation.type} ${name}`)
  }
  const isHad = (service: GraphqlService, key: string): boolean => {
    const [type, name = ''] = key.split(' ')
    return resolversFor(service, rootOf(service, type as GraphqlOperation['type']), name).length > 0
  }
  const doubtful = new Map(
    services.map(service => [
      service,
      new Set([...asked].flatMap(([home, keys]) => ([...keys].filter(key => isHad(service, key)).length * 2 < keys.size ? [home] : []))),
    ]),
  )
  return ({ client, service }) => doubtful.get(service)?.has(workspaceOf(client)) === true
}

/** It goes to a host that is not the project's (section 5.5). */
function isOutside({ summary }: Unit, hosts: HostConfig | undefined): boolean {
  const { host } = graphqlFacts(summary)
  return host !== undefined && !isInternalHost(host) && hostEntry(hosts, host) === null
}

const semanticsOf = ({ summary }: Unit) => summary.identity.boundaryBinding?.semantics

/** Null: the document is not read, or does not say which of its operations is meant. */
function sentBy(client: Unit): SentDocument | null {
  const { document } = graphqlFacts(client.summary)
  const tree = document === undefined ? null : parseGraphqlDocument(document)
  if (!tree) return null
  const semantics = semanticsOf(client)
  const wanted = semantics?.name === 'graphql-operation' ? semantics.operationName : undefined
  const [only, ...others] = tree.operations
  const operation = others.length === 0 ? only : tree.operations.find(({ name }) => name !== null && name === wanted)
  return operation ? { client, operation, fragments: new Map(tree.fragments.map(one => [one.name, one])) } : null
}

const rootFields = ({ operation, fragments }: SentDocument): GraphqlFieldNode[] => fieldsIn(operation.selections, fragments)

/** Those of fragments included. */
function fieldsIn(list: readonly GraphqlSelection[], fragments: ReadonlyMap<string, GraphqlFragment>): GraphqlFieldNode[] {
  const seen = new Set<string>()
  const visit = (selections: readonly GraphqlSelection[]): GraphqlFieldNode[] =>
    selections.flatMap((one): GraphqlFieldNode[] => {
      if (one.type === 'field') return isSent(one) ? [one] : []
      if (one.directives.includes('client')) return []
      if (one.type === 'inline') return visit(one.selections)
      const fragment = seen.has(one.name) ? undefined : fragments.get(one.name)
      seen.add(one.name)
      return fragment ? visit(fragment.selections) : []
    })
  return visit(list)
}

type Choice =
  | { type: 'service'; service: GraphqlService }
  | { type: 'several'; typeName: string; services: string[] }
  | { type: 'none' }

/** The client's own package first; one request goes to one service. */
function choose(
  sent: SentDocument,
  field: GraphqlFieldNode,
  all: readonly GraphqlFieldNode[],
  services: readonly GraphqlService[],
): Choice {
  const { client, operation } = sent
  const has = (service: GraphqlService, name: string): boolean =>
    resolversFor(service, rootOf(service, operation.type), name).length > 0
  const having = services.filter(service => has(service, field.name))
  const near = having.filter(service =>
    [...service.resolvers, ...service.copies].some(
      unit => unit.resolver.fieldName === field.name && workspaceOf(unit) === workspaceOf(client),
    ),
  )
  const nearest = (near.length > 0 ? near : having).filter(service => isLike(service, field, sent))
  const whole = nearest.filter(service => all.every(({ name }) => has(service, name)))
  const candidates = whole.length > 0 ? whole : nearest
  const parts = candidates.filter(({ schema }) => schema?.types.federated === true)
  const [only, ...others] = parts.length < candidates.length ? candidates.filter(one => !parts.includes(one)) : parts
  if (!only) return { type: 'none' }
  if (others.length === 0) return { type: 'service', service: only }
  return parts.length === candidates.length
    ? { type: 'none' }
    : { type: 'several', typeName: rootOf(only, operation.type), services: candidates.map(({ name }) => name) }
}

/** A field of which nothing but the name is known is one of another service. */
function isLike(service: GraphqlService, field: GraphqlFieldNode, { operation, fragments }: SentDocument): boolean {
  const { types = {} } = service.schema?.types ?? {}
  const root = types[rootOf(service, operation.type)]
  const declared = root && 'fields' in root && root.kind !== 'input' ? root.fields[field.name] : undefined
  if (!declared) return true
  const type = types[namedType(declared.type)]
  const fields = type && 'fields' in type ? type.fields : null
  const selected = fieldsIn(field.selections, fragments).filter(({ name }) => !name.startsWith('__'))
  if (!fields || selected.length === 0 || field.arguments.length === 0) return true
  return selected.some(({ name }) => Object.hasOwn(fields, name)) || field.arguments.some(({ name }) => Object.hasOwn(declared.arguments ?? {}, name))
}

function pairOf(sent: SentDocument, field: GraphqlFieldNode, service: GraphqlService): Omit<GraphqlPair, 'doubtful'> {
  const typeName = rootOf(service, sent.operation.type)
  return { ...sent, field, service, typeName, providers: resolversFor(service, typeName, field.name) }
}

/** Where the rest of the document goes, else where all documents of the package go; files that no code sends say nothing of what code sends. */
function talksTo(sent: SentDocument, siblings: readonly GraphqlService[], pairs: readonly Pick<GraphqlPair, 'client' | 'service'>[]): GraphqlService | null {
  if (siblings.length === 0 && graphqlFacts(sent.client.summary).routed === true) return null
  const home = workspaceOf(sent.client)
  const known = siblings.length > 0
    ? siblings
    : [...new Set(pairs.filter(({ client }) => workspaceOf(client) === home && (!isDocument(client.summary) || isDocument(sent.client.summary))).map(({ service }) => service))]
  const [only, ...others] = known
  return only && others.length === 0 ? only : null
}

/** Fields below the roots are reached through them. */
function leaveResolvers(services: readonly GraphqlService[], pairs: readonly Pick<GraphqlPair, 'providers'>[], isAsked: boolean, unmatched: Map<string, Unmatched>): void {
  const paired = new Set(pairs.flatMap(({ providers }) => providers.map(({ id }) => id)))
  for (const service of services) {
    const roots = (['query', 'mutation', 'subscription'] as const).map(type => rootOf(service, type))
    for (const unit of service.resolvers) {
      if (paired.has(unit.id) || isDocument(unit.summary)) continue
      const reason = !roots.includes(unit.resolver.typeName) ? 'neverPairs' : isAsked ? 'notCalled' : 'noConsumerInRun'
      unmatched.set(unit.id, { summary: unit.id, boundaryKey: boundaryKey(unit.summary.identity.boundaryBinding), reason })
    }
  }
}
