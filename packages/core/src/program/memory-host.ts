/** A SourceHost over texts in memory: for tests and for analysing generated programs. */
import { posix } from 'node:path'
import type { Resolution, SourceHost, WorkspacePackage } from '../host.js'
import { byCodeUnit } from '../ir/index.js'
import { type Importer, meansSibling, packageNameOf } from './sibling.js'
import { packageEntries } from './package-entries.js'

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js']

export function memoryHost(texts: Readonly<Record<string, string>>, workspace: string | null = null): SourceHost {
  const packages = packagesIn(texts)
  const files = Object.keys(texts).filter(f => /\.[cm]?[jt]sx?$/.test(f)).sort()
  return {
    root: '/memory',
    workspace,
    files: () => files,
    otherFiles: () => Object.keys(texts).filter(f => !files.includes(f)).sort(),
    read: file => texts[file],
    packages: () => packages,
    sibling(specifier, from) {
      const found = packages.find(p => p.name === packageNameOf(specifier))
      if (!found || this.place(from).workspace === found.name) return found ?? null
      const importers = manifests(texts, posix.dirname(from))
      const sibling = { ...found, version: parse(texts, posix.join(found.folder, 'package.json'))['version'] }
      return meansSibling(sibling, importers, () => null) ? found : null
    },
    place(file) {
      const owner = packages.filter(p => p.folder !== '' && file.startsWith(`${p.folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
      return owner ? { workspace: owner.name, file: file.slice(owner.folder.length + 1) } : { workspace, file }
    },
    resolve(specifier, from): Resolution {
      if (specifier.startsWith('node:')) return { type: 'builtin', name: specifier.slice(5) }
      if (!specifier.startsWith('.')) {
        const name = packageNameOf(specifier)
        const sibling = this.sibling(specifier, from)
        const entry = sibling ? packageEntries(this, sibling).entries.find(e => e.subpath === specifier.slice(name.length + 1)) : undefined
        if (entry) return { type: 'project', file: entry.file }
        return { type: 'package', name, subpath: specifier.slice(name.length + 1), root: '' }
      }
      const base = posix.normalize(posix.join(posix.dirname(from), specifier))
      const stem = base.replace(/\.([cm]?)jsx?$/, '')
      for (const candidate of [...endings.map(e => base + e), ...endings.map(e => stem + e)])
        if (texts[candidate] !== undefined && candidate !== '') return { type: 'project', file: candidate }
      return { type: 'missing' }
    },
  }
}

const parse = (texts: Readonly<Record<string, string>>, file: string): Record<string, unknown> =>
  JSON.parse((texts[file] ?? '{}').replace(/^\uFEFF/, '')) as Record<string, unknown>

function manifests(texts: Readonly<Record<string, string>>, folder: string): Importer[] {
  const file = posix.join(folder, 'package.json')
  const own = texts[file] === undefined ? [] : [{ folder: folder === '.' ? '' : folder, manifest: parse(texts, file) }]
  return folder === '.' ? own : [...own, ...manifests(texts, posix.dirname(folder))]
}

/** Every manifest with a name is a package of the workspace. */
function packagesIn(texts: Readonly<Record<string, string>>): WorkspacePackage[] {
  return Object.keys(texts).flatMap((path): WorkspacePackage[] => {
    if (posix.basename(path) !== 'package.json') return []
    const { name } = parse(texts, path)
    return typeof name !== 'string' ? [] : [{ name, folder: posix.dirname(path) === '.' ? '' : posix.dirname(path) }]
  }).sort((a, b) => byCodeUnit(a.name, b.name))
}
