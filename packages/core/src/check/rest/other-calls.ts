/** Tests of a status that belong, or may belong, to another call of the same function. */
import type { Place, Test } from '../../ir/index.js'
import type { RestUnit } from '../../pair/index.js'

/** Where the other calls of a client's function start. */
export type OtherCalls = (client: RestUnit) => readonly Place[]

const functionKey = ({ summary: { location, identity } }: RestUnit): string =>
  JSON.stringify([
    location.workspace ?? null,
    location.file,
    location.range.start,
    location.range.end,
    location.span ?? null,
    identity.name,
  ])

export function otherCallsOf(clients: readonly RestUnit[]): OtherCalls {
  const byFunction = new Map<string, RestUnit[]>()
  for (const client of clients) {
    const known = byFunction.get(functionKey(client))
    if (known) known.push(client)
    else byFunction.set(functionKey(client), [client])
  }
  return client =>
    (byFunction.get(functionKey(client)) ?? []).flatMap(({ id, http }) =>
      id === client.id || http.call === undefined ? [] : [http.call],
    )
}

const sameFile = (a: Place, b: Place): boolean => a.file === b.file && a.workspace === b.workspace

interface Tested {
  value: number
  place: Place
}

const statusTests = (tests: readonly Test[]): Tested[] =>
  tests.flatMap(({ on, value, place }) =>
    on === 'status' && typeof value === 'number' ? [{ value, place }] : [],
  )

/** A response cannot be looked at before its call. */
export function foreignStatuses(tests: readonly Test[], call: Place | undefined): Set<number> {
  if (!call) return new Set()
  const noted = statusTests(tests)
  const isBefore = ({ place }: Tested): boolean => sameFile(place, call) && place.end <= call.start
  const own = new Set(noted.filter(test => !isBefore(test)).map(({ value }) => value))
  return new Set(
    noted
      .filter(isBefore)
      .map(({ value }) => value)
      .filter(value => !own.has(value)),
  )
}

/** Another call stands between this one and the test, so that the test may be of either. */
export function ambiguousStatuses(
  tests: readonly Test[],
  call: Place | undefined,
  others: readonly Place[],
): Set<number> {
  if (!call) return new Set()
  const isBetween = ({ place }: Tested): boolean =>
    others.some(other => sameFile(other, place) && other.start > call.start && other.start < place.start)
  return new Set(
    statusTests(tests)
      .filter(isBetween)
      .map(({ value }) => value),
  )
}
