/** The reads of a client, each place once, with all paths that hold it. */
import type { Place, Read } from '../../ir/index.js'
import { clientTests, readsStatus, type ClientPath, type ClientView } from './client-view.js'
import type { Answer } from './provider-view.js'
import { lacks } from '../shape/lacks.js'

export interface ReadGroup {
  path: string[]
  /** Absent where only the shape of the reads is known. */
  read?: Read
  paths: ClientPath[]
}

/** What is shown: a read inside an expanded wrapper is shown at the call. */
export const shownPlace = ({ read }: ReadGroup): Place | undefined =>
  read === undefined || read.inWrapper ? undefined : read.place

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((step, i) => path[i] === step)

export const samePathText = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && startsWith(a, b)

/** A condition or test of the client looks at the path or at what holds it. */
export const isTested = (client: ClientView, path: readonly string[]): boolean =>
  clientTests(client).some(test => test.path.length > 0 && startsWith(path, test.path))

const placeKey = ({ path, place }: Read): string =>
  JSON.stringify([path, place.workspace ?? null, place.file ?? null, place.start, place.end])

function grouped(
  entries: readonly { key: string; path: string[]; read?: Read; holder: ClientPath }[],
): ReadGroup[] {
  const groups = new Map<string, ReadGroup>()
  for (const { key, path, read, holder } of entries) {
    const group = groups.get(key) ?? { path, ...(read ? { read } : {}), paths: [] }
    if (!group.paths.includes(holder)) group.paths.push(holder)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Reads that want the value to be there, by place; by path where places are missing. */
export function requiredReads(client: ClientView): ReadGroup[] {
  return grouped(
    client.paths.flatMap(holder => {
      const noted = (holder.http.reads ?? []).filter(read => read.path.length > 0)
      const placed = noted
        .filter(({ optional }) => optional === undefined)
        .map(read => ({ key: placeKey(read), path: read.path, read, holder }))
      const unplaced = holder.reads
        .filter(({ path, optional }) => !optional && !noted.some(read => startsWith(read.path, path)))
        .map(({ path }) => ({ key: JSON.stringify(path), path, holder }))
      return [...placed, ...unplaced]
    }),
  )
}

/** Every noted read, optional ones too. */
export const notedReads = (client: ClientView): ReadGroup[] =>
  grouped(
    client.paths.flatMap(holder =>
      (holder.http.reads ?? []).map(read => ({ key: placeKey(read), path: read.path, read, holder })),
    ),
  )

/** A path with a required body field does not run on a body without it. */
const isExcluded = ({ tests }: ClientPath, { body }: Answer): boolean =>
  body !== null &&
  tests.some(
    ({ requires, path }) => requires === true && path.length > 0 && lacks(body, path).result === 'yes',
  )

/** The answers whose body a path was written for. */
export const answersFor = (path: ClientPath, answers: readonly Answer[]): Answer[] =>
  answers.filter(answer => readsStatus(path, answer.status) && !isExcluded(path, answer))

/** Statuses with at least one certain answer, and all answers under them. */
export function readAnswers(paths: readonly ClientPath[], answers: readonly Answer[]): Map<number, Answer[]> {
  const out = new Map<number, Answer[]>()
  const reached = new Set(
    paths.flatMap(path => {
      const own = answersFor(path, answers)
      const certain = new Set(own.filter(answer => answer.certain).map(({ status }) => status))
      return own.filter(({ status }) => certain.has(status))
    }),
  )
  for (const answer of answers) {
    if (reached.has(answer)) out.set(answer.status, [...(out.get(answer.status) ?? []), answer])
  }
  return new Map([...out].sort(([a], [b]) => a - b))
}
