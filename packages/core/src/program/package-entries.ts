/** The entry points of a package of the workspace, led back to the source they are built from (extraction.md F9). */
import type { SourceHost, WorkspacePackage } from '../host.js'
import { isRecord } from '../ir/index.js'

export type { WorkspacePackage } from '../host.js'

export interface PackageEntry {
  /** As an importer writes it behind the package's name: "" or "sub/path". */
  subpath: string
  /** From the project's root. */
  file: string
  /** Other conditions lead to other sources: what the entry exports is not one list. */
  several: boolean
}

export interface PackageEntries {
  entries: PackageEntry[]
  /** Paths that `exports` states and whose source was not found, as an importer writes them. */
  unread: string[]
  /** Patterns of `exports` that meet no file, as they are written. */
  openPatterns: string[]
  /** `exports` says which paths there are; without it any file may be imported. */
  closed: boolean
}

const conditions = ['source', 'types', 'import', 'default', 'require']

export function packageEntries(host: SourceHost, found: WorkspacePackage): PackageEntries {
  const manifest = readManifest(host, found.folder)
  const files = new Set(host.files())
  const { exports } = manifest
  if (exports === undefined || exports === null) {
    const main = ['types', 'main', 'module'].flatMap(field => sourceOf(files, found.folder, manifest[field]) ?? [])[0]
    return { entries: main === undefined ? [] : [{ subpath: '', file: main, several: false }], unread: [], openPatterns: [], closed: false }
  }
  const table = isRecord(exports) && Object.keys(exports).some(key => key.startsWith('.')) ? exports : { '.': exports }
  const entries: PackageEntry[] = []
  const unread: string[] = []
  const openPatterns: string[] = []
  const barred = Object.entries(table).flatMap(([key, target]) => (target === null ? [key] : []))
  for (const [key, target] of Object.entries(table)) {
    if (target === null || key === './package.json') continue
    if (key.includes('*')) {
      const expanded = expand(host, found.folder, key, target, barred)
      if (expanded.length === 0) openPatterns.push(key)
      entries.push(...expanded)
      continue
    }
    const targets = targetsOf(target)
    const sources = [...new Set(targets.flatMap(t => sourceOf(files, found.folder, t) ?? []))]
    const [file] = sources
    const subpath = key.replace(/^\.\/?/, '')
    if (file === undefined) unread.push(subpath)
    else entries.push({ subpath, file, several: sources.length > 1 })
  }
  return { entries, unread, openPatterns, closed: true }
}

/** Targets of all conditions, the one that is followed first. */
function targetsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  if (Array.isArray(entry)) return entry.flatMap(targetsOf)
  if (!isRecord(entry)) return []
  const rest = Object.keys(entry).filter(key => !conditions.includes(key) && key !== 'development')
  return [...conditions, ...rest].flatMap(key => targetsOf(entry[key]))
}

/** `./utils/*` over the source files its target maps to. */
function expand(host: SourceHost, folder: string, key: string, target: unknown, barred: readonly string[]): PackageEntry[] {
  const isBarred = (path: string): boolean => barred.some(b => fits(b, path))
  for (const written of targetsOf(target)) {
    const [before = '', after = ''] = stemOf(written).split('*')
    const found = host.files().flatMap((file): PackageEntry[] => {
      const inside = insideOf(folder, file)
      if (inside === null || file.endsWith('.d.ts')) return []
      const stem = stemOf(inside)
      for (const prefix of [tidy(before), toSource(tidy(before))]) {
        if (!stem.startsWith(prefix) || !stem.endsWith(after) || stem.length < prefix.length + after.length) continue
        const name = stem.slice(prefix.length, stem.length - after.length)
        const path = key.replace('*', name)
        return isBarred(path) ? [] : [{ subpath: path.replace(/^\.\//, ''), file, several: false }]
      }
      return []
    })
    if (found.length > 0) return found
  }
  return []
}

/** A key of `exports` with one `*`, which stands for any text. */
function fits(key: string, path: string): boolean {
  const [before = '', after] = key.split('*')
  return after === undefined ? path === key : path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length
}

const stemOf = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
const tidy = (path: string): string => path.replace(/^\.\//, '')
const toSource = (path: string): string => path.replace(/^(dist|build|lib)\//, 'src/')

const insideOf = (folder: string, file: string): string | null =>
  folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : null

const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** The source a target was built from: the file itself, or the same stem under `src`. */
function sourceOf(files: ReadonlySet<string>, folder: string, target: unknown): string | null {
  if (typeof target !== 'string') return null
  const stem = stemOf(tidy(target))
  const exact = tidy(target)
  const candidates = [...(/\.d\.[cm]?ts$/.test(exact) ? [] : [exact]), ...endings.map(e => stem + e), ...endings.map(e => toSource(stem) + e), ...endings.map(e => `${stem}/index${e}`), ...endings.map(e => `${toSource(stem)}/index${e}`)]
  const at = (path: string): string => (folder === '' ? path : `${folder}/${path}`)
  // what was built stands for its source even when both are there
  const built = toSource(stem) === stem ? [] : endings.map(e => at(toSource(stem) + e)).filter(f => files.has(f))
  return built[0] ?? candidates.map(at).find(f => files.has(f) && !f.endsWith('.d.ts')) ?? null
}

function readManifest(host: SourceHost, folder: string): Record<string, unknown> {
  const text = host.read(folder === '' ? 'package.json' : `${folder}/package.json`)
  try {
    const value: unknown = text === undefined ? null : JSON.parse(text.replace(/^\uFEFF/, ''))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
