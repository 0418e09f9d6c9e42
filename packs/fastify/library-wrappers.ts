/** What the plugins of Fastify's own organisation answer by themselves. */
import type { LibraryWrapper } from '@suss/core/pack'

/** They answer nothing. */
export const silent = [
  'accepts',
  'autoload',
  'circuit-breaker',
  'compress',
  'cookie',
  'cors',
  'env',
  'etag',
  'formbody',
  'helmet',
  'jwt',
  'mongodb',
  'multipart',
  'mysql',
  'postgres',
  'redis',
  'schedule',
  'sensible',
  'session',
  'static',
  'swagger',
  'swagger-ui',
  'view',
  'websocket',
]

/** They throw an error of this status when they refuse a request. */
export const refusing: Readonly<Record<string, number>> = {
  'basic-auth': 401,
  'bearer-auth': 401,
  'csrf-protection': 403,
  'rate-limit': 429,
  'under-pressure': 503,
}

const plugin = (name: string, outcomes: Pick<LibraryWrapper, 'outcomes'> = {}): LibraryWrapper => ({
  module: `@fastify/${name}`,
  name: 'default',
  role: 'before',
  ...outcomes,
})

export const libraryWrappers: LibraryWrapper[] = [
  ...silent.map(name => plugin(name)),
  ...Object.entries(refusing).map(([name, status]) =>
    plugin(name, { outcomes: [{ status, rule: 'refused', thrown: null }] }),
  ),
]
