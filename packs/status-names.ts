/** Statuses by the names libraries give their errors, in lower camel case. */
import { STATUS_CODES } from 'node:http'

const camel = (name: string): string => {
  const words = name
    .replace(/[^A-Za-z ]/g, '')
    .split(' ')
    .filter(Boolean)
  return words
    .map((w, i) => (i === 0 ? w.toLowerCase() : w[0]?.toUpperCase() + w.slice(1).toLowerCase()))
    .join('')
}

/** `notFound` → 404, for every status from 400 on; 418 has a name of its own. */
export const errorStatuses: Readonly<Record<string, number>> = Object.fromEntries([
  ...Object.entries(STATUS_CODES)
    .filter(([code]) => Number(code) >= 400 && code !== '418')
    .map(([code, name]) => [camel(name ?? ''), Number(code)]),
  ['unprocessableEntity', 422],
  ['payloadTooLarge', 413],
  ['uriTooLong', 414],
  ['imateapot', 418],
  ['tooManyRequests', 429],
])
