/** Chooses the packs of a run, with the cause of each choice. */
import picomatch from 'picomatch'
import { SussError, type RunFinding } from '../ir/index.js'
import { type ListedContract, nearestWord } from '../pack/index.js'
import { builtPacks, builtReaders, packTable, type PackRow } from './known-packs.js'
import type { ProjectFacts } from './project-facts.js'
import type { ContractEntry, PackEntry, SussConfig } from './schema.js'

export interface PackPick {
  /** Name of a shipped pack, or a module path or package. */
  name: string
  shipped: boolean
  cause: string
  options?: unknown
}

export interface ReaderPick {
  name: string
  cause: string
  /** Null: the reader's own globs. */
  listed: ListedContract[] | null
}

export interface PackSelection {
  /** In run order: listed ones first. */
  picks: PackPick[]
  readers: ReaderPick[]
  run: RunFinding[]
}

export type Selecting = Pick<SussConfig, 'packs' | 'contracts'>

export function selectPacks(config: Selecting, facts: ProjectFacts): PackSelection {
  const listed = listedPicks(config.packs ?? 'auto')
  const automatic = isAutomatic(config.packs) ? matchedRows(facts, row => row.reader !== true) : []
  const readers = isAutomatic(config.contracts) ? matchedRows(facts, row => row.reader === true) : []
  const taken = new Set(listed.map(pick => pick.name))
  return {
    picks: [
      ...listed,
      ...automatic
        .filter(({ row }) => row.built && !taken.has(row.pack))
        .map(({ row, cause }) => ({ name: row.pack, shipped: true, cause })),
    ],
    readers: readerPicks(listedContracts(config.contracts), readers),
    run: [
      ...[...automatic, ...readers].filter(({ row }) => !row.built).map(notCovered),
      ...listedContracts(config.contracts).filter(({ from }) => !builtReaders.includes(from)).map(unreadContract),
    ],
  }
}

/** A listed reader replaces the automatic one of its name. */
function readerPicks(listed: readonly ContractEntry[], automatic: readonly MatchedRow[]): ReaderPick[] {
  const names = [...new Set(listed.map(({ from }) => from))].filter(name => builtReaders.includes(name))
  return [
    ...names.map(name => ({
      name,
      cause: 'listed in suss.json',
      listed: listed
        .filter(({ from }) => from === name)
        .map(({ from: _, path, ...rest }) => ({ ...rest, path: path.replace(/^\.\//, '') })),
    })),
    ...automatic
      .filter(({ row }) => row.built && !names.includes(row.pack))
      .map(({ row, cause }) => ({ name: row.pack, cause, listed: null })),
  ]
}

const isAutomatic = (choice: SussConfig['packs'] | SussConfig['contracts']): boolean =>
  choice === undefined || choice === 'auto' || choice.some((entry: unknown) => entry === 'auto')

function listedPicks(packs: NonNullable<SussConfig['packs']>): PackPick[] {
  if (packs === 'auto') return []
  return packs.filter(entry => entry !== 'auto').map(listedPick)
}

function listedPick(entry: PackEntry): PackPick {
  const { pack, ...rest } = typeof entry === 'string' ? { pack: entry } : entry
  const name = pack.replace(/^@suss\/packs\//, '')
  const row = packTable.find(known => known.pack === name)
  if (row !== undefined && !row.built) {
    throw new SussError(
      'NOT_AVAILABLE',
      `packs: "${name}" is not available yet`,
      `Remove it; known today: ${builtPacks.join(', ')}.`,
    )
  }
  return { name, shipped: row !== undefined, cause: 'listed in suss.json', ...rest }
}

/** A word that is no path and close to a shipped pack was probably meant to be it. */
export const nearestPack = (name: string): string | null =>
  /^[./]/.test(name) ? null : nearestWord(name, builtPacks)

interface MatchedRow {
  row: PackRow
  /** The dependency or file that asks for it. */
  asked: string
  cause: string
}

function matchedRows(facts: ProjectFacts, wanted: (row: PackRow) => boolean): MatchedRow[] {
  return packTable.filter(wanted).flatMap(row => {
    const match = matchOf(row, facts)
    return match === null ? [] : [{ row, ...match }]
  })
}

function matchOf(row: PackRow, facts: ProjectFacts): { asked: string; cause: string } | null {
  if (row.always === true) return { asked: row.pack, cause: 'always on' }
  if (row.entry === true && facts.hasEntry)
    return { asked: 'The exports of package.json', cause: 'entry in package.json' }
  const dependency = dependencyOf(row, facts)
  if (dependency !== null)
    return { asked: dependency.name, cause: `dependency ${dependency.name} of ${dependency.path}` }
  const isAskedBy = picomatch([...(row.files ?? [])], { dot: true })
  const file = (row.files ?? []).length === 0 ? undefined : facts.files.find(path => isAskedBy(path))
  return file === undefined ? null : { asked: file, cause: `file ${file}` }
}

function dependencyOf(row: PackRow, facts: ProjectFacts): { name: string; path: string } | null {
  for (const [name, path] of facts.dependencies) {
    if ((row.dependencies ?? []).some(pattern => namesDependency(pattern, name))) return { name, path }
  }
  return null
}

const namesDependency = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

const notCovered = ({ row, asked }: MatchedRow): RunFinding => ({
  kind: 'notCovered',
  severity: 'info',
  description: `${asked} is not read.`,
  remedy: `Pack ${row.pack} is not available yet.`,
})

function listedContracts(contracts: SussConfig['contracts']): ContractEntry[] {
  if (contracts === undefined || contracts === 'auto') return []
  return contracts.filter(entry => entry !== 'auto')
}

const unreadContract = ({ path, from }: { path: string; from: string }): RunFinding => ({
  kind: 'notCovered',
  severity: 'warning',
  description: `${path} is not read.`,
  remedy: `Reader ${from} is not available yet.`,
})
