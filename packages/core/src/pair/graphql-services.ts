/** The GraphQL services of a run: their resolvers, their documents, the schema that speaks for them (checking.md 7.1). */
import { byCodeUnit, graphqlFacts, type GraphqlSchema, type SemanticsOf } from '../ir/index.js'
import type { GraphqlOperation } from '../semantics/index.js'
import { isDocument, type Unit } from './unit.js'

export interface GraphqlService {
  name: string
  resolvers: readonly ResolverUnit[]
  /** Declared root fields that speak for the service. */
  documents: readonly ResolverUnit[]
  /** Those and all copies of them. */
  copies: readonly ResolverUnit[]
  /** What resolves each `Type.field`. */
  byField: ReadonlyMap<string, readonly ResolverUnit[]>
  schema: { unit: Unit; types: GraphqlSchema } | null
  /** Nothing but the schema says what there is. */
  complete: boolean
}

export type ResolverUnit = Unit & { resolver: SemanticsOf<'graphql-resolver'> & { typeName: string } }

const defaultRoots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

export const workspaceOf = ({ summary }: Unit): string => summary.location.workspace ?? '.'

/** The name of the type that requests of a kind begin at. */
export const rootOf = ({ schema }: GraphqlService, type: GraphqlOperation['type']): string =>
  schema?.types.roots[type] ?? defaultRoots[type]

/** Code, else the document. */
export const resolversFor = ({ byField }: GraphqlService, typeName: string, fieldName: string): readonly ResolverUnit[] =>
  byField.get(`${typeName}.${fieldName}`) ?? []

function byField(code: readonly ResolverUnit[], documents: readonly ResolverUnit[]): Map<string, ResolverUnit[]> {
  const found = new Map<string, ResolverUnit[]>()
  for (const unit of code) found.set(fieldKey(unit), [...(found.get(fieldKey(unit)) ?? []), unit])
  const resolved = new Set(found.keys())
  for (const unit of documents)
    if (!resolved.has(fieldKey(unit))) found.set(fieldKey(unit), [...(found.get(fieldKey(unit)) ?? []), unit])
  return found
}

interface Declared {
  /** Workspace of the files. */
  home: string
  fields: ResolverUnit[]
  schemas: { unit: Unit; types: GraphqlSchema }[]
}

/** `together`: all units are of one service. */
export function graphqlServices(units: readonly Unit[], together: boolean): GraphqlService[] {
  const resolvers = units.flatMap(unit => toResolver(unit) ?? [])
  const code = resolvers.filter(({ summary }) => !isDocument(summary))
  const homes = declaredIn(units, resolvers)
  const nameOf = (unit: Unit): string => (together ? '.' : (unit.http.service ?? workspaceOf(unit)))
  const byService = new Map<string, { code: ResolverUnit[]; declared: Declared[] }>()
  const at = (name: string): { code: ResolverUnit[]; declared: Declared[] } => {
    const known = byService.get(name) ?? { code: [], declared: [] }
    byService.set(name, known)
    return known
  }
  for (const unit of code) at(nameOf(unit)).code.push(unit)
  const ofCode = new Map([...byService].map(([name, { code: own }]) => [name, new Set(own.map(fieldKey))]))
  for (const declared of homes) at(together ? '.' : serviceOf(declared, ofCode)).declared.push(declared)
  return [...byService]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([name, own]) => serviceFrom(name, own.code, own.declared))
}

function toResolver(unit: Unit): ResolverUnit | null {
  const semantics = unit.summary.identity.boundaryBinding?.semantics
  if (semantics?.name !== 'graphql-resolver' || unit.summary.metadata?.['testCode'] === true) return null
  const { typeName } = semantics
  return typeName === null ? null : { ...unit, resolver: { ...semantics, typeName } }
}

const fieldKey = ({ resolver }: ResolverUnit): string => `${resolver.typeName}.${resolver.fieldName}`

/** Documents by the package they lie in. */
function declaredIn(units: readonly Unit[], resolvers: readonly ResolverUnit[]): Declared[] {
  const homes = new Map<string, Declared>()
  const at = (unit: Unit): Declared => {
    const home = unit.http.service ?? workspaceOf(unit)
    const known = homes.get(home) ?? { home, fields: [], schemas: [] }
    homes.set(home, known)
    return known
  }
  for (const unit of resolvers) if (isDocument(unit.summary)) at(unit).fields.push(unit)
  for (const unit of units) {
    const { schema } = graphqlFacts(unit.summary)
    if (schema) at(unit).schemas.push({ unit, types: schema })
  }
  return [...homes.values()]
}

/** Its own package where that has resolvers, else the one service that resolves some of its fields, else itself. */
function serviceOf({ home, fields }: Declared, code: ReadonlyMap<string, ReadonlySet<string>>): string {
  if (code.has(home)) return home
  const serving = [...code].filter(([, keys]) => fields.some(field => keys.has(fieldKey(field))))
  const [only] = serving
  return serving.length === 1 && only ? only[0] : home
}

function serviceFrom(name: string, resolvers: ResolverUnit[], declared: readonly Declared[]): GraphqlService {
  const schemas = declared.flatMap(({ home, schemas: own }) => own.map(schema => ({ home, ...schema })))
  const isServed = ({ summary }: Unit): boolean => graphqlFacts(summary).served === true
  const best = [
    schemas.filter(({ unit }) => isServed(unit)),
    schemas.filter(({ home }) => home === name),
    schemas,
  ].find(list => list.length > 0)
  const [schema, ...others] = best ?? []
  const chosen = schema && others.length === 0 ? { unit: schema.unit, types: schema.types } : null
  const copies = declared.flatMap(({ fields }) => fields)
  const documents = chosen
    ? copies.filter(unit => workspaceOf(unit) === workspaceOf(chosen.unit) && isServed(unit) === isServed(chosen.unit))
    : copies
  return {
    name,
    resolvers,
    documents,
    copies,
    byField: byField(resolvers, documents),
    schema: chosen,
    complete:
      chosen !== null &&
      graphqlFacts(chosen.unit.summary).sdlComplete === true &&
      resolvers.every(({ summary }) => graphqlFacts(summary).sdlComplete === true),
  }
}
