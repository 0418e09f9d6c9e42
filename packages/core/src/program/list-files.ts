/** Which source files a project has: its tsconfigs' by parsing only, else every script (extraction.md F1). */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { createFilesMatcher, createPathsMatcher, parseTsconfig, type TsConfigJson, type TsConfigJsonResolved } from 'get-tsconfig'
import { parse } from 'jsonc-parser'
import picomatch from 'picomatch'
import { SussError } from '../ir/index.js'
import { readText } from './node-host.js'

export interface FileListing {
  /** Relative to the root, "/"-separated, sorted. */
  files: string[]
  /** Absolute paths of the tsconfigs that were read. */
  tsconfigs: string[]
  /** Candidates for a specifier by the `paths` of tsconfigs that extend one which is not there. */
  paths(specifier: string): string[]
}

const script = /\.[cm]?[jt]sx?$/
const declaration = /\.d\.[cm]?ts$/
const skipped = new Set(['node_modules', '.git', 'coverage'])
const built = new Set(['dist', 'build', 'out', '.next', '.output', 'cdk.out'])
const maxDepth = 32

export function listFiles(root: string, options: { tsconfig?: string | readonly string[]; include?: readonly string[]; exclude?: readonly string[] } = {}): FileListing {
  const named = options.tsconfig === undefined ? null : [options.tsconfig].flat()
  const own = join(root, 'tsconfig.json')
  const start = named ? named.map(t => requireTsconfig(root, t)) : existsSync(own) ? [own] : []
  const all = walk(root)
  const parts = named === null && start.length > 0 ? partsOf(root, all) : []
  const seen = new Set<string>()
  const read = [...start, ...parts].flatMap(path => withReferences(path, seen))
  const matchers = read.flatMap(tsconfig => matcherOf(tsconfig, named !== null) ?? [])
  const included = options.include ? picomatch([...options.include]) : null
  const excluded = options.exclude ? picomatch([...options.exclude]) : () => false
  const chosen = all.filter(file => {
    if (excluded(file)) return false
    if (included?.(file)) return true
    const path = join(root, file)
    if (matchers.length > 0) return matchers.some(m => m(path) !== undefined)
    return !included && !file.split('/').slice(0, -1).some(part => built.has(part))
  })
  const files = matchers.length > 0 ? withStories(chosen, all.filter(file => !excluded(file))) : chosen
  const lone = read.flatMap(({ path, config, isLone }) => (isLone && config ? (createPathsMatcher({ path, config }) ?? []) : []))
  return { files, tsconfigs: read.map(({ path }) => path), paths: specifier => lone.flatMap(candidates => candidates(specifier)) }
}

const story = /\.stories\.[cm]?[jt]sx?$/

/** A tsconfig for a build leaves the stories beside its files out. */
function withStories(files: readonly string[], all: readonly string[]): string[] {
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)
  const folders = new Set(files.map(folderOf))
  const known = new Set(files)
  return all.filter(file => known.has(file) || (story.test(file) && folders.has(folderOf(file))))
}

const testFolder = /^(?:tests?|__tests__|specs?|e2e|cypress|playwright)$/

/** The tsconfigs of folders without a manifest of their own: a server beside a client in one package. */
function partsOf(root: string, files: readonly string[]): string[] {
  const folders = new Set(files.flatMap(file => foldersAbove(file)))
  const isOther = (folder: string): boolean =>
    [folder, ...foldersAbove(folder)].some(
      at => at.split('/').some(name => testFolder.test(name) || built.has(name)) || existsSync(join(root, at, 'package.json')),
    )
  return [...folders].flatMap(folder => {
    const path = join(root, folder, 'tsconfig.json')
    return existsSync(path) && !isOther(folder) ? [path] : []
  }).sort()
}

/** `a/b/c.ts`: `a/b`, `a`. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, i) => names.slice(0, names.length - i).join('/'))
}

function requireTsconfig(root: string, name: string): string {
  const path = resolve(root, name)
  if (existsSync(path)) return path
  throw new SussError('BAD_CONFIG', `tsconfig ${name} does not exist`, 'Correct "tsconfig" in suss.json.')
}

/** A tsconfig with only `references` means the union of the references. */
function withReferences(path: string, seen: Set<string>): Tsconfig[] {
  if (seen.has(path)) return []
  seen.add(path)
  const tsconfig = readConfig(path)
  const { config } = tsconfig
  const references = (config?.references ?? []).flatMap(r => {
    const target = resolve(dirname(path), r.path)
    const file = /\.json$/.test(target) ? target : join(target, 'tsconfig.json')
    // another project of the workspace is a project of its own
    return existsSync(file) && dirname(file) === dirname(path) ? withReferences(file, seen) : []
  })
  const onlyReferences = config !== null && (config.references?.length ?? 0) > 0 && Array.isArray(config.files) && config.files.length === 0 && config.include === undefined
  return onlyReferences ? references : [tsconfig, ...references]
}

interface Tsconfig {
  path: string
  /** Null when it cannot be read. */
  config: TsConfigJsonResolved | null
  /** What it extends is not installed: it is read by itself, and resolvers give up on it. */
  isLone: boolean
}

function readConfig(path: string): Tsconfig {
  try {
    return { path, config: parseTsconfig(path), isLone: false }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/circular/i.test(message)) throw new SussError('BAD_CONFIG', `${path.split(sep).at(-1)}: its "extends" leads back to itself`, 'Correct "extends".')
    return { path, config: ownConfig(path), isLone: true }
  }
}

function ownConfig(path: string): TsConfigJsonResolved | null {
  const config: unknown = parse(readText(path) ?? '', [], { allowTrailingComma: true })
  if (typeof config !== 'object' || config === null) return null
  const { extends: _, ...own }: TsConfigJson = config
  return own
}

function matcherOf({ path, config }: Tsconfig, isNamed: boolean): ((file: string) => unknown) | null {
  if (!config) return null
  try {
    return createFilesMatcher({ path, config })
  } catch (error) {
    if (!isNamed) return null
    throw new SussError('BAD_CONFIG', `${path}: ${error instanceof Error ? error.message : String(error)}`, 'Correct the tsconfig.')
  }
}

/** Scripts below the root, declarations left out; links to folders are not followed. */
function walk(root: string): string[] {
  const out: string[] = []
  const visit = (folder: string, depth: number): void => {
    if (depth > maxDepth) return
    for (const entry of readFolder(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name) && !entry.name.startsWith('.')) visit(path, depth + 1)
      } else if (script.test(entry.name) && !declaration.test(entry.name)) out.push(relative(root, path).split(sep).join('/'))
    }
  }
  visit(realpathSync(root), 0)
  const real = realpathSync(root)
  const prefix = relative(root, real).split(sep).join('/')
  const files = prefix === '' ? out : out.map(f => relative(root, join(root, f)).split(sep).join('/').replace(`${prefix}/`, ''))
  return files.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // a folder that went away or may not be read holds no files for us
    return []
  }
}
