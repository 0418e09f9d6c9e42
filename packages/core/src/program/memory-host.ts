/** A SourceHost over texts in memory: for tests and for analysing generated programs. */
import { posix } from 'node:path'
import type { Resolution, SourceHost, WorkspacePackage } from '../host.js'
import { byCodeUnit } from '../ir/index.js'
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
    place(file) {
      const owner = packages.filter(p => p.folder !== '' && file.startsWith(`${p.folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
      return owner ? { workspace: owner.name, file: file.slice(owner.folder.length + 1) } : { workspace, file }
    },
    resolve(specifier, from): Resolution {
      if (specifier.startsWith('node:')) return { type: 'builtin', name: specifier.slice(5) }
      if (!specifier.startsWith('.')) {
        const [scopeOrName = '', second] = specifier.split('/')
        const name = scopeOrName.startsWith('@') ? `${scopeOrName}/${second ?? ''}` : scopeOrName
        const sibling = packages.find(p => p.name === name)
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

/** Every manifest with a name is a package of the workspace. */
function packagesIn(texts: Readonly<Record<string, string>>): WorkspacePackage[] {
  return Object.entries(texts).flatMap(([path, text]): WorkspacePackage[] => {
    if (posix.basename(path) !== 'package.json') return []
    const { name } = JSON.parse(text.replace(/^\uFEFF/, '')) as { name?: string }
    return name === undefined ? [] : [{ name, folder: posix.dirname(path) === '.' ? '' : posix.dirname(path) }]
  }).sort((a, b) => byCodeUnit(a.name, b.name))
}
