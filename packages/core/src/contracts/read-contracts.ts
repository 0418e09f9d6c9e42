/** Runs the chosen readers over the contract files of a project (packs.md 5). */
import picomatch from 'picomatch'
import type { SourceHost } from '../host.js'
import { type BehavioralSummary, httpFacts, isRecord, type Place, type ReasonCode, type RunFinding, unitId, type WrittenPart } from '../ir/index.js'
import { withUniqueIds } from '../link/unique-ids.js'
import type { ContractFile, ContractNote, ContractReader, ListedContract, LoadedReader, ReadContracts } from '../pack/index.js'

export interface Contracts {
  summaries: BehavioralSummary[]
  incomplete: { file: string; reason: ReasonCode; detail: string }[]
  /** Readers that failed as a whole. */
  run: RunFinding[]
  /** Files each reader was given, by its name. */
  files: ReadonlyMap<string, number>
}

/** SDL that code holds or names, by the reader it is for. */
export interface ContractInCode {
  reader: string
  path: string
  /** Null: the file itself. */
  text: string | null
  /** `served`: what its package serves, and all of it. `derived`: made from code. */
  as: 'served' | 'part' | 'derived'
}

export function readContracts(host: SourceHost, readers: readonly LoadedReader[], inCode: readonly ContractInCode[] = []): Contracts {
  const run: RunFinding[] = []
  const read = readers.flatMap(loaded => {
    const { reader, listed } = loaded
    if (!('read' in reader)) return []
    const isWanted = filesOf(loaded)
    const own = inCode.filter(one => one.reader === reader.name)
    const named = new Map(own.flatMap(({ path, text, as }) => (text === null ? [[path, as]] : [])))
    const files = [...host.otherFiles(), ...host.files()].sort().flatMap((path): ContractFile[] => {
      const text = isWanted(path) || named.has(path) ? host.read(path) : undefined
      return text === undefined ? [] : [fileAt(path, text, named.get(path) ?? 'part')]
    })
    const texts = new Map(own.flatMap(({ path, text, as }) => (text === null ? [] : [[`${path}\n${text}`, fileAt(path, text, as)]])))
    files.push(...texts.values())
    return [{ reader, listed: listed ?? [], files, found: readBy(reader, files) }]
  })
  function readBy(reader: Extract<ContractReader, { read: unknown }>, files: readonly ContractFile[]): ReadContracts {
    try {
      return reader.read(files, { sources: host.files() })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      run.push({ kind: 'readFailed', severity: 'error', description: `The contracts of ${reader.name} could not be read: ${message}.`, remedy: 'Fix the cause; the rest was checked.' })
      return { summaries: [], notes: [] }
    }
  }
  function fileAt(path: string, text: string, as: ContractInCode['as']): ContractFile {
    const { workspace } = host.place(path)
    return { path, text, ...(workspace === null ? {} : { workspace }), ...(as === 'part' ? {} : { [as]: true }) }
  }
  return {
    summaries: distinct(read.flatMap(({ found, listed }) => found.summaries.map(summary => placed(ofService(summary, listed), host)))),
    incomplete: read.flatMap(({ reader, found }) => found.notes.map(note => incompleteOf(reader.name, note))),
    run,
    files: new Map(read.map(({ reader, files }) => [reader.name, files.length])),
  }
}

/** Which files a reader is given: those suss.json lists, else its own. */
export const filesOf = ({ reader, listed }: LoadedReader): ((file: string) => boolean) =>
  listed
    ? picomatch(listed.map(({ path }) => path), { dot: true })
    : picomatch([...reader.files], { dot: true, ignore: [...(reader.unlisted ?? [])] })

/** One part of a document may declare several things. */
const distinct = (summaries: readonly BehavioralSummary[]): BehavioralSummary[] =>
  withUniqueIds(summaries.map(summary => ({ summary }))).map(({ summary }) => summary)

export const incompleteOf = (reader: string, { path, line, detail }: ContractNote): Contracts['incomplete'][number] => ({
  file: path,
  reason: 'contractUnread',
  detail: `line ${line}: ${reader}: ${detail}`,
})

/** The service that suss.json names for the document. */
function ofService(summary: BehavioralSummary, listed: readonly ListedContract[]): BehavioralSummary {
  const service = listed.find(entry => entry.service !== undefined && picomatch.isMatch(summary.location.file, entry.path, { dot: true }))?.service
  return service === undefined
    ? summary
    : { ...summary, metadata: { ...summary.metadata, http: { ...httpFacts(summary), service } } }
}

/** A reader knows paths from the root only. */
function placed(summary: BehavioralSummary, host: SourceHost): BehavioralSummary {
  const { workspace, file } = host.place(summary.location.file)
  const { name, exportPath } = summary.identity
  const { places, graphql } = summary.metadata ?? {}
  return {
    ...summary,
    location: { ...summary.location, file, ...(workspace === null ? {} : { workspace }) },
    identity: { ...summary.identity, id: unitId({ workspace, file, exportPath, name }) },
    metadata: {
      ...summary.metadata,
      ...(isRecord(places) ? { places: placesAt(places as Record<string, Place>, host) } : {}),
      ...(isRecord(graphql) && Array.isArray(graphql['written'])
        ? { graphql: { ...graphql, written: (graphql['written'] as WrittenPart[]).map(part => ({ ...part, place: placeAt(part.place, host) })) } }
        : {}),
    },
  }
}

const placesAt = (places: Readonly<Record<string, Place>>, host: SourceHost): Record<string, Place> =>
  Object.fromEntries(Object.entries(places).map(([pointer, place]) => [pointer, placeAt(place, host)]))

function placeAt(place: Place, host: SourceHost): Place {
  if (place.file === undefined) return place
  const { workspace, file } = host.place(place.file)
  return { ...place, file, ...(workspace === null ? {} : { workspace }) }
}
