/** Interprets `fileConvention`: units by where a file is and what it exports, and functions that stand around them (extraction.md 8.1). */
import picomatch from 'picomatch'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import type { Values } from '../values/resolve.js'
import { filePath } from './binding/from-filename.js'
import { exportedHandler, exportedUnit, type Factories } from './exports.js'
import { discoverNamedExports } from './named-export.js'
import { readScope, type Scope } from './routes/export-scope.js'
import type { DiscoveredUnit, WrapperUse } from './unit.js'

type FilePattern = DiscoveryPattern & { match: { type: 'fileConvention' } }

export const isFilePattern = (pattern: DiscoveryPattern): pattern is FilePattern =>
  pattern.match.type === 'fileConvention'

/** A function around every route of its folder that its scope covers. */
interface FileWrapper {
  folder: string
  use: WrapperUse
  scope: Scope
}

export function discoverFiles(input: {
  values: Values
  pack: PatternPack
  patterns: readonly FilePattern[]
  factories: Factories
}): DiscoveredUnit[] {
  const { values, pack, factories } = input
  const wrappers = input.patterns
    .filter(p => p.wraps)
    .flatMap(p => modulesOf(values, p).flatMap(m => wrapperOf(m, p)))
  const routes = input.patterns
    .filter(p => !p.wraps)
    .flatMap(pattern =>
      discoverNamedExports(
        { values, pack, pattern, factories },
        modulesOf(values, pattern),
        pattern.match.exportNames,
      ).map(unit => {
        const extraction = pattern.bindingExtraction?.path
        const at =
          extraction?.type === 'fromFilename' ? filePath(extraction, unit.registration.module.file) : null
        return at
          ? { ...unit, wrappers: [...wrappers.flatMap(w => covering(w, at)), ...unit.wrappers] }
          : unit
      }),
    )
  return [...routes, ...wrappers.flatMap(w => (w.use.target.type === 'unit' ? [w.use.target.unit] : []))]

  function wrapperOf(module: SourceModule, pattern: FilePattern): FileWrapper[] {
    const name = pattern.match.exportNames.find(n => exportedHandler(values, module, n))
    const found = name === undefined ? null : exportedHandler(values, module, name)
    const wraps = pattern.wraps
    if (!found || !wraps || !('scopeExport' in wraps)) return []
    const unit: DiscoveredUnit = {
      ...exportedUnit({ found, pack, pattern, binding: null, label: found.name, factories }),
      wrapper: { role: 'before', throwParam: null },
    }
    const folder = module.file
      .split('/')
      .slice(0, -1)
      .filter(s => s !== 'src')
      .join('/')
    const use: WrapperUse = unit.body
      ? { target: { type: 'unit', unit }, role: 'before', scope: null }
      : {
          target: {
            type: 'unread',
            reason: unit.bodyReason ?? 'unresolvedWrapper',
            callee: found.name,
            gap: false,
          },
          role: 'before',
          scope: null,
        }
    return [{ folder, use, scope: readScope(values, module, wraps.scopeExport) }]
  }
}

function covering({ folder, use, scope }: FileWrapper, at: { folder: string; path: string }): WrapperUse[] {
  if (folder !== at.folder) return []
  switch (scope(at.path)) {
    case 'yes':
      return [use]
    case 'no':
      return []
    case 'unknown':
      return [
        {
          target: { type: 'unread', reason: 'unresolvedWrapper', callee: 'matcher', gap: false },
          role: 'before',
          scope: null,
        },
      ]
  }
}

function modulesOf(values: Values, pattern: FilePattern): SourceModule[] {
  const matches = picomatch(pattern.match.filePattern, { dot: true })
  return values.program.modules.filter(m => matches(m.file))
}
