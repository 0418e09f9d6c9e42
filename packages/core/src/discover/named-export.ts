/** Interprets `namedExport`: units by their exported name, through barrels and aliases, once per function (extraction.md 8.1). */
import { restBinding, type BoundaryBinding } from '../ir/index.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import type { Values } from '../values/resolve.js'
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
  /** The path of a route module a project says elsewhere; absent where the pack has none. */
  pathOf?(module: SourceModule): string | null
}

export function discoverNamedExports(
  input: ExportPatterns,
  modules: readonly SourceModule[],
  names: readonly string[],
): DiscoveredUnit[] {
  return modules.flatMap(module =>
    names.flatMap(name => {
      const found = exportedHandler(input.values, module, name)
      return found ? [unitOf(input, found)] : []
    }),
  )
}

export function unitOf(input: ExportPatterns, found: ExportedHandler): DiscoveredUnit {
  const { pack, pattern, factories } = input
  const { binding, unread } = bindingOf(input, found)
  const semantics = binding?.semantics
  const label =
    semantics?.name === 'rest'
      ? `${semantics.method ?? '*'} ${semantics.path ?? found.module.file}`
      : found.name
  return exportedUnit({ found, pack, pattern, binding, unread, label, factories })
}

function bindingOf(
  { values, pack, pattern, pathOf }: ExportPatterns,
  { module, name }: ExportedHandler,
): { binding: BoundaryBinding | null; unread: DiscoveredUnit['unread'] } {
  const extraction = pattern.bindingExtraction
  if (!extraction) return { binding: moduleFunction(pack, module.file, name), unread: [] }
  const method =
    extraction.method.type === 'literal'
      ? extraction.method.value
      : extraction.method.type === 'fromExportName'
        ? name
        : null
  const path = pathOf
    ? pathOf(module)
    : extraction.path.type === 'fromFilename'
      ? servedAt(values, extraction.path, module.file)
      : null
  return {
    binding: restBinding({ method, path }, { recognition: `@suss/packs/${pack.name}` }),
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
