/** A reader of contract files (packs.md 5): texts in, summaries out, nothing else touched. */
import { type BehavioralSummary, type LineRange, lineRange, lineStarts, type Place, placeOf } from '../ir/index.js'

export interface ContractFile {
  /** From the project's root, "/"-separated. */
  path: string
  text: string
  /** The package it lies in. */
  workspace?: string
  /** Code of its package names it as the contract it serves. */
  served?: true
  /** Made from its code, for want of a file. */
  derived?: true
}

interface AnyReader {
  name: string
  /** Globs over the files of the project, from its root. */
  files: readonly string[]
  /** Globs of files that are read only where suss.json lists them: documents of tests and examples. */
  unlisted?: readonly string[]
}

export interface TextReader extends AnyReader {
  /** Pure: the same texts give the same answer. */
  read(files: readonly ContractFile[], project: ContractProject): ReadContracts
}

/** What a document may speak of besides itself. */
export interface ContractProject {
  /** Source files of the project, from its root. */
  sources: readonly string[]
}

/** Contracts written as code: core reads them, with names and values followed. */
export interface CodeReader extends AnyReader {
  reads: 'stories'
}

export type ContractReader = TextReader | CodeReader

export interface ReadContracts {
  /** Locations name the file by its path; ids are given by core. */
  summaries: BehavioralSummary[]
  notes: ContractNote[]
}

/** A part of a document that was not read. */
export interface ContractNote {
  path: string
  line: number
  detail: string
}

export interface ListedContract {
  /** A path or glob from the project's root. */
  path: string
  /** The service that the document speaks of. */
  service?: string
}

/** A reader ready to run. */
export interface LoadedReader {
  reader: ContractReader
  /** What `contracts` of suss.json lists for it; null: nothing, its own globs. */
  listed: readonly ListedContract[] | null
  cause: string
}

export const defineReader = <R extends ContractReader>(reader: R): R => reader

export const isContractReader = (value: unknown): value is ContractReader =>
  typeof value === 'object' &&
  value !== null &&
  'files' in value &&
  (('read' in value && typeof value.read === 'function') || ('reads' in value && value.reads === 'stories'))

/** Offsets of a text, the end not included, as lines and columns. */
export function placesIn(text: string): { range(start: number, end: number): LineRange; place(start: number, end: number): Place } {
  const starts = lineStarts(text)
  return {
    range: (start, end) => lineRange(starts, { start, end }),
    place: (start, end) => placeOf(starts, { start, end }),
  }
}
