/** What the commonest middleware of Hono and of other packages answers by itself. */
import type { LibraryWrapper } from '@suss/core/pack'

type Outcomes = NonNullable<LibraryWrapper['outcomes']>

const before = (module: string, names: readonly string[], outcomes?: Outcomes): LibraryWrapper[] =>
  names.map(name => ({ module, name, role: 'before', ...(outcomes === undefined ? {} : { outcomes }) }))

/** They answer nothing; validators answer as `requestValidation` says. */
export const silent: Readonly<Record<string, readonly string[]>> = {
  'hono/cache': ['cache'],
  'hono/compress': ['compress'],
  'hono/context-storage': ['contextStorage'],
  'hono/cors': ['cors'],
  'hono/etag': ['etag'],
  'hono/logger': ['logger'],
  'hono/pretty-json': ['prettyJSON'],
  'hono/request-id': ['requestId'],
  'hono/secure-headers': ['secureHeaders'],
  'hono/timing': ['timing'],
  'hono/trailing-slash': ['appendTrailingSlash', 'trimTrailingSlash'],
  'stoker/middlewares': ['notFound', 'serveEmojiFavicon'],
  '@hono/zod-validator': ['zValidator'],
  '@hono/valibot-validator': ['vValidator'],
  '@hono/standard-validator': ['sValidator'],
}

/** They throw an `HTTPException` of this status when they refuse a request. */
export const refusing: Readonly<Record<string, { name: string; status: number }>> = {
  'hono/basic-auth': { name: 'basicAuth', status: 401 },
  'hono/bearer-auth': { name: 'bearerAuth', status: 401 },
  'hono/body-limit': { name: 'bodyLimit', status: 413 },
  'hono/csrf': { name: 'csrf', status: 403 },
  'hono/jwt': { name: 'jwt', status: 401 },
}

export const libraryWrappers: LibraryWrapper[] = [
  ...Object.entries(silent).flatMap(([module, names]) => before(module, names)),
  ...Object.entries(refusing).flatMap(([module, { name, status }]) =>
    before(module, [name], [{ status, rule: 'refused', thrown: 'HTTPException' }]),
  ),
  {
    module: 'stoker/middlewares',
    name: 'onError',
    role: 'onThrow',
    outcomes: [{ status: 500, rule: 'uncaught', statusFrom: 'throw' }],
  },
  ...before('stoker/openapi', ['defaultHook'], [{ status: 422, rule: 'invalid' }]),
  ...before('@scalar/hono-api-reference', ['Scalar', 'apiReference'], [{ status: 200, rule: 'page' }]),
]
