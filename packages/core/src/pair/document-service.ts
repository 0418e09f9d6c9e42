/** Which service a contract file speaks of. */
import { methodsAgree, pathContains, restPaths } from '../semantics/index.js'
import type { Route } from './rest-world.js'
import type { RestUnit } from './unit.js'

const fileOf = ({ summary }: RestUnit): string => `${summary.location.workspace ?? '.'}/${summary.location.file}`

function serves(route: Route, { rest }: RestUnit): boolean {
  if (rest.path === null || !methodsAgree(route.method, rest.method)) return false
  return restPaths(rest.path).some(path => route.paths.some(({ segments }) => pathContains(segments, path)))
}

export function documentServices(documents: readonly RestUnit[], codeRoutes: readonly Route[]): (unit: RestUnit) => string {
  const codeServices = new Set(codeRoutes.map(({ service }) => service))
  const byFile = new Map<string, RestUnit[]>()
  for (const unit of documents) byFile.set(fileOf(unit), [...(byFile.get(fileOf(unit)) ?? []), unit])
  const known = new Map<string, string>()

  const ofFile = (file: string, operations: readonly RestUnit[]): string => {
    const workspace = operations[0]?.summary.location.workspace ?? '.'
    if (codeServices.has(workspace)) return workspace
    const serving = new Set(codeRoutes.filter(route => operations.some(unit => serves(route, unit))).map(({ service }) => service))
    const [only] = serving
    return serving.size === 1 && only !== undefined ? only : file
  }
  for (const [file, operations] of byFile) known.set(file, ofFile(file, operations))
  return unit => unit.http.service ?? known.get(fileOf(unit)) ?? fileOf(unit)
}
