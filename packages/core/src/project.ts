/** A project on disk: its configuration, its summaries, and its check against the other sides. */
import { dirname, join, relative, resolve, sep } from 'node:path'
import { extract as extractFrom, type ExtractResult } from './analyze.js'
import { checkSummaries, type CheckFlags, type CheckReport, type TextFile } from './check/index.js'
import { findRoot as findProjectRoot, loadConfig, loadPacks, loadReaders, projectFacts, selectPacks, type SussConfig, workspaceOf } from './config/index.js'
import { type BehavioralSummary, type RunFinding, safeParseSummaries, SussError } from './ir/index.js'
import { requireReadable } from './interpreters.js'
import { listFiles } from './program/list-files.js'
import { configFiles, nodeHost, readText } from './program/node-host.js'
import { createOracle, packModules } from './types/index.js'

export interface OpenOptions {
  root: string
  /** Wins over suss.json. */
  config?: Partial<SussConfig>
  types?: 'auto' | 'native' | 'classic' | 'off'
  program?: { ts: unknown; program: unknown }
  aliases?: Record<string, string>
  /** Reserved: this build keeps no cache on disk. */
  cache?: boolean
}

export interface Project {
  readonly root: string
  readonly config: SussConfig
  setOverlay(file: string, text: string | null): void
  update(files?: readonly string[]): void
  extract(): ExtractResult
  check(options?: { medium?: 'check' | 'host'; flags?: CheckFlags }): CheckReport
  /** Suppressions and baseline of the project. */
  accepted(): { suppressions: TextFile | null; baseline: TextFile | null }
  readText(workspace: string | undefined, file: string): string | undefined
  absolute(workspace: string | undefined, file: string): string | undefined
  watchFiles(): readonly string[]
}

interface Extracted {
  result: ExtractResult
  /** Folders of the packages whose files appear, by workspace name; "" for none. */
  folders: ReadonlyMap<string, string>
}

export const findRoot = (cwd: string): string => findProjectRoot(cwd, configFiles)

export const openProject = (options: OpenOptions): Project => openWithin(options, [])

/** `within`: the roots that opened it; one that opens itself would never end. */
function openWithin(options: OpenOptions, within: readonly string[]): Project {
  const root = resolve(options.root)
  const { config } = loadConfig(root, configFiles, options.config)
  const overlays = new Map<string, string>()
  const watched = new Set<string>()
  const others = new Map<string, Project>()
  let extracted: Extracted | null = null

  function own(): Extracted {
    extracted ??= extractProject(root, config, options, overlays, path => watched.add(path))
    return extracted
  }

  /** Projects of one run: those listed, else this one. */
  function members(): Project[] {
    return (config.projects ?? []).map(folder => other(folder, 'projects'))
  }

  function other(folder: string, key: string): Project {
    const path = resolve(root, folder)
    const known = others.get(path)
    if (known) return known
    if (configFiles.list(path).length === 0) throw new SussError('BAD_CONFIG', `${key}: ${folder} is no folder`, `Correct "${key}" in suss.json.`)
    if ([...within, root].includes(path)) throw new SussError('BAD_CONFIG', `${key}: ${folder} leads back to ${path === root ? 'the project itself' : 'a project that lists this one'}`, `Remove it from "${key}" in suss.json.`)
    const project = openWithin({ root: path, ...(options.types ? { types: options.types } : {}) }, [...within, root])
    others.set(path, project)
    return project
  }

  function extract(): ExtractResult {
    const parts = members().map(p => p.extract())
    if (parts.length === 0) return own().result
    return {
      summaries: parts.flatMap(p => p.summaries), run: parts.flatMap(p => p.run),
      funnel: parts.flatMap(p => p.funnel), incomplete: parts.flatMap(p => p.incomplete),
    }
  }

  function againstSides(): { summaries: BehavioralSummary[]; run: RunFinding[]; skipped: { file: string; problem: string }[] } {
    const out: ReturnType<typeof againstSides> = { summaries: [], run: [], skipped: [] }
    for (const entry of config.against ?? []) {
      const path = resolve(root, entry)
      if (configFiles.isFile(path)) readSummaryFile(path, entry, out)
      else if (configFiles.list(path).length > 0) {
        const result = other(entry, 'against').extract()
        out.summaries.push(...result.summaries)
        out.run.push(...result.run.filter(r => r.severity !== 'info'))
      } else readPackage(entry, out)
    }
    return out
  }

  function readSummaryFile(path: string, label: string, out: ReturnType<typeof againstSides>): void {
    watched.add(path)
    const text = readText(path)
    const parsed = text === undefined ? null : parseJson(text)
    if (parsed === null) {
      out.skipped.push({ file: label, problem: 'is no JSON' })
      return
    }
    const result = safeParseSummaries(parsed)
    if (result.success) out.summaries.push(...result.data)
    else out.skipped.push({ file: label, problem: result.error.message })
  }

  /** A package's summaries: the file its package.json names under "suss", else beside its entry. */
  function readPackage(name: string, out: ReturnType<typeof againstSides>): void {
    const folder = join(root, 'node_modules', name)
    const manifest = readText(join(folder, 'package.json'))
    const json = manifest === undefined ? null : parseJson(manifest)
    const named = typeof json === 'object' && json !== null && 'suss' in json && typeof json.suss === 'string' ? json.suss : null
    const entry = typeof json === 'object' && json !== null && 'main' in json && typeof json.main === 'string' ? dirname(json.main) : '.'
    const file = join(folder, named ?? join(entry, 'behavioral-summary.json'))
    if (configFiles.isFile(file)) readSummaryFile(file, name, out)
    else throw new SussError('BAD_CONFIG', `against: ${name} is no folder, summary file or package with summaries`, 'Correct "against" in suss.json.')
  }

  function accepted(): { suppressions: TextFile | null; baseline: TextFile | null } {
    return { suppressions: suppressionsOf(root, config), baseline: baselineOf(root, config) }
  }

  const project: Project = {
    root, config, extract, accepted,
    setOverlay(file, text) {
      if (text === null) overlays.delete(file)
      else overlays.set(file, text)
      extracted = null
    },
    update() {
      extracted = null
      for (const p of others.values()) p.update()
    },
    check({ medium = 'check', flags = {} } = {}) {
      const result = extract()
      const sides = againstSides()
      return checkSummaries({
        summaries: [...result.summaries, ...sides.summaries], config, medium, flags,
        run: [...result.run, ...sides.run], skipped: sides.skipped, ...accepted(),
      })
    },
    absolute(workspace, file) {
      const folder = config.projects ? undefined : own().folders.get(workspace ?? '')
      if (folder !== undefined && configFiles.isFile(join(folder, file))) return join(folder, file)
      for (const p of others.values()) {
        const found = p.absolute(workspace, file)
        if (found !== undefined) return found
      }
      return undefined
    },
    readText(workspace, file) {
      const path = project.absolute(workspace, file)
      if (path === undefined) return undefined
      return overlays.get(relative(root, path).split(sep).join('/')) ?? readText(path)
    },
    watchFiles: () => [...new Set([...watched, ...[...others.values()].flatMap(p => p.watchFiles())])].sort(),
  }
  return project
}

function extractProject(root: string, config: SussConfig, options: OpenOptions, overlays: ReadonlyMap<string, string>, onRead: (path: string) => void): Extracted {
  const listing = listFiles(root, {
    ...(config.tsconfig === undefined ? {} : { tsconfig: config.tsconfig }),
    ...(config.include ? { include: config.include } : {}), ...(config.exclude ? { exclude: config.exclude } : {}),
  })
  const workspace = workspaceOf(root, configFiles)
  const packages = new Map<string, string>()
  for (const folder of workspace?.folders ?? []) {
    const path = join(workspace?.root ?? root, folder)
    const name = nameOf(path)
    if (name !== null) packages.set(name, path)
  }
  const facts = projectFacts(root, configFiles)
  const host = nodeHost({
    otherFiles: facts.files.filter(file => !/\.[cm]?[jt]sx?$/.test(file)),
    root, files: listing.files, paths: listing.paths, overlays, packages, onRead,
    aliases: { ...options.aliases, ...config.aliases },
    ...(options.program ? { program: options.program } : {}),
  })
  const selection = selectPacks(config, facts)
  const loading = loadPacks({ picks: selection.picks, root, modules: packModules() })
  for (const { pack } of loading.packs) requireReadable(pack)
  const oracle = createOracle({ types: options.types ?? config.types ?? 'auto', host, tsconfigs: listing.tsconfigs })
  try {
    const result = extractFrom({
      host, packs: loading.packs, oracle,
      readers: loadReaders(selection.readers, root, packModules()),
      project: { ...(config.service === undefined ? {} : { service: config.service }), ...(config.gatewayStatuses ? { gatewayStatuses: config.gatewayStatuses } : {}) },
    })
    const folders = new Map<string, string>([[host.workspace ?? '', root], ...[...packages].map(([name, path]): [string, string] => [name, path])])
    for (const file of listing.files) {
      const place = host.place(file)
      if (place.workspace !== null && !folders.has(place.workspace)) folders.set(place.workspace, join(root, file.slice(0, file.length - place.file.length)))
    }
    if (host.workspace !== null) folders.set(host.workspace, root)
    return { result: { ...result, run: [...selection.run, ...loading.run, ...noPack(loading.packs.length, loading.run), ...result.run] }, folders }
  } finally {
    oracle.close()
  }
}

const noPack = (count: number, run: readonly RunFinding[]): RunFinding[] =>
  (count > 0 || run.length > 0 ? [] : [{ kind: 'noPackMatched', severity: 'warning', description: 'No pack fits this project.', remedy: 'List packs in suss.json.' }])

function nameOf(folder: string): string | null {
  const text = readText(join(folder, 'package.json'))
  const json = text === undefined ? null : parseJson(text)
  return typeof json === 'object' && json !== null && 'name' in json && typeof json.name === 'string' ? json.name : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

const ruleNames = ['.sussignore.yml', '.sussignore.yaml', '.sussignore', '.sussignore.json']

/** Beside suss.json, else in the nearest parent up to the first with package.json or .git. */
function suppressionsOf(root: string, config: SussConfig): TextFile | null {
  if (config.suppressions !== undefined) {
    const path = resolve(root, config.suppressions)
    const text = readText(path)
    if (text === undefined) throw new SussError('BAD_CONFIG', `suppressions: ${config.suppressions} does not exist`, 'Correct "suppressions" in suss.json.')
    return { file: config.suppressions, text }
  }
  for (let folder = root; ; folder = dirname(folder)) {
    const found = ruleNames.filter(name => configFiles.isFile(join(folder, name)))
    if (found.length > 1) throw new SussError('BAD_CONFIG', `${found.join(' and ')} stand in one folder`, 'Keep one of them.')
    const [name] = found
    const text = name === undefined ? undefined : readText(join(folder, name))
    if (name !== undefined && text !== undefined) return { file: relative(root, join(folder, name)).split(sep).join('/'), text }
    const names = configFiles.list(folder)
    if (dirname(folder) === folder || names.includes('package.json') || names.includes('.git')) return null
  }
}

function baselineOf(root: string, config: SussConfig): TextFile | null {
  if (config.baseline === false) return null
  const name = config.baseline ?? '.suss/baseline.json'
  const text = readText(resolve(root, name))
  if (text === undefined && config.baseline !== undefined) throw new SussError('BAD_CONFIG', `baseline: ${name} does not exist`, 'Write it with "suss baseline write", or remove "baseline".')
  return text === undefined ? null : { file: name, text }
}
