/** Interprets `packageImport`: calls of another package's exports, one `caller` unit per enclosing function and export (extraction.md 8.1). */
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { functionCallBinding } from '../ir/index.js'
import { packageNameOf } from '../program/sibling.js'
import { dynamicImportOf, type ImportRecord, requireOf, type SourceModule } from '../program/module.js'
import { type CallNode, type Expression, isMember, memberName, type Node, strip } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import { type Expr, exprAt } from '../values/value.js'
import { enclosingUnit } from './client/enclosing.js'
import { boundName } from '../values/names.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: { type: 'packageImport' } }

/** What a callee is, as an importer names it: `@s/p/sub` and `["ns", "b"]`. */
interface Imported {
  specifier: string
  path: readonly string[]
}

/** Whether calls of what a file imports under a specifier are asked for. */
type Wanted = (specifier: string, file: string) => boolean

const maxHops = 16

export function discoverPackageImports(input: { values: Values; pack: PatternPack }): DiscoveredUnit[] {
  const { values, pack } = input
  const { host } = values.program
  const patterns = pack.discovery.filter((d): d is Pattern => d.match.type === 'packageImport')
  return patterns.flatMap(unitsOf)

  function unitsOf(pattern: Pattern): DiscoveredUnit[] {
    const { packages } = pattern.match
    const isWanted: Wanted = (specifier, file) => (pattern.match.workspaces === true && isSibling(specifier, file)) || packages.includes(specifier)
    if (host.packages().length === 0 && packages.length === 0) return []
    const units = new Map<string, { unit: DiscoveredUnit; callees: Set<string> }>()
    for (const module of values.program.modules) {
      for (const node of module.calls) {
        const call: Expr<CallNode> = exprAt(module, node)
        const found = importedBy({ ...call, node: node.callee }, isWanted, 0)
        if (!found || found.path.length === 0 || ownPackage(found.specifier, module.file)) continue
        const unit = unitFor(call, found, pattern)
        const key = `${module.file}:${unit.body?.node.start ?? -1}|${found.specifier}::${found.path.join('.')}`
        const text = module.text.slice(node.callee.start, node.callee.end).replace(/\s+/g, ' ')
        const known = units.get(key)
        if (known) known.callees.add(text)
        else units.set(key, { unit, callees: new Set([text]) })
      }
    }
    return [...units.values()].map(({ unit, callees }) => ({ ...unit, metadata: { functionCall: { callees: [...callees].sort() } } }))
  }

  /** `import("@s/p")` that nothing waits for yet, by name too. */
  function isPromised(expr: Expr): boolean {
    const { node } = expr
    if (node.type === 'ParenthesizedExpression') return isPromised({ ...expr, node: node.expression })
    if (node.type !== 'Identifier') return node.type === 'ImportExpression'
    const source = values.binding(expr.module, node)?.source
    return source?.type === 'init' && source.path.length === 0 && isPromised({ ...expr, node: source.value })
  }

  /** Linked to the sibling by its package manager, or led to its source by a tsconfig. */
  function isSibling(specifier: string, file: string): boolean {
    const name = packageNameOf(specifier)
    if (!host.packages().some(p => p.name === name)) return false
    if (host.sibling(specifier, file) !== null) return true
    const target = values.program.resolve(specifier, file)
    return target.type === 'project' && host.place(target.file).workspace === name
  }

  /** Inside its own package a name is no boundary. */
  function ownPackage(specifier: string, file: string): boolean {
    const { workspace } = host.place(file)
    return workspace !== null && (specifier === workspace || specifier.startsWith(`${workspace}/`))
  }

  function importedBy(expr: Expr, isWanted: Wanted, hops: number): Imported | null {
    if (hops > maxHops) return null
    const { module } = expr
    const node: Node = strip(expr.node as Expression)
    const required = requireOf(node) ?? dynamicImportOf(node)
    if (required !== null) return isWanted(required, module.file) ? { specifier: required, path: [] } : null
    if (isMember(node)) {
      const name = memberName(node)
      const object = name === null ? null : importedBy({ ...expr, node: node.object }, isWanted, hops + 1)
      // the promise of a module has members of its own
      if (object?.path.length === 0 && isPromised({ ...expr, node: node.object })) return null
      return object && name !== null ? { ...object, path: [...object.path, name] } : null
    }
    if (node.type !== 'Identifier') return null
    const binding = values.binding(module, node)
    if (!binding || binding.writes.length > 0) return null
    const { source } = binding
    if (source.type === 'init') {
      const object = importedBy({ ...expr, node: source.value }, isWanted, hops + 1)
      const path = source.path.flatMap(step => (typeof step === 'string' ? [step] : []))
      return object && path.length === source.path.length ? { ...object, path: [...object.path, ...path] } : null
    }
    if (source.type !== 'import') return null
    const path = source.imported === '*' ? [] : [source.imported]
    if (isWanted(source.specifier, module.file)) return isTypeOnly(module, source.specifier, node.name) ? null : { specifier: source.specifier, path }
    return throughBarrel(module, source.specifier, source.imported, isWanted, hops + 1)
  }

  /** `export { publish } from "@s/report"` in a file of the project. */
  function throughBarrel(from: SourceModule, specifier: string, name: string, isWanted: Wanted, hops: number): Imported | null {
    const target = values.program.resolve(specifier, from.file)
    const other = target.type === 'project' ? values.program.module(target.file) : null
    const exported = other?.exports.get(name)
    if (!other || !exported || hops > maxHops) return null
    if (exported.type === 'local') {
      const binding = other.top.get(exported.name)
      return binding?.source.type === 'import' || binding?.source.type === 'init' ? importedBy({ module: other, node: binding.node, frame: null }, isWanted, hops + 1) : null
    }
    if (exported.type === 'value') return importedBy({ module: other, node: exported.node, frame: null }, isWanted, hops + 1)
    if (isWanted(exported.specifier, other.file)) return { specifier: exported.specifier, path: exported.imported === '*' ? [] : [exported.imported] }
    return throughBarrel(other, exported.specifier, exported.imported, isWanted, hops + 1)
  }

  function isTypeOnly(module: SourceModule, specifier: string, local: string): boolean {
    const records = module.imports.filter((i: ImportRecord) => i.specifier === specifier && i.names.some(n => n.local === local))
    return records.length > 0 && records.every(r => r.typeOnly)
  }

  function unitFor(call: Expr<CallNode>, { specifier, path }: Imported, pattern: Pattern): DiscoveredUnit {
    const holder = enclosingUnit(call)
    const name = holder ? boundName(holder) : null
    const label = `${specifier}::${path.join('.')}`
    return {
      kind: pattern.kind, name: name ?? label, nameKind: name === null ? 'label' : 'binding', pack,
      body: holder ? { module: holder.module, node: holder.node, frame: null } : { module: call.module, node: call.module.program, frame: null },
      registration: call, bodyReason: null,
      binding: functionCallBinding({ package: specifier, exportPath: [...path] }, { recognition: `@suss/packs/${pack.name}` }),
      unread: [], terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null, continuations: [], wrappers: [], client: null, metadata: {},
    }
  }
}
