/** An operation of a document that nothing in the run serves (section 14.4). */
import { methodsAgree, pathContains, restPaths } from '../semantics/index.js'
import { candidateRoutes, isFullyRead, type RestUnit, type RestWorld, type Route } from '../pair/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'

const fileOf = ({ summary }: RestUnit): string =>
  `${summary.location.workspace ?? '.'}/${summary.location.file}`

const isServed = (operation: Route, index: RestWorld['index']): boolean =>
  operation.paths.some(({ segments }) =>
    candidateRoutes(index, segments).some(
      route =>
        !route.document &&
        route.service === operation.service &&
        methodsAgree(route.method, operation.method) &&
        route.paths.some(own => pathContains(own.segments, segments)),
    ),
  )

export function checkUnimplementedOperations({ routes, services, index }: RestWorld): Draft[] {
  const operations = routes
    .filter(({ document }) => document)
    .map(route => ({ route, served: isServed(route, index) }))
  const live = new Set(operations.filter(({ served }) => served).map(({ route }) => fileOf(route.unit)))
  return operations.flatMap(({ route, served }): Draft[] => {
    const service = services.get(route.service)
    const isRead =
      service !== undefined &&
      restPaths(route.unit.rest.path ?? '/').every(path => isFullyRead(service, path))
    if (served || !live.has(fileOf(route.unit)) || !isRead) return []
    return [
      {
        kind: 'contractOperationUnimplemented',
        form: 'rest',
        binding: route.unit.summary.identity.boundaryBinding,
        provider: side(route.unit),
        consumer: side(route.unit),
        facts: {},
      },
    ]
  })
}
