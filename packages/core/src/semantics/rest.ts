/** HTTP calls and routes: `GET /users/{id}`. Hosts and services are settled while pairing. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'
import { expandAlternatives, hasAlternatives } from './rest-alternatives.js'
import { normalizePath, readSegments, type Segment } from './rest-path.js'
import { pathContains } from './rest-relate.js'

type Rest = SemanticsOf<'rest'>

/** Each path the text stands for, in segments. */
export const restPaths = (path: string): Segment[][] =>
  expandAlternatives(normalizePath(path)).map(text => readSegments(normalizePath(text)))

export const methodsAgree = (a: string | null, b: string | null): boolean => {
  if (a === null || b === null) return false
  return a === '*' || b === '*' || a.toUpperCase() === b.toUpperCase()
}

export const rest: Protocol<'rest'> = {
  identityKey: ({ method, path }) =>
    method === null || path === null ? null : `${method.toUpperCase()} ${normalizePath(path)}`,

  bucket({ method, path, optionalFormat }: Rest) {
    if (method === null || path === null) return null
    const normal = normalizePath(path)
    const segments = readSegments(normal)
    const open =
      optionalFormat === true || hasAlternatives(normal) || segments.some(({ type }) => type === 'variable')
    return open ? '*' : String(segments.length)
  },

  agrees: (provider, consumer) =>
    provider.path !== null &&
    consumer.path !== null &&
    methodsAgree(provider.method, consumer.method) &&
    restPaths(consumer.path).some(client =>
      restPaths(provider.path ?? '').some(route => pathContains(route, client)),
    ),

  unreadField: ({ method, path }) => (path === null ? 'path' : method === null ? 'method' : null),
}
