/** Why a REST client has no route: the first row of section 5.7 that fits. */
import { byCodeUnit } from '../ir/index.js'
import { methodsAgree, pathContains, pathMeets, type Segment } from '../semantics/index.js'
import type { UnpairedReason } from './unmatched.js'
import { nearestRoutes } from './nearest.js'
import { isFullyRead, type RestWorld, type Route } from './rest-world.js'
import { candidateRoutes } from './route-index.js'
import { scopeFilter, scopeServices, type Scope } from './scope.js'

export type UnknownPath =
  | { form: 'method'; severity: 'error' | 'warning'; served: string[]; nearest: string[] }
  | { form: 'path'; severity: 'warning'; nearest: string[] }

export interface PathVerdict {
  reason: UnpairedReason
  finding: UnknownPath | null
  served?: string[]
  nearest?: string[]
}

export interface UnansweredCall {
  method: string
  path: Segment[]
  scope: Scope
}

const silent = (reason: UnpairedReason): PathVerdict => ({ reason, finding: null })
const judgedMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const contains = (route: Route, path: readonly Segment[]): boolean =>
  route.paths.some(({ segments }) => pathContains(segments, path))
const meets = (route: Route, path: readonly Segment[]): boolean =>
  route.paths.some(({ segments }) => pathMeets(segments, path))

const hasFileExtension = (path: readonly Segment[]): boolean => {
  const last = path.at(-1)
  return last?.type === 'literal' && /[^.]\.[a-z][a-z0-9]{0,7}$/.test(last.text)
}

export function judgeUnanswered(world: RestWorld, call: UnansweredCall): PathVerdict {
  const verdict = firstRow(world, call)
  return judgedMethods.has(call.method) ? verdict : { ...verdict, finding: null }
}

function firstRow(world: RestWorld, { method, path, scope }: UnansweredCall): PathVerdict {
  if (scope.type === 'external') return silent('externalHost')
  if (scope.type === 'any' && scope.unreadBase !== null) return silent('baseUnread')
  const services = scopeServices(scope, world)
  if (services.length === 0) return silent('noProviderInRun')
  const near = candidateRoutes(world.index, path).filter(scopeFilter(scope))
  const meeting = near.filter(route => meets(route, path))
  const sameMethod = meeting.some(route => methodsAgree(route.method, method))
  const containing = near.filter(route => contains(route, path))
  const code = containing.filter(({ document }) => !document)
  const wholly = (routes: readonly Route[]): boolean =>
    routes.every(({ service }) => isRead(world, service, path))
  if (!sameMethod && code.length > 0 && wholly(code))
    return unknownMethod('error', code, world, { method, path, scope })
  if (!sameMethod && code.length === 0 && containing.length > 0 && wholly(containing)) {
    return unknownMethod('warning', containing, world, { method, path, scope })
  }
  if (sameMethod) return silent('onlyLiteralRoutes')
  if (meeting.length > 0) return silent(wholly(meeting) ? 'methodNotServed' : 'serviceNotRead')
  if (!services.every(service => isRead(world, service, path))) return silent('serviceNotRead')
  if (hasFileExtension(path)) return silent('pathNotServed')
  const nearest = nearestRoutes({ method, path }, world.routes.filter(scopeFilter(scope)))
  return { reason: 'pathNotServed', finding: { form: 'path', severity: 'warning', nearest }, nearest }
}

/** One known by documents only counts as read when it has no unread routes. */
function isRead(world: RestWorld, name: string, path: readonly Segment[]): boolean {
  const service = world.services.get(name)
  if (!service) return false
  if (service.code.length > 0) return isFullyRead(service, path)
  return service.unreadPrefixes.length === 0 && !service.unreadProject
}

function unknownMethod(
  severity: 'error' | 'warning',
  routes: readonly Route[],
  world: RestWorld,
  call: UnansweredCall,
): PathVerdict {
  const served = [...new Set(routes.map(({ method }) => method))].sort(byCodeUnit)
  const nearest = nearestRoutes(call, world.routes.filter(scopeFilter(call.scope)))
  return {
    reason: 'methodNotServed',
    finding: { form: 'method', severity, served, nearest },
    served,
    nearest,
  }
}
