/** GraphQL servers that take a map of resolvers: Apollo Server, Yoga, graphql-tools, subgraphs. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { declarations, olderServers } from './declarations.js'

const constructors = [
  { importModule: '@apollo/server', importName: 'ApolloServer' },
  ...olderServers.map(importModule => ({ importModule, importName: 'ApolloServer' })),
  { importModule: 'graphql-yoga', importName: 'createSchema' },
  { importModule: '@graphql-tools/schema', importName: 'makeExecutableSchema' },
  { importModule: '@apollo/subgraph', importName: 'buildSubgraphSchema' },
]

export default definePack({
  name: 'apollo',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: [...new Set(constructors.map(({ importModule }) => importModule)), '@graphql-tools/merge'],
  discovery: constructors.map(
    (made): DiscoveryPattern => ({
      kind: 'resolver',
      match: { type: 'resolverMap', ...made, mapProperty: 'resolvers', schemaProperty: 'typeDefs' },
    }),
  ),
  terminals: [
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
  inputMapping: {
    type: 'positionalParams',
    params: [
      { position: 0, role: 'parent' },
      { position: 1, role: 'args' },
      { position: 2, role: 'context' },
      { position: 3, role: 'info' },
    ],
  },
  transparentWrappers: [{ module: '@graphql-tools/merge', name: 'mergeResolvers', argument: 0 }],
  declarations,
})
