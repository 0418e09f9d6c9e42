/** Runs the chosen readers over the contract files of a project (packs.md 5). */
import picomatch from 'picomatch'
import type { SourceHost } from '../host.js'
import { type BehavioralSummary, httpFacts, isRecord, type Place, type ReasonCode, unitId } from '../ir/index.js'
import { withUniqueIds } from '../link/unique-ids.js'
import type { ContractNote, ListedContract, LoadedReader } from '../pack/index.js'

export interface Contracts {
  summaries: BehavioralSummary[]
  incomplete: { file: string; reason: ReasonCode; detail: string }[]
  /** Files each reader was given, by its name. */
  files: ReadonlyMap<string, number>
}

export function readContracts(host: SourceHost, readers: readonly LoadedReader[]): Contracts {
  const read = readers.flatMap(loaded => {
    const { reader, listed } = loaded
    if (!('read' in reader)) return []
    const isWanted = filesOf(loaded)
    const files = [...host.otherFiles(), ...host.files()].sort().flatMap(path => {
      const text = isWanted(path) ? host.read(path) : undefined
      return text === undefined ? [] : [{ path, text }]
    })
    return [{ reader, listed: listed ?? [], files, found: reader.read(files, { sources: host.files() }) }]
  })
  return {
    summaries: distinct(read.flatMap(({ found, listed }) => found.summaries.map(summary => placed(ofService(summary, listed), host)))),
    incomplete: read.flatMap(({ reader, found }) => found.notes.map(note => incompleteOf(reader.name, note))),
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
  const { places } = summary.metadata ?? {}
  return {
    ...summary,
    location: { ...summary.location, file, ...(workspace === null ? {} : { workspace }) },
    identity: { ...summary.identity, id: unitId({ workspace, file, exportPath, name }) },
    ...(isRecord(places) ? { metadata: { ...summary.metadata, places: placesAt(places as Record<string, Place>, host) } } : {}),
  }
}

const placesAt = (places: Readonly<Record<string, Place>>, host: SourceHost): Record<string, Place> =>
  Object.fromEntries(
    Object.entries(places).map(([pointer, place]) => {
      if (place.file === undefined) return [pointer, place]
      const { workspace, file } = host.place(place.file)
      return [pointer, { ...place, file, ...(workspace === null ? {} : { workspace }) }]
    }),
  )
