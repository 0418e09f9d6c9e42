/** The one config a native program is opened with: the project's first, over all its files. */
import { basename, dirname, join, resolve } from 'node:path'
import { parseTsconfig } from 'get-tsconfig'
import type { SourceHost } from '../host.js'

/** What the native side read of a tsconfig. */
export interface ReadConfig {
  options: Record<string, unknown>
  fileNames: readonly string[]
}

export interface NativeProject {
  /** Path of a config that is not on disk. */
  path: string
  text: string
  /** Of the options; bare imports found through it have no answer. */
  baseUrl: string | null
}

/** The same program as TypeScript 6 is given, so that both give the same answers. */
export function nativeProject(
  host: SourceHost,
  tsconfigs: readonly string[],
  parse: (path: string) => ReadConfig,
): NativeProject | null {
  const configs = tsconfigs.flatMap(path => readConfigs(path, parse, new Set()))
  const [first] = configs
  if (first === undefined) return null
  const { options } = first.config
  const files = [
    ...configs.flatMap(({ config }) => config.fileNames),
    ...host.files().map(file => join(host.root, file)),
  ]
  const baseUrl = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : null
  const config = {
    extends: `./${basename(first.path)}`,
    compilerOptions: {
      types: options['types'] ?? ['*'],
      allowJs: true,
      noEmit: true,
      skipLibCheck: true,
      composite: false,
      incremental: false,
      ...(baseUrl === null ? {} : { baseUrl: null, paths: pathsFrom(baseUrl, options['paths']) }),
    },
    files: [...new Set(files)],
    include: [],
    exclude: [],
    references: [],
  }
  return {
    path: join(dirname(first.path), 'tsconfig.suss-types.json'),
    text: JSON.stringify(config),
    baseUrl,
  }
}

interface Config {
  path: string
  config: ReadConfig
}

/** A config with references only stands for what it refers to. */
function readConfigs(path: string, parse: (path: string) => ReadConfig, seen: Set<string>): Config[] {
  if (seen.has(path)) return []
  seen.add(path)
  const config = parse(path)
  const references = config.fileNames.length > 0 ? [] : (parseTsconfig(path).references ?? [])
  if (references.length === 0) return [{ path, config }]
  return references.flatMap(({ path: to }) => {
    const target = resolve(dirname(path), to)
    return readConfigs(target.endsWith('.json') ? target : join(target, 'tsconfig.json'), parse, seen)
  })
}

/** `paths` are from `baseUrl`, which the native side no longer knows. */
function pathsFrom(baseUrl: string, paths: unknown): Record<string, string[]> {
  if (typeof paths !== 'object' || paths === null) return {}
  const entries = Object.entries(paths).map(([pattern, targets]): [string, string[]] => [
    pattern,
    Array.isArray(targets) ? targets.map(target => resolve(baseUrl, String(target))) : [],
  ])
  return Object.fromEntries(entries)
}
