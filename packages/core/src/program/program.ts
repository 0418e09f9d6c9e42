/** All modules of a project, read on demand, and who imports whom. */
import type { Resolution, SourceHost } from '../host.js'
import type { ReasonCode } from '../ir/index.js'
import { readModule, type SourceModule } from './module.js'

export interface Incomplete {
  file: string
  reason: ReasonCode
  detail: string
}

export interface Program {
  readonly host: SourceHost
  /** Modules of the project's own files, in file order. */
  readonly modules: readonly SourceModule[]
  readonly incomplete: readonly Incomplete[]
  /** Any readable source file, also one reached by an import only. */
  module(file: string): SourceModule | null
  resolve(specifier: string, from: string): Resolution
  /** Modules, project files first, that import the file directly. */
  importers(file: string): readonly SourceModule[]
  /** Every module read so far: the project's and those reached from them. */
  all(): readonly SourceModule[]
}

const sourceFile = /\.[cm]?[jt]sx?$/

/** `packageOf`: the package a relative import stands for, when a generator wrote what it leads to. */
export function openProgram(host: SourceHost, packageOf: (specifier: string, from: string) => string | null = () => null): Program {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(host.root)
  /** Files of a host on Windows may come with its separators. */
  const slashed = (file: string): string => (isWindows ? file.replaceAll('\\', '/') : file)
  const read = new Map<string, SourceModule | null>()
  const incomplete: Incomplete[] = []
  const resolved = new Map<string, Resolution>()

  const moduleOf = (file: string): SourceModule | null => {
    const known = read.get(file)
    if (known !== undefined) return known
    if (!sourceFile.test(file) || /\.d\.[cm]?ts$/.test(file)) return null
    const text = host.read(file)
    if (text === undefined) {
      read.set(file, null)
      return null
    }
    const result = readModule(file, text)
    if ('reason' in result) {
      incomplete.push(result)
      read.set(file, null)
      return null
    }
    read.set(file, result)
    return result
  }
  const resolve = (specifier: string, from: string): Resolution => {
    const key = `${from}\0${specifier}`
    const known = resolved.get(key)
    if (known) return known
    const generated = packageOf(specifier, from)
    const found: Resolution = generated === null ? host.resolve(specifier, from) : { type: 'package', name: generated, subpath: '', root: '' }
    const answer = found.type === 'project' ? { ...found, file: slashed(found.file) } : found
    resolved.set(key, answer)
    return answer
  }

  const modules = [...new Set(host.files().map(slashed))].sort((a, b) => (a < b ? -1 : 1)).flatMap(file => moduleOf(file) ?? [])
  const queue = [...modules]
  const importers = new Map<string, SourceModule[]>()
  const reached = new Set(modules)
  for (let next = queue.shift(); next; next = queue.shift()) {
    const seen = new Set<string>()
    for (const { specifier } of next.imports) {
      const target = resolve(specifier, next.file)
      if (target.type !== 'project' || seen.has(target.file)) continue
      seen.add(target.file)
      const list = importers.get(target.file)
      if (list) list.push(next)
      else importers.set(target.file, [next])
      const module = moduleOf(target.file)
      if (!module || reached.has(module)) continue
      reached.add(module)
      queue.push(module)
    }
  }
  return {
    host, modules, resolve,
    incomplete: incomplete.sort((a, b) => (a.file < b.file ? -1 : 1)),
    module: moduleOf,
    importers: file => importers.get(file) ?? [],
    all: () => [...reached],
  }
}
