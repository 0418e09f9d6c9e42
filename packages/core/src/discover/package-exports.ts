/** Interprets `packageExports`: one `library` unit per function reachable through a package's entry points (extraction.md 8.1). */
import { posix } from 'node:path'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { functionCallBinding } from '../ir/index.js'
import type { SourceModule } from '../program/module.js'
import { packageEntries, type PackageEntry, type WorkspacePackage } from '../program/package-entries.js'
import { type FunctionNode, isFunction, keyName } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import type { Expr, Value } from '../values/value.js'
import { boundName } from '../values/names.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: { type: 'packageExports' } }

const maxDepth = 3

const manifestAt = (path: string): string => posix.normalize(path.replaceAll('\\', '/'))

export function discoverPackageExports(input: { values: Values; pack: PatternPack }): DiscoveredUnit[] {
  const { values, pack } = input
  const { host } = values.program
  const listed = new Set(values.program.modules.map(m => m.file))
  const patterns = pack.discovery.filter((d): d is Pattern => d.match.type === 'packageExports')
  return patterns.flatMap(pattern => host.packages().filter(found => isMeant(found, pattern)).flatMap(found => unitsOf(found, pattern)))

  /** The one package whose manifest the pattern names; without a name every one. */
  function isMeant({ folder }: WorkspacePackage, { match }: Pattern): boolean {
    return match.packageJsonPath === undefined || manifestAt(`${host.root}/${folder}/package.json`) === manifestAt(match.packageJsonPath)
  }

  function unitsOf(found: WorkspacePackage, pattern: Pattern): DiscoveredUnit[] {
    const { entries, unread, openPatterns, closed } = packageEntries(host, found)
    const subpaths = closed ? [...entries.map(e => e.subpath), ...unread].map(path => (path === '' ? '.' : `./${path}`)) : null
    const subPaths = pattern.match.subPaths?.map(path => path.replace(/^\.\/?/, ''))
    const wanted = entries.filter(e => subPaths === undefined || subPaths.length === 0 || subPaths.includes(e.subpath))
    return wanted.flatMap(entry => {
      const module = values.program.module(entry.file)
      return module ? entryUnits(found, entry, module, pattern, { subpaths, openPatterns }) : []
    })
  }

  function entryUnits(found: WorkspacePackage, entry: PackageEntry, module: SourceModule, pattern: Pattern, facts: { subpaths: string[] | null; openPatterns: string[] }): DiscoveredUnit[] {
    const names = exportNames(module, new Set())
    const specifier = entry.subpath === '' ? found.name : `${found.name}/${entry.subpath}`
    const excluded = new Set(pattern.match.excludeNames ?? [])
    const functions = [...names.values].filter(name => !excluded.has(name)).flatMap(name => functionsOf(values.exported(module, name), [name]))
    return functions.map(({ fn, path }, index) => {
      // the lists are the entry's, not the function's: written once
      const stated = index === 0 ? {
        package: {
          ...(names.complete && !entry.several ? { exportNames: [...names.values, ...names.types].sort() } : {}),
          ...(facts.subpaths ? { subpaths: facts.subpaths } : {}),
        },
        ...(facts.openPatterns.length > 0 ? { unread: facts.openPatterns.map(() => ({ at: '/metadata/package/subpaths', reason: 'patternExport' })) } : {}),
      } : {}
      return unitAt(fn, path, specifier, pattern, stated)
    })
  }

  /** Functions a value stands for, with the path an importer takes to each. */
  function functionsOf(found: readonly Value[], path: readonly string[]): { fn: Expr<FunctionNode>; path: readonly string[] }[] {
    const [value] = found
    if (found.length !== 1 || !value || path.length > maxDepth) return []
    switch (value.type) {
      case 'function': return value.expr.node.body && listed.has(value.expr.module.file) ? [{ fn: value.expr, path }] : []
      case 'class': return value.expr.node.body.body.flatMap(member => {
        const isPublic = member.type === 'MethodDefinition' && member.kind === 'method' && (!member.accessibility || member.accessibility === 'public')
        const name = isPublic ? keyName(member.key, member.computed) : null
        return isPublic && name !== null && !name.startsWith('#') && isFunction(member.value) && member.value.body
          ? [{ fn: { ...value.expr, node: member.value }, path: [...path, name] }] : []
      })
      case 'object': return value.expr.node.type === 'ObjectExpression' ? value.expr.node.properties.flatMap(entry => {
        const name = entry.type === 'Property' ? keyName(entry.key, entry.computed) : null
        return entry.type === 'Property' && name !== null ? functionsOf(values.resolve({ ...value.expr, node: entry.value }), [...path, name]) : []
      }) : []
      case 'namespace': return [...exportNames(value.module, new Set()).values].flatMap(name => functionsOf(values.exported(value.module, name), [...path, name]))
      default: return []
    }
  }

  function unitAt(fn: Expr<FunctionNode>, path: readonly string[], specifier: string, pattern: Pattern, metadata: DiscoveredUnit['metadata']): DiscoveredUnit {
    const name = boundName(fn)
    return {
      kind: pattern.kind, name: name ?? path.join('.'), nameKind: name === null ? 'label' : 'binding', pack,
      body: { module: fn.module, node: fn.node, frame: null }, registration: fn, bodyReason: null,
      binding: functionCallBinding({ package: specifier, exportPath: [...path] }, { recognition: `@suss/packs/${pack.name}` }),
      unread: [], terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null, continuations: [], wrappers: [], client: null, metadata,
    }
  }

  /** Names a module exports, through `export *`; incomplete where a star leads out of the run. */
  function exportNames(module: SourceModule, seen: Set<SourceModule>): { values: Set<string>; types: string[]; complete: boolean } {
    const out = { values: new Set(module.exports.keys()), types: module.typeExports.slice(), complete: module.commonExports.length === 0 }
    if (seen.has(module)) return out
    seen.add(module)
    for (const star of module.stars) {
      const target = values.program.resolve(star, module.file)
      const other = target.type === 'project' ? values.program.module(target.file) : null
      if (!other) {
        out.complete = false
        continue
      }
      const inner = exportNames(other, seen)
      for (const name of inner.values) if (name !== 'default') out.values.add(name)
      out.types.push(...inner.types)
      out.complete &&= inner.complete
    }
    return out
  }
}

