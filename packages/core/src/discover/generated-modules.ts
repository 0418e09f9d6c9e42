/** Imports of what a library's generator writes into the project: they count as imports of the library (extraction.md F6). */
import type { PatternPack } from '../pack/index.js'

export interface GeneratedModules {
  /** Package a relative import stands for; null for a module of the project. */
  packageOf(specifier: string, from: string): string | null
}

export function openGeneratedModules(packs: readonly PatternPack[], root: string, read: (file: string) => string | undefined): GeneratedModules {
  const generating = packs.filter(p => p.generatedModuleMarkers || p.generatedModuleDirs)
  const known = new Map<string, string | null>()
  const holds = (folder: string, marker: string): boolean => read(folder === '' ? marker : `${folder}/${marker}`) !== undefined

  return {
    packageOf(specifier, from) {
      if (generating.length === 0 || !specifier.startsWith('.')) return null
      const own = parent(from)
      const target = joined(own, specifier)
      const key = `${own}\0${target}`
      const before = known.get(key)
      if (before !== undefined) return before
      const folders = [target, parent(target)]
      const found = generating.find(pack => {
        if (pack.generatedModuleMarkers?.some(marker => folders.some(folder => folder !== '' && holds(folder, marker)))) return true
        const written = (pack.generatedModuleDirs?.(`${root}/${own}`) ?? []).map(folder => relativeTo(root, folder))
        return folders.some(folder => written.includes(folder))
      })
      const answer = found?.requiresImport?.[0] ?? null
      known.set(key, answer)
      return answer
    },
  }
}

const parent = (path: string): string => path.split('/').slice(0, -1).join('/')

const relativeTo = (root: string, folder: string): string => {
  const path = folder.replaceAll('\\', '/').replace(/\/+$/, '')
  const base = root.replaceAll('\\', '/')
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
}

function joined(folder: string, specifier: string): string {
  const out = folder === '' ? [] : folder.split('/')
  for (const part of specifier.split('/')) {
    if (part === '..') out.pop()
    else if (part !== '.') out.push(part)
  }
  return out.join('/').replace(/\.[cm]?[jt]sx?$/, '')
}
