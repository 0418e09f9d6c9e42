/** The normal form of a REST path and its segments. Holes keep their names for display only. */
import { mapOutsideHoles, skipBracket, splitOutside } from './rest-text.js'

export type Segment =
  | { type: 'literal'; text: string }
  | { type: 'mixed'; text: string; parts: string[] } // parts: the fixed texts around the holes
  | { type: 'one'; text: string }
  | { type: 'variable'; text: string; min: 0 | 1; max: number }

const nameAt = /^:([A-Za-z_]\w*)/

/** Cuts query and fragment; a `?` that makes a `:name` optional stays. */
function cutQuery(path: string): string {
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i)
    if (char === '{' || char === '(') {
      i = skipBracket(path, i) - 1
      continue
    }
    if (char === '#') return path.slice(0, i)
    if (char !== '?') continue
    const endsSegment = i + 1 === path.length || path.charAt(i + 1) === '/'
    const afterName = /:[A-Za-z_]\w*(\([^/]*\))?$/.test(path.slice(0, i))
    if (!(endsSegment && afterName)) return path.slice(0, i)
  }
  return path
}

/** `:name`, `:name?`, `:name(regex)` and a bare `*` as holes. */
function bracedHoles(path: string): string {
  let out = ''
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i)
    if (char === '{') {
      const end = skipBracket(path, i)
      out += path.slice(i, end)
      i = end - 1
      continue
    }
    const name = char === ':' ? nameAt.exec(path.slice(i))?.[1] : undefined
    if (name === undefined) {
      out += char
      continue
    }
    let end = i + 1 + name.length
    if (path.charAt(end) === '(') end = skipBracket(path, end)
    const suffix = /^[?+*]/.test(path.slice(end)) ? path.charAt(end) : ''
    out += `{${name}${suffix}}`
    i = end + suffix.length - 1
  }
  return splitOutside(out, '/')
    .map(part => (part === '*' ? '{*}' : part))
    .join('/')
}

/** Percent-encoding of characters that need none is undone, so that `%7Eme` and `~me` are one text. */
function decodeUnreserved(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (whole, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9\-._~]/.test(char) ? char : whole
  })
}

/** The normal form: no query, holes in braces, one leading slash, none at the end. */
export function normalizePath(path: string): string {
  const holes = mapOutsideHoles(bracedHoles(cutQuery(path)), decodeUnreserved)
  const parts = splitOutside(holes, '/').filter(part => part !== '')
  return `/${parts.join('/')}`
}

/** The same path with every hole name gone: what two spellings of one route share. */
export const blankHoles = (path: string): string => {
  let out = ''
  for (let i = 0; i < path.length; i++) {
    if (path.charAt(i) !== '{') {
      out += path.charAt(i)
      continue
    }
    const end = skipBracket(path, i)
    const suffix = /[?+*]\}$/.exec(path.slice(i, end))?.[0].charAt(0) ?? ''
    out += `{${suffix}}`
    i = end - 1
  }
  return out
}

const variableRange = {
  '?': { min: 0, max: 1 },
  '+': { min: 1, max: Infinity },
  '*': { min: 0, max: Infinity },
} as const

function readSegment(text: string): Segment {
  if (!text.includes('{')) return { type: 'literal', text: text.toLowerCase() }
  const whole = text.startsWith('{') && skipBracket(text, 0) === text.length
  const suffix = whole ? text.charAt(text.length - 2) : ''
  if (suffix === '?' || suffix === '+' || suffix === '*')
    return { type: 'variable', text, ...variableRange[suffix] }
  if (whole) return { type: 'one', text }
  const parts = ['']
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) !== '{') {
      parts.push((parts.pop() ?? '') + text.charAt(i).toLowerCase())
      continue
    }
    parts.push('')
    i = skipBracket(text, i) - 1
  }
  return { type: 'mixed', text, parts }
}

/** Segments of a path in normal form without alternatives. */
export const readSegments = (path: string): Segment[] =>
  splitOutside(path, '/')
    .filter(part => part !== '')
    .map(readSegment)
