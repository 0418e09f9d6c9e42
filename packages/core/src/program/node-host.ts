/** The SourceHost over the real file system: files, texts, resolution (extraction.md F9). */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ResolverFactory } from 'oxc-resolver'
import type { Resolution, SourceHost } from '../host.js'
import { byCodeUnit } from '../ir/index.js'
import { type Importer, meansSibling, packageNameOf } from './sibling.js'

export interface NodeHostOptions {
  root: string
  files: readonly string[]
  /** Files that hold no source. */
  otherFiles?: readonly string[]
  /** Unsaved texts by relative file. */
  overlays: ReadonlyMap<string, string>
  aliases?: Readonly<Record<string, string>>
  /** Absolute candidates for a specifier that resolvers do not know of. */
  paths?(specifier: string): readonly string[]
  /** Folders of workspace packages by package name, absolute. */
  packages: ReadonlyMap<string, string>
  program?: { ts: unknown; program: unknown }
  /** Told of every file that is looked for, absent ones too; absolute. */
  onRead(path: string): void
}

const builtins = new Set(builtinModules)
const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json']

export function nodeHost(options: NodeHostOptions): SourceHost {
  const root = realpathSync(options.root)
  const resolver = new ResolverFactory({
    tsconfig: 'auto',
    extensions,
    extensionAlias: { '.js': ['.ts', '.tsx', '.js', '.jsx'], '.jsx': ['.tsx', '.jsx'], '.mjs': ['.mts', '.mjs'], '.cjs': ['.cts', '.cjs'] },
    conditionNames: ['types', 'import', 'default', 'require', 'node'],
    mainFields: ['types', 'module', 'main'],
  })
  const plain = resolver.cloneWithOptions({ extensions, extensionAlias: { '.js': ['.ts', '.tsx', '.js', '.jsx'], '.jsx': ['.tsx', '.jsx'] }, conditionNames: ['types', 'import', 'default', 'require', 'node'] })
  const siblings = new Map<string, boolean>()
  const owners = new Map<string, { name: string; folder: string } | null>()

  const relativeOf = (path: string): string => relative(root, path).split(sep).join('/')

  /** The named package a folder belongs to, up to the root. */
  function ownerOf(folder: string): { name: string; folder: string } | null {
    const known = owners.get(folder)
    if (known !== undefined) return known
    const name = packageName(join(folder, 'package.json'))
    const up = dirname(folder)
    const answer = name !== null ? { name, folder } : up === folder ? null : ownerOf(up)
    owners.set(folder, answer)
    return answer
  }

  const own = ownerOf(root)
  const packages = [...new Map([...(own && own.folder === root ? [[own.name, root] as const] : []), ...options.packages])]
    .map(([name, folder]) => ({ name, folder: relativeOf(realpathSync(folder)) }))
    .sort((a, b) => byCodeUnit(a.name, b.name))

  return {
    root,
    workspace: own?.name ?? null,
    files: () => options.files,
    otherFiles: () => options.otherFiles ?? [],
    read(file) {
      const overlay = options.overlays.get(file)
      if (overlay !== undefined) return overlay
      const path = join(root, file)
      options.onRead(path)
      return readText(path)
    },
    place(file) {
      const path = join(root, file)
      const owner = ownerOf(dirname(path))
      if (!owner || owner.folder === root) return { workspace: own?.name ?? null, file }
      if (!owner || relative(owner.folder, root) === '' || !isAbove(owner.folder, root)) return { workspace: owner.name, file: relative(owner.folder, path).split(sep).join('/') }
      return { workspace: owner.name, file }
    },
    packages: () => packages,
    sibling(specifier, from) {
      const name = packageNameOf(specifier)
      return isSibling(name, join(root, from)) ? packages.find(p => p.name === name) ?? null : null
    },
    resolve(specifier, from): Resolution {
      if (specifier.startsWith('node:')) return { type: 'builtin', name: specifier.slice(5) }
      const path = find(specifier, join(root, from))
      if (path !== null) {
        const source = sourceOf(path)
        if (source !== null) return { type: 'project', file: relativeOf(source) }
        return packageResolution(specifier, path)
      }
      if (builtins.has(specifier.split('/')[0] ?? specifier)) return { type: 'builtin', name: specifier }
      if (specifier.startsWith('.') || isAbsolute(specifier)) return { type: 'missing' }
      return packageResolution(specifier, '')
    },
    ...(options.program ? { program: options.program } : {}),
  }

  function find(specifier: string, from: string): string | null {
    const aliased = alias(specifier)
    if (aliased !== null) return withExtension(aliased)
    if (!specifier.startsWith('.')) {
      const workspace = isSibling(packageNameOf(specifier), from) ? workspaceSource(specifier) : null
      if (workspace !== null) return workspace
    }
    const found = attempt(() => resolver.resolveFileSync(from, specifier)) ?? attempt(() => plain.sync(dirname(from), specifier))
    if (found !== null) options.onRead(found)
    return found ?? options.paths?.(specifier).map(withExtension).find(path => path !== null) ?? null
  }

  function alias(specifier: string): string | null {
    for (const [prefix, target] of Object.entries(options.aliases ?? {})) {
      if (specifier !== prefix && !specifier.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)) continue
      return join(resolve(root, target), specifier.slice(prefix.length))
    }
    return null
  }

  function isSibling(name: string, from: string): boolean {
    const folder = options.packages.get(name) ?? (name === own?.name ? own.folder : undefined)
    if (folder === undefined) return false
    const key = `${dirname(from)}\0${name}`
    const known = siblings.get(key)
    if (known !== undefined) return known
    const version = parse(readText(join(folder, 'package.json')) ?? '')['version']
    const means = ownerOf(dirname(from))?.name === name || meansSibling({ name, folder, version }, importersOf(dirname(from)), () => installed(name, folder, dirname(from)))
    siblings.set(key, means)
    return means
  }

  /** A sibling package is read from its source, whether it is built or not. */
  function workspaceSource(specifier: string): string | null {
    const name = packageNameOf(specifier)
    const folder = options.packages.get(name)
    if (folder === undefined) return null
    const subpath = specifier.slice(name.length + 1)
    const target = exportTarget(folder, subpath)
    const candidates = [
      ...(target === null ? [] : [join(folder, target)]),
      ...(subpath === '' ? [join(folder, 'src/index'), join(folder, 'index')] : [join(folder, 'src', subpath), join(folder, subpath), join(folder, 'src', subpath, 'index')]),
    ]
    for (const candidate of candidates) {
      const source = sourceOf(candidate) ?? withExtension(candidate)
      if (source !== null) return sourceOf(source) ?? source
    }
    return null
  }
}

/** Manifests from a folder upwards. */
function importersOf(folder: string): Importer[] {
  const text = readText(join(folder, 'package.json'))
  const up = dirname(folder)
  return [...(text === undefined ? [] : [{ folder, manifest: parse(text) }]), ...(up === folder ? [] : importersOf(up))]
}

/** Whether the nearest `node_modules` that holds the name leads to the folder; null where none does. */
function installed(name: string, folder: string, from: string): boolean | null {
  const path = join(from, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return realpathSync(path) === realpathSync(folder)
  const up = dirname(from)
  return up === from ? null : installed(name, folder, up)
}

const isAbove = (folder: string, below: string): boolean => {
  const path = relative(folder, below)
  return path !== '' && !path.startsWith('..')
}

function attempt(run: () => { path?: string; builtin?: unknown }): string | null {
  try {
    const { path } = run()
    return path ?? null
  } catch {
    // a broken tsconfig on the way: the caller tries without it
    return null
  }
}

/** The source a path stands for: itself, or what a built file was made from; null inside dependencies. */
function sourceOf(path: string): string | null {
  if (path.includes(`${sep}node_modules${sep}`)) return null
  const isBuilt = /[\\/](dist|build|lib)[\\/]/.test(path)
  if (isBuilt) {
    const moved = path.replace(/[\\/](dist|build|lib)[\\/](?!.*[\\/](dist|build|lib)[\\/])/, `${sep}src${sep}`).replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
    const source = withExtension(moved)
    if (source !== null) return source
  }
  if (/\.d\.[cm]?ts$/.test(path)) return withExtension(path.replace(/\.d\.[cm]?ts$/, ''))
  return existsSync(path) && statSync(path).isFile() ? path : null
}

function withExtension(path: string): string | null {
  if (/\.[cm]?[jt]sx?$/.test(path) && existsSync(path)) return path
  const stem = path.replace(/\.[cm]?jsx?$/, '')
  for (const candidate of [...extensions.map(e => path + e), ...extensions.map(e => stem + e), ...extensions.map(e => join(path, `index${e}`))])
    if (existsSync(candidate) && statSync(candidate).isFile()) return candidate
  return null
}

function packageResolution(specifier: string, path: string): Resolution {
  const name = packageNameOf(specifier)
  return { type: 'package', name, subpath: specifier.slice(name.length + 1), root: path }
}

function packageName(manifest: string): string | null {
  const text = readText(manifest)
  if (text === undefined) return null
  const name = parse(text)['name']
  return typeof name === 'string' && name !== '' ? name : null
}

/** First matching target of `exports` for `types`, `import`, `default`; else `types`, `main`, `module`. */
function exportTarget(folder: string, subpath: string): string | null {
  const text = readText(join(folder, 'package.json'))
  if (text === undefined) return null
  const manifest = parse(text)
  const key = subpath === '' ? '.' : `./${subpath}`
  const { exports } = manifest
  if (exports !== undefined) {
    const entry = isObject(exports) && Object.keys(exports).some(k => k.startsWith('.')) ? exports[key] : subpath === '' ? exports : undefined
    return conditional(entry)
  }
  if (subpath !== '') return null
  for (const field of ['types', 'main', 'module']) if (typeof manifest[field] === 'string') return manifest[field]
  return null
}

function conditional(entry: unknown): string | null {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return null
  for (const condition of ['source', 'types', 'import', 'default', 'require']) {
    const found = conditional(entry[condition])
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** How configuration reaches files. */
export const configFiles = {
  read: readText,
  list(folder: string): readonly string[] {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  },
  isFile(path: string): boolean {
    try {
      return statSync(path).isFile()
    } catch {
      return false
    }
  },
}
