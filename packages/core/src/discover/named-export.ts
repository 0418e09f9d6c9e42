/** Interprets `namedExport`: units by their exported name, through barrels and aliases, once per function (extraction.md 8.1). */
import { restBinding, type BoundaryBinding } from '../ir/index.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import { isFunction, strip } from '../program/syntax.js'
import { returnedExpressions } from '../values/returns.js'
import type { Values } from '../values/resolve.js'
import { type RouteModules, routeModules } from './binding/from-route-module.js'
import { configuredPrefix, filePath, servedPath } from './binding/from-filename.js'
import {
  type ExportedHandler,
  exportedHandler,
  exportedUnit,
  type Factories,
  moduleFunction,
} from './exports.js'
import type { DiscoveredUnit } from './unit.js'

export interface ExportPatterns {
  values: Values
  pack: PatternPack
  pattern: DiscoveryPattern
  factories: Factories
}

interface Found extends ExportPatterns {
  /** Path of the module; absent for a pattern that does not go by modules. */
  served?: RouteModules
}

export function discoverNamedExports(
  input: ExportPatterns,
  modules: readonly SourceModule[],
  names: readonly string[],
): DiscoveredUnit[] {
  const { pattern, values } = input
  const extraction = pattern.bindingExtraction?.path
  const served = extraction?.type === 'fromRouteModule' ? routeModules(values, extraction) : undefined
  return modules.flatMap(module => {
    if (served && !served.has(module.file) && !isRouteModule(input, module)) return []
    return names.flatMap(name => {
      const found = exportedHandler(values, module, name)
      if (!found || (served && (isMaker(found) || (name === 'default' && !served.has(module.file)))))
        return []
      return [unitOf({ ...input, ...(served ? { served } : {}) }, found)]
    })
  })
}

/** Outside every convention a file counts that names the library itself. */
const isRouteModule = ({ pack }: ExportPatterns, module: SourceModule): boolean =>
  module.imports.some(i =>
    pack.requiresImport?.some(name => i.specifier === name || i.specifier.startsWith(`${name}/`)),
  )

/** It returns the function that is meant: what the framework gets is made elsewhere. */
function isMaker({ answer }: ExportedHandler): boolean {
  if (answer.type !== 'one') return false
  const returned = returnedExpressions(answer.handler.body.node)
  return returned.length > 0 && returned.every(e => e !== null && isFunction(strip(e)))
}

function unitOf(input: Found, found: ExportedHandler): DiscoveredUnit {
  const { pack, pattern, factories } = input
  const { binding, unread } = bindingOf(input, found)
  const semantics = binding.semantics
  const label =
    semantics.name === 'rest'
      ? `${semantics.method ?? '*'} ${semantics.path ?? found.module.file}`
      : found.name
  return exportedUnit({ found, pack, pattern, binding, unread, label, factories })
}

function bindingOf(
  { values, pack, pattern, served }: Found,
  { module, name }: ExportedHandler,
): { binding: BoundaryBinding; unread: DiscoveredUnit['unread'] } {
  const extraction = pattern.bindingExtraction
  if (!extraction) return { binding: moduleFunction(pack, module.file, name), unread: [] }
  const method =
    extraction.method.type === 'literal'
      ? extraction.method.value
      : extraction.method.type === 'fromExportName'
        ? name
        : null
  const path = served
    ? (served.get(module.file) ?? null)
    : extraction.path.type === 'fromFilename'
      ? servedAt(values, extraction.path, module.file)
      : null
  // a page answers with its document: what its loader gives is read by the page itself
  const transport = served && module.exports.has('default') ? 'in-process' : pattern.transport
  return {
    binding: restBinding(
      { method, path },
      {
        recognition: `@suss/packs/${pack.name}`,
        ...(transport ? { transport } : {}),
      },
    ),
    unread: path === null ? [{ field: 'path', reason: 'unreadPath', detail: module.file }] : [],
  }
}

function servedAt(
  values: Values,
  extraction: Parameters<typeof configuredPrefix>[1],
  file: string,
): string | null {
  const at = filePath(extraction, file)
  const prefix = at ? configuredPrefix(values, extraction, at.folder) : null
  return at && prefix !== null ? servedPath(prefix, at.path) : null
}
