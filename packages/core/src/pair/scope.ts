/** The scope of a client: which services its host leaves open. */
import { bareHost, holeOf, hostEntry, isInternalHost, type HostConfig } from './hosts.js'
import { documentFile, type RestWorld, type Route } from './rest-world.js'
import { mayRun, type Runtimes } from './runtimes.js'
import type { Unit } from './unit.js'

export type Scope =
  | { type: 'service'; service: string }
  | { type: 'documents'; files: ReadonlySet<string> }
  | { type: 'any'; host: boolean; unreadBase: string | null }
  | { type: 'external'; host: string }

/** Where a call goes, and the path that its host puts in front. */
export interface Target {
  scope: Scope
  basePath: string
}

export interface ScopeContext {
  world: RestWorld
  hosts: HostConfig | undefined
  units: readonly Unit[]
  runtimes: Runtimes
}

export const scopeFilter = (scope: Scope): ((route: Route) => boolean) => {
  switch (scope.type) {
    case 'service':
      return route => route.service === scope.service
    case 'documents':
      return route => route.document && scope.files.has(documentFile(route.unit))
    case 'any':
      return () => true
    case 'external':
      return () => false
    default:
      return scope satisfies never
  }
}

const anywhere = (host: boolean, unreadBase: string | null = null): Target => ({
  scope: { type: 'any', host, unreadBase },
  basePath: '',
})

/** `client` is asked for its file only; `host` may be that of a rewrite. */
export function clientTarget(client: Unit, host: string | undefined, context: ScopeContext): Target {
  if (host === undefined) return anywhere(false)
  const entry = hostEntry(context.hosts, host)
  if (entry?.type === 'service') return { scope: { type: 'service', service: entry.service }, basePath: '' }
  const files = context.world.servers.get(host.toLowerCase())
  if (files) return { scope: { type: 'documents', files }, basePath: '' }
  const hole = holeOf(host)
  if (hole !== null) return holeTarget(client, hole, context) ?? anywhere(true, entry === null ? hole : null)
  const named = serviceNamed(bareHost(host), context)
  if (named !== null) return { scope: { type: 'service', service: named }, basePath: '' }
  if (entry !== null || isInternalHost(host)) return anywhere(true)
  return { scope: { type: 'external', host }, basePath: '' }
}

/** A name without a dot that is a service's, the last part of one, or a deployed unit's. */
function serviceNamed(name: string, { world, units }: ScopeContext): string | null {
  if (name.includes('.') || name.includes('{') || name === 'localhost') return null
  const services = [...world.services.keys()]
  const found =
    services.find(service => service.toLowerCase() === name) ??
    services.find(service => service.toLowerCase().split(/[/:]/).at(-1) === name)
  if (found !== undefined) return found
  const deployed =
    world.routes.find(
      ({ unit }) => unit.summary.identity.deployableUnit?.instanceName.toLowerCase() === name,
    ) ?? deployedBeside(name, world, units)
  return deployed?.service ?? null
}

/** A deploy unit that runs the file of a route names that route's service. */
function deployedBeside(name: string, world: RestWorld, units: readonly Unit[]): Route | undefined {
  const files = units
    .filter(({ summary }) => summary.identity.deployableUnit?.instanceName.toLowerCase() === name)
    .map(({ summary }) => summary.location.file)
  return world.routes.find(({ unit }) => files.includes(unit.summary.location.file))
}

/** Row 3: every runtime that runs the file gives the variable the same URL. */
function holeTarget(client: Unit, name: string, context: ScopeContext): Target | null {
  const values = mayRun(context.runtimes.of(client)).map(({ facts }) => facts.variables[name]?.value ?? null)
  const [value] = values
  if (value === undefined || value === null || values.some(other => other !== value)) return null
  const url = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(value)
  if (!url?.[1]) return null
  const target = clientTarget(client, url[1], context)
  return { ...target, basePath: (url[2] ?? '').replace(/\/$/, '') }
}

/** Services of a scope that are in the run. */
export function scopeServices(scope: Scope, world: RestWorld): string[] {
  switch (scope.type) {
    case 'service':
      return world.services.has(scope.service) ? [scope.service] : []
    case 'any':
      return [...world.services.keys()]
    case 'documents':
      return [...new Set(world.routes.filter(scopeFilter(scope)).map(({ service }) => service))]
    case 'external':
      return []
    default:
      return scope satisfies never
  }
}
