/** Which packs and contract readers a dependency or a file asks for (packs.md 2), as data. */

export interface PackRow {
  pack: string
  /** It can be picked today; the others are named once as not read. */
  built: boolean
  /** Always on. */
  always?: true
  /** Names in a dependency list; `*` at the end stands for any rest. */
  dependencies?: readonly string[]
  /** Globs over the files of the project. */
  files?: readonly string[]
  /** The package.json of the project names an entry. */
  entry?: true
  /** It reads contracts, so `contracts` chooses it and not `packs`. */
  reader?: true
}

const later = (pack: string, dependencies: readonly string[], files: readonly string[] = []): PackRow => ({
  pack,
  built: false,
  dependencies,
  files,
})

const reader = (pack: string, files: readonly string[], built = false): PackRow => ({
  pack,
  built,
  reader: true,
  files,
})

const templateFiles = [
  '**/template.{yaml,yml,json}',
  '**/{sam,cloudformation,cfn}*.{yaml,yml,json}',
  '**/*.template.{yaml,yml,json}',
  '**/samconfig.toml',
]

export const packTable: readonly PackRow[] = [
  { pack: 'express', built: true, dependencies: ['express'] },
  { pack: 'axios', built: true, dependencies: ['axios', '@nestjs/axios'] },
  { pack: 'ofetch', built: true, dependencies: ['ofetch'] },
  { pack: 'fetch', built: true, always: true },
  { pack: 'node', built: true, always: true },
  { pack: 'fastify', built: true, dependencies: ['fastify'] },
  { pack: 'hono', built: true, dependencies: ['hono', '@hono/zod-openapi'] },
  { pack: 'nestjs-rest', built: true, dependencies: ['@nestjs/core', '@nestjs/common'] },
  { pack: 'nextjs', built: true, dependencies: ['next'] },
  { pack: 'ts-rest', built: true, dependencies: ['@ts-rest/core'] },
  {
    pack: 'react-router',
    built: true,
    dependencies: ['react-router', 'react-router-dom', '@remix-run/*', '@react-router/*'],
  },
  {
    pack: 'react',
    built: true,
    dependencies: ['react', 'next', 'react-router', 'react-router-dom', '@remix-run/*', '@react-router/*'],
  },
  {
    pack: 'apollo',
    built: true,
    dependencies: [
      '@apollo/server',
      'apollo-server*',
      'graphql-yoga',
      '@graphql-tools/schema',
      '@apollo/subgraph',
    ],
  },
  { pack: 'apollo-client', built: true, dependencies: ['@apollo/client'] },
  { pack: 'react-query', built: true, dependencies: ['@tanstack/react-query', 'react-query'] },
  { pack: 'swr', built: true, dependencies: ['swr'] },
  { pack: 'nestjs-graphql', built: true, dependencies: ['@nestjs/graphql'] },
  { pack: 'nestjs-microservices', built: true, dependencies: ['@nestjs/microservices'] },
  { pack: 'bullmq', built: true, dependencies: ['bullmq', '@nestjs/bullmq'] },
  { pack: 'prisma', built: true, dependencies: ['@prisma/client'], files: ['**/schema.prisma'] },
  { pack: 'vitest', built: true, dependencies: ['vitest', 'jest', 'mocha'] },
  { pack: 'package-exports', built: true, always: true },
  {
    pack: 'aws-lambda',
    built: true,
    dependencies: ['@types/aws-lambda', '@middy/core', '@aws-lambda-powertools/*'],
    files: templateFiles,
  },
  { pack: 'aws-sqs', built: true, dependencies: ['@aws-sdk/client-sqs'] },
  reader('openapi', ['**/*{openapi,swagger}*.{json,yaml,yml}'], true),
  {
    ...reader('graphql', ['**/*.{graphql,gql,graphqls}', '**/*{introspection,schema}.json'], true),
    // servers that hold their SDL in code
    dependencies: ['@apollo/server', 'apollo-server*', 'graphql-yoga', '@graphql-tools/schema', '@apollo/subgraph', '@nestjs/graphql'],
  },
  reader('prisma-schema', ['**/*.prisma'], true),
  reader('cloudformation', templateFiles, true),
  reader('storybook', ['**/.storybook/**', '**/*.stories.{ts,tsx,js,jsx}'], true),
  reader('wrangler', ['**/wrangler.{toml,json,jsonc}']),
  reader('serverless', ['**/serverless.{yml,yaml,json}']),
  reader('terraform', ['**/*.{tf,tf.json}']),
  reader('deploy', ['**/compose.{yaml,yml}', '**/docker-compose.*']),
  later('drizzle', ['drizzle-orm']),
  later('typeorm', ['typeorm', '@nestjs/typeorm']),
  later('cloudflare-workers', ['@cloudflare/workers-types']),
  later('urql', ['urql', '@urql/*']),
  later('openapi-fetch', ['openapi-fetch', 'openapi-react-query']),
  later('generated-clients', ['orval', '@hey-api/*']),
  later('rtk-query', ['@reduxjs/toolkit']),
  later('schedules', ['node-cron', 'cron', '@nestjs/schedule']),
  later('mongoose', ['mongoose']),
  later('redis', ['ioredis', 'redis']),
  later('pg', ['pg', 'postgres']),
  later('kafkajs', ['kafkajs']),
  later('nats', ['nats', '@nats-io/*']),
  later('aws-sns', ['@aws-sdk/client-sns']),
  later('eventbridge', ['@aws-sdk/client-eventbridge']),
  later('aws-streams', ['@aws-sdk/client-kinesis', '@aws-sdk/client-firehose']),
  later('dynamodb', ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb']),
  later('s3', ['@aws-sdk/client-s3']),
  later('gcp-pubsub', ['@google-cloud/pubsub']),
  later('koa', ['koa', '@koa/router', 'koa-router']),
  later('trpc', ['@trpc/server', '@trpc/client']),
  later('http-clients', ['ky', 'got', 'undici']),
  later('sfc', ['vue', 'svelte']),
  later('angular-http', ['@angular/common']),
  later('nuxt', ['nuxt', 'nitropack']),
  later('zodios', ['@zodios/core']),
  later('socket-io', ['socket.io', 'socket.io-client']),
  later('mocks', ['msw', 'nock']),
  later('metrics', ['prom-client', '@opentelemetry/api']),
]

const built = (isReader: boolean): string[] =>
  packTable.filter(row => row.built && (row.reader === true) === isReader).map(row => row.pack)

export const builtPacks: readonly string[] = built(false)
export const builtReaders: readonly string[] = built(true)
