/** The REST providers of a run by service, ready to be asked which of them answer a request. */
import { identityKey, normalizePath, pathMeets, restPaths, type Segment } from '../semantics/index.js'
import { documentServices } from './document-service.js'
import { isDocument, type RestUnit, type Unit } from './unit.js'

export interface Route {
  unit: RestUnit
  service: string
  document: boolean
  method: string
  /** One path per alternative. */
  paths: RoutePath[]
  label: string
}

export interface RoutePath {
  segments: Segment[]
  /** The path with `.{format}` behind it, which ranks below every other. */
  format: boolean
}

export interface RestService {
  name: string
  code: RestUnit[]
  documents: RestUnit[]
  /** A provider without a readable method or path. */
  unreadName: boolean
  /** A run finding says that part of the project was not read. */
  unreadProject: boolean
  unreadPrefixes: Segment[][]
}

export interface RestWorld {
  routes: Route[]
  /** Routes by the number of segments they take; `open` ones take several. */
  byLength: Map<number | 'open', Route[]>
  services: Map<string, RestService>
  workspaces: Map<string, Set<string>>
}

export const codeService = ({ http, summary }: Unit): string => http.service ?? summary.location.workspace ?? '.'

const formatPath = (path: string): string => `${normalizePath(path)}.{format}`

export function toRoute(unit: RestUnit, service: string): Route | null {
  const { method, path, optionalFormat } = unit.rest
  if (method === null || path === null) return null
  const plain = restPaths(path).map((segments): RoutePath => ({ segments, format: false }))
  const formats = optionalFormat === true
    ? restPaths(formatPath(path)).map((segments): RoutePath => ({ segments, format: true }))
    : []
  const label = identityKey({ semantics: unit.rest }) ?? path
  return { unit, service, document: isDocument(unit.summary), method: method.toUpperCase(), paths: [...plain, ...formats], label }
}

export interface WorldInput {
  providers: readonly RestUnit[]
  /** Any unit: `unreadRoutes` may stand on one that is no provider. */
  units: readonly Unit[]
  /** Texts of run findings that say a project was not read. */
  unreadProjects: readonly string[]
}

export function buildRestWorld({ providers, units, unreadProjects }: WorldInput): RestWorld {
  const code = providers.filter(({ summary }) => !isDocument(summary))
  const codeRoutes = code.flatMap(unit => toRoute(unit, codeService(unit)) ?? [])
  const documents = providers.filter(({ summary }) => isDocument(summary))
  const serviceOf = documentServices(documents, codeRoutes)
  const documentRoutes = documents.flatMap(unit => toRoute(unit, serviceOf(unit)) ?? [])

  const names = [...new Set([...code.map(codeService), ...documents.map(serviceOf)])]
  const services = new Map(names.map((name): [string, RestService] => {
    const own = code.filter(unit => codeService(unit) === name)
    return [name, {
      name,
      code: own,
      documents: documents.filter(unit => serviceOf(unit) === name),
      unreadName: own.some(({ rest }) => rest.method === null || rest.path === null),
      unreadProject: unreadProjects.some(text => namesService(text, name, names)),
      unreadPrefixes: units
        .filter(unit => unit.http.unreadRoutes !== undefined && codeService(unit) === name)
        .flatMap(({ http }) => (http.unreadRoutes ?? []).flatMap(({ prefix }) => restPaths(`${prefix}/{x*}`))),
    }]
  }))
  const routes = [...codeRoutes, ...documentRoutes]
  return { routes, byLength: routesByLength(routes), services, workspaces: workspacesOf(code) }
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function routesByLength(routes: readonly Route[]): Map<number | 'open', Route[]> {
  const out = new Map<number | 'open', Route[]>()
  for (const route of routes) {
    const lengths = new Set(route.paths.map(({ segments }) =>
      segments.some(({ type }) => type === 'variable') ? 'open' : segments.length))
    for (const length of lengths) pushTo(out, length, route)
  }
  return out
}

/** The routes that may contain or meet the path, as far as its length tells. */
export function candidateRoutes({ routes, byLength }: RestWorld, path: readonly Segment[]): readonly Route[] {
  if (path.some(({ type }) => type === 'variable')) return routes
  return [...new Set([...(byLength.get(path.length) ?? []), ...(byLength.get('open') ?? [])])]
}

/** A text that names no service at all may be about any. */
const namesService = (text: string, name: string, all: readonly string[]): boolean =>
  text.includes(name) || !all.some(other => text.includes(other))

function workspacesOf(code: readonly RestUnit[]): Map<string, Set<string>> {
  const out = new Map<string, Set<string>>()
  for (const unit of code) {
    const workspace = unit.summary.location.workspace ?? '.'
    out.set(workspace, (out.get(workspace) ?? new Set()).add(codeService(unit)))
  }
  return out
}

/** Every route of the service that could serve the path is in the run. */
export function isFullyRead(service: RestService, path: readonly Segment[]): boolean {
  if (service.unreadProject || service.unreadPrefixes.some(prefix => pathMeets(prefix, path))) return false
  return service.code.length > 0 && !service.unreadName
}
