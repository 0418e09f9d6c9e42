/** Which service a contract file speaks of. */
import { methodsAgree, pathContains, restPaths, type Segment } from '../semantics/index.js'
import type { Route } from './rest-world.js'
import { candidateRoutes, indexRoutes, type RouteIndex } from './route-index.js'
import type { RestUnit } from './unit.js'

const fileOf = ({ summary }: RestUnit): string =>
  `${summary.location.workspace ?? '.'}/${summary.location.file}`

interface Operation {
  method: string | null
  paths: Segment[][]
}

const toOperation = ({ rest }: RestUnit): Operation => ({
  method: rest.method,
  paths: rest.path === null ? [] : restPaths(rest.path),
})

const servicesOf = (index: RouteIndex, { method, paths }: Operation): string[] =>
  paths.flatMap(path =>
    candidateRoutes(index, path)
      .filter(route => methodsAgree(route.method, method))
      .filter(route => route.paths.some(({ segments }) => pathContains(segments, path)))
      .map(({ service }) => service),
  )

export function documentServices(
  documents: readonly RestUnit[],
  codeRoutes: readonly Route[],
): (unit: RestUnit) => string {
  const codeServices = new Set(codeRoutes.map(({ service }) => service))
  const index = indexRoutes(codeRoutes)
  const byFile = new Map<string, RestUnit[]>()
  for (const unit of documents) byFile.set(fileOf(unit), [...(byFile.get(fileOf(unit)) ?? []), unit])
  const known = new Map<string, string>()

  const ofFile = (file: string, operations: readonly RestUnit[]): string => {
    const workspace = operations[0]?.summary.location.workspace ?? '.'
    if (codeServices.has(workspace)) return workspace
    const serving = new Set(operations.map(toOperation).flatMap(operation => servicesOf(index, operation)))
    const [only] = serving
    return serving.size === 1 && only !== undefined ? only : file
  }
  for (const [file, operations] of byFile) known.set(file, ofFile(file, operations))
  return unit => unit.http.service ?? known.get(fileOf(unit)) ?? fileOf(unit)
}
