/** A SourceHost over texts in memory: for tests and for analysing generated programs. */
import { posix } from 'node:path'
import type { Resolution, SourceHost } from '../host.js'

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js']

export function memoryHost(texts: Readonly<Record<string, string>>, workspace: string | null = null): SourceHost {
  const files = Object.keys(texts).filter(f => /\.[cm]?[jt]sx?$/.test(f)).sort()
  return {
    root: '/memory',
    workspace,
    files: () => files,
    read: file => texts[file],
    place: file => ({ workspace, file }),
    resolve(specifier, from): Resolution {
      if (specifier.startsWith('node:')) return { type: 'builtin', name: specifier.slice(5) }
      if (!specifier.startsWith('.')) {
        const [scopeOrName = '', second] = specifier.split('/')
        const name = scopeOrName.startsWith('@') ? `${scopeOrName}/${second ?? ''}` : scopeOrName
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
