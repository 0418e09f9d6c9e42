/** The packs of this package; each is imported by its own path, `@suss/packs/<name>`. */
export const packNames = [
  'apollo',
  'apollo-client',
  'axios',
  'express',
  'fastify',
  'fetch',
  'hono',
  'nestjs-graphql',
  'nestjs-rest',
  'nextjs',
  'node',
  'ofetch',
  'package-exports',
  'react-router',
  'react',
  'ts-rest',
] as const
