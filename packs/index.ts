/** The packs of this package; each is imported by its own path, `@suss/packs/<name>`. */
export const packNames = [
  'axios',
  'express',
  'fastify',
  'fetch',
  'hono',
  'nextjs',
  'node',
  'ofetch',
  'react',
  'ts-rest',
] as const
