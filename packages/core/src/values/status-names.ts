/** Statuses by the names libraries give them: the IANA names and their older spellings (packs.md A3). */
import { STATUS_CODES } from 'node:http'

const older: Readonly<Record<string, number>> = {
  requesttoolong: 413, requestentitytoolarge: 413, payloadtoolarge: 413, contenttoolarge: 413,
  requesturitoolong: 414, uritoolong: 414, requestedrangenotsatisfiable: 416, rangenotsatisfiable: 416,
  imateapot: 418, teapot: 418, unprocessableentity: 422, unprocessablecontent: 422, multistatus: 207, movedtemporarily: 302,
  insufficientspaceonresource: 419, methodfailure: 420, misdirected: 421, httpversionnotsupported: 505, nonauthoritativeinformation: 203,
}

const normal = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const table: ReadonlyMap<string, number> = new Map([
  ...Object.entries(STATUS_CODES).map(([code, name]): [string, number] => [normal(name ?? ''), Number(code)]),
  ...Object.entries(older),
])

/** The status a constant or an error class is named after; null for a name the table lacks. */
export function statusByName(name: string, prefix = ''): number | null {
  const key = normal(name)
  const bare = prefix ? key.replace(new RegExp(`^${normal(prefix)}`), '') : key
  return table.get(bare) ?? null
}
