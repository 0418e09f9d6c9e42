/** The REST providers of a run by service, ready to be asked which of them answer a request. */
import { identityKey, normalizePath, pathMeets, restPaths, type Segment } from '../semantics/index.js'
import { documentServices } from './document-service.js'
import { indexRoutes, type RouteIndex } from './route-index.js'
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
  index: RouteIndex
  services: Map<string, RestService>
  workspaces: Map<string, Set<string>>
  /** Hosts that documents name as theirs, and the files that do. */
  servers: Map<string, Set<string>>
}

export const codeService = ({ http, summary }: Unit): string =>
  http.service ?? summary.location.workspace ?? '.'

const formatPath = (path: string): string => `${normalizePath(path)}.{format}`

export function toRoute(unit: RestUnit, service: string): Route | null {
  const { method, path, optionalFormat } = unit.rest
  if (method === null || path === null) return null
  const plain = restPaths(path).map((segments): RoutePath => ({ segments, format: false }))
  const formats =
    optionalFormat === true
      ? restPaths(formatPath(path)).map((segments): RoutePath => ({ segments, format: true }))
      : []
  const label = identityKey({ semantics: unit.rest }) ?? path
  return {
    unit,
    service,
    document: isDocument(unit.summary),
    method: method.toUpperCase(),
    paths: [...plain, ...formats],
    label,
  }
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
  const services = new Map(
    names.map((name): [string, RestService] => {
      const own = code.filter(unit => codeService(unit) === name)
      return [
        name,
        {
          name,
          code: own,
          documents: documents.filter(unit => serviceOf(unit) === name),
          unreadName: own.some(({ rest }) => rest.method === null || rest.path === null),
          unreadProject: unreadProjects.some(text => namesService(text, name, names)),
          unreadPrefixes: units
            .filter(unit => unit.http.unreadRoutes !== undefined && codeService(unit) === name)
            .flatMap(({ http }) =>
              (http.unreadRoutes ?? []).flatMap(({ prefix }) => restPaths(`${prefix}/{x*}`)),
            ),
        },
      ]
    }),
  )
  const routes = [...codeRoutes, ...documentRoutes]
  return {
    routes,
    index: indexRoutes(routes),
    services,
    workspaces: workspacesOf(code),
    servers: serversOf(documents),
  }
}

export const documentFile = ({ summary }: Unit): string =>
  `${summary.location.workspace ?? '.'}/${summary.location.file}`

function serversOf(documents: readonly RestUnit[]): Map<string, Set<string>> {
  const out = new Map<string, Set<string>>()
  for (const unit of documents) {
    for (const server of unit.http.servers ?? []) {
      const host = server.toLowerCase()
      out.set(host, (out.get(host) ?? new Set()).add(documentFile(unit)))
    }
  }
  return out
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
