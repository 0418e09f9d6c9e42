/** Whether a path written for the framework's own matching holds a route (exclusions, routes of middleware). */

/** Segments; `wild`: anything may follow, `optional`: also nothing. */
interface Pattern {
  segments: readonly string[]
  wild: 'none' | 'any' | 'some'
}

const isParameter = (segment: string): boolean => segment.startsWith(':') || segment.startsWith('{')

function parse(path: string): Pattern {
  const cleaned = path.replace(/^\/+|\/+$/g, '')
  if (/^(\*|\(\.\*\)|\*\w+|\{\*\w+\}|\{\/\*\w+\})$/.test(cleaned)) return { segments: [], wild: 'any' }
  const rest = /^(.*?)(?:\/?\{\/?\*\w*\}|\/\(\.\*\)|\/\*\w*)$/.exec(cleaned)
  if (!rest) return { segments: cleaned === '' ? [] : cleaned.split('/'), wild: 'none' }
  const head = (rest[1] ?? '').replace(/\/+$/, '')
  return { segments: head === '' ? [] : head.split('/'), wild: cleaned.includes('{') ? 'any' : 'some' }
}

const segmentsOf = (path: string): string[] => {
  const cleaned = path.replace(/^\/+|\/+$/g, '')
  return cleaned === '' ? [] : cleaned.split('/')
}

/** `exact`: the whole route; `prefix`: the route lies at or below it. */
export function holdsRoute(pattern: string, route: string, how: 'exact' | 'prefix'): boolean {
  const { segments, wild } = parse(pattern)
  const own = segmentsOf(route)
  if (own.length < segments.length) return false
  const same = segments.every((s, i) => isParameter(s) || s.toLowerCase() === own[i]?.toLowerCase())
  if (!same) return false
  if (how === 'prefix') return true
  if (wild === 'none') return own.length === segments.length
  return wild === 'any' || own.length > segments.length
}
