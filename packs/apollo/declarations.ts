/** The names of GraphQL servers that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const olderServers = [
  'apollo-server',
  'apollo-server-express',
  'apollo-server-koa',
  'apollo-server-fastify',
  'apollo-server-lambda',
  'apollo-server-micro',
]

export const declarations: PackDeclarations = [
  { module: '@apollo/server', exports: ['ApolloServer'], text: ['resolvers', 'typeDefs'] },
  // packages of version 3, not installed
  ...olderServers.map(module => ({ module, text: ['ApolloServer', 'resolvers', 'typeDefs'] })),
  { module: 'graphql-yoga', exports: ['createSchema'], text: ['resolvers', 'typeDefs'] },
  { module: '@graphql-tools/schema', exports: ['makeExecutableSchema'], text: ['resolvers', 'typeDefs'] },
  { module: '@graphql-tools/merge', exports: ['mergeResolvers'] },
  { module: '@apollo/subgraph', exports: ['buildSubgraphSchema'], text: ['resolvers', 'typeDefs'] },
]
