/** Loads the chosen packs; a module that is no pack stops the run, a missing package does not. */
import { SussError, type RunFinding } from '../ir/index.js'
import {
  isContractReader,
  isPackDefinition,
  loadedPack,
  resolvePack,
  type LoadedPack,
  type LoadedReader,
  type PackDefinition,
} from '../pack/index.js'
import { nearestPack, type PackPick, type ReaderPick } from './select-packs.js'

export interface ModuleLoader {
  /** The module's namespace; throws what the module throws. */
  load(specifier: string, from: string): unknown
  /** Whether the specifier leads to a module at all. */
  has(specifier: string, from: string): boolean
}

export interface LoadPacksInput {
  picks: readonly PackPick[]
  /** Folder that module paths start from and packages are looked up from. */
  root: string
  modules: ModuleLoader
}

export interface PackLoading {
  /** In the order of the picks; of two with one name the first. */
  packs: LoadedPack[]
  run: RunFinding[]
}

const SHIPPED = '@suss/packs'

export function loadPacks({ picks, root, modules }: LoadPacksInput): PackLoading {
  const installed = modules.has(`${SHIPPED}/package.json`, root)
  const wanted = installed ? picks : picks.filter(pick => !pick.shipped)
  const loaded = wanted.map(pick => loadPick(pick, root, modules))
  const packs = loaded.flatMap(result => (result.pack === null ? [] : [result.pack]))
  return {
    packs: packs.filter((pack, index) => packs.findIndex(other => other.name === pack.name) === index),
    run: [
      ...(wanted.length < picks.length ? [packsMissing] : []),
      ...loaded.flatMap(result => (result.pack === null ? [result.finding] : [])),
    ],
  }
}

/** Shipped ones only: without `@suss/packs` there is none. */
export function loadReaders(picks: readonly ReaderPick[], root: string, modules: ModuleLoader): LoadedReader[] {
  return picks.flatMap(({ name, cause, listed }) => {
    const specifier = `${SHIPPED}/${name}`
    if (!modules.has(specifier, root)) return []
    const reader = [defaultOf(loadModule(specifier, root, modules))].find(isContractReader)
    return reader ? [{ reader, cause, listed }] : []
  })
}

const packsMissing: RunFinding = {
  kind: 'noPackMatched',
  severity: 'warning',
  description: `No pack fits this project: ${SHIPPED} is not installed.`,
  remedy: `Install ${SHIPPED} beside suss.`,
}

type Loaded = { pack: LoadedPack } | { pack: null; finding: RunFinding }

function loadPick(pick: PackPick, root: string, modules: ModuleLoader): Loaded {
  const specifier = pick.shipped ? `${SHIPPED}/${pick.name}` : pick.name
  if (!modules.has(specifier, root)) throw noSuchPack(pick)
  const definition = requireDefinition(loadModule(specifier, root, modules), pick.name)
  const option = pick.options === undefined ? missingOption(definition) : null
  if (option !== null) return { pack: null, finding: needsConfig(pick.name, option) }
  return { pack: loadedPack(resolvePack(definition, pick.options, pick.name), pick.cause) }
}

function noSuchPack({ name }: PackPick): SussError {
  const nearest = nearestPack(name)
  const hint = nearest === null ? '' : `, nearest: "${nearest}"`
  return new SussError('BAD_CONFIG', `packs: there is no "${name}"${hint}`, 'Correct "packs" in suss.json.')
}

function loadModule(specifier: string, root: string, modules: ModuleLoader): unknown {
  try {
    return modules.load(specifier, root)
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    throw new SussError(
      'BAD_PACK',
      `${specifier} could not be loaded: ${line}`,
      'Correct the module of the pack.',
    )
  }
}

/** The default export, also behind the interop of a module that was compiled to CommonJS. */
function requireDefinition(namespace: unknown, name: string): PackDefinition {
  const candidates = [defaultOf(defaultOf(namespace)), defaultOf(namespace), namespace]
  const definition = candidates.find(isPackDefinition)
  if (definition !== undefined) return definition
  throw new SussError('BAD_PACK', `${name} is no pack: name: missing`, 'Export definePack({ … }) by default.')
}

const defaultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'default' in value ? value.default : undefined

/** The first option a pack cannot do without. */
function missingOption(definition: PackDefinition): string | null {
  if (!('options' in definition)) return null
  const result = definition.options.safeParse({})
  return result.success ? null : String(result.error.issues[0]?.path[0] ?? 'options')
}

const needsConfig = (pack: string, option: string): RunFinding => ({
  kind: 'packNeedsConfig',
  severity: 'warning',
  description: `Pack ${pack} needs option ${option}.`,
  remedy: 'Set it under packs in suss.json.',
})
