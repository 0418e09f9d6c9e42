/** Client addresses: base and path joined, split by the URL grammar, query taken off (extraction.md B2, B3). */
import type { ReasonCode } from '../../ir/index.js'
import type { Text, TextHole } from '../../values/text.js'

export interface ClientAddress {
  path: string | null
  host: string | null
  /** Query names with their literal value; null for a value that is not literal. */
  query: Record<string, string | null>
  /** Text that is not read may hold more names. */
  queryOpen: boolean
  reason: ReasonCode | null
}

const written = (text: Text): string =>
  text.map(p => (typeof p === 'string' ? p.replace(/[{}]/g, '') : `{${p.hole}}`)).join('')

/** Base and path as one text; an absolute path ignores the base. */
export function joinBase(base: Text | null, path: Text): Text {
  const [first] = path
  if (!base || (typeof first === 'string' && /^([a-z][a-z0-9+.-]*:)?\/\//i.test(first))) return path
  const head = readableBase(base)
    .map((p, i) => (i === base.length - 1 && typeof p === 'string' ? p.replace(/\/+$/, '') : p))
    .filter(p => p !== '')
  const tail = path
    .map((p, i) => (i === 0 && typeof p === 'string' ? p.replace(/^\/+/, '') : p))
    .filter(p => p !== '')
  return tail.length === 0 ? head : [...head, '/', ...tail]
}

/** A hole glued to text (`${base}api`) makes the whole base unread: the path stays as the call wrote it. */
function readableBase(base: Text): Text {
  const [first, second] = base
  const isGlued = typeof first === 'object' && second !== undefined && !(typeof second === 'string' && /^[/?#]/.test(second))
  return isGlued ? [first] : base
}

export function addressOf(text: Text): ClientAddress {
  const none = (reason: ReasonCode): ClientAddress => ({ path: null, host: null, query: {}, queryOpen: true, reason })
  const [first, second] = text
  if (text.length === 0 || first === undefined) return none('unreadPath')
  if (typeof first !== 'string') {
    if (text.length === 1) return none(first.reason === 'environmentValue' ? 'unreadPrefix' : first.reason)
    if (typeof second !== 'string' || !/^[/?#]/.test(second)) return none('unreadPrefix')
    return { ...splitPath(written(text.slice(1))), host: `{${first.hole}}` }
  }
  const whole = written(text)
  // relative to a page that is not known
  if (whole === '' || /^[?#]/.test(whole)) return none('unreadPath')
  const absolute = /^(?:([a-z][a-z0-9+.-]*):)?\/\/([^/?#]*)(.*)$/is.exec(whole)
  if (!absolute) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(whole)) return none('externalValue')
    return { ...splitPath(whole), host: null }
  }
  const scheme = (absolute[1] ?? '').toLowerCase()
  return { ...splitPath(absolute[3] ?? ''), host: hostOf(absolute[2] ?? '', scheme) }
}

/** Lower case outside holes, default ports and credentials dropped. */
function hostOf(authority: string, scheme: string): string {
  const bare = authority.slice(authority.lastIndexOf('@') + 1)
  const lower = bare.replace(/\{[^}]*\}|[^{]+/g, part => (part.startsWith('{') ? part : part.toLowerCase()))
  const port = scheme === 'http' ? ':80' : scheme === 'https' ? ':443' : null
  return port !== null && lower.endsWith(port) ? lower.slice(0, -port.length) : lower
}

function splitPath(text: string): Omit<ClientAddress, 'host'> {
  const hash = outside(text, '#')
  const noFragment = hash < 0 ? text : text.slice(0, hash)
  const mark = outside(noFragment, '?')
  const path = mark < 0 ? noFragment : noFragment.slice(0, mark)
  const written = mark < 0 ? '' : noFragment.slice(mark + 1)
  // a hole that is no segment or value of its own may hold a query
  const queryOpen = mark < 0 ? /[^/]\{[^}]*\}$/.test(path) : written.split('&').some(part => /^[^=]*\{/.test(part))
  return { path: path === '' ? '/' : path.startsWith('/') ? path : `/${path}`, query: queryOf(written), queryOpen, reason: null }
}

/** First index of the character outside braces. */
function outside(text: string, character: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}') depth--
    else if (depth === 0 && text[i] === character) return i
  }
  return -1
}

function queryOf(text: string): Record<string, string | null> {
  const out: Record<string, string | null> = {}
  for (const part of text.split('&')) {
    const [name = '', ...rest] = part.split('=')
    if (name === '' || name.includes('{')) continue
    const value = rest.join('=')
    Object.defineProperty(out, decode(name), {
      value: value.includes('{') ? null : decode(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return out
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

export const holesOf = (text: Text): TextHole[] => text.filter((p): p is TextHole => typeof p !== 'string')

/** Several whole addresses of one host as one path with alternatives. */
export function alternatives(addresses: readonly ClientAddress[]): ClientAddress | null {
  const [first] = addresses
  if (!first || addresses.some(a => a.path === null || a.host !== first.host)) return null
  const paths = [...new Set(addresses.map(a => a.path ?? ''))]
  if (paths.length === 1) return first
  if (paths.some(p => /[()|]/.test(p))) return null
  return {
    ...first,
    path: `/(${paths.map(p => p.replace(/^\//, '')).join('|')})`,
    query: commonQuery(addresses),
    queryOpen: true,
  }
}

/** A value that differs from address to address is not read. */
function commonQuery(addresses: readonly ClientAddress[]): ClientAddress['query'] {
  const names = [...new Set(addresses.flatMap(({ query }) => Object.keys(query)))]
  return Object.fromEntries(
    names.map(name => {
      const [value = null, ...others] = [...new Set(addresses.map(({ query }) => (Object.hasOwn(query, name) ? query[name] : undefined)))]
      return [name, others.length === 0 ? value : null]
    }),
  )
}
