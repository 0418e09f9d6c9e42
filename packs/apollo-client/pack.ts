/** Apollo Client: hooks and methods that send a document. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { callerTerminals } from '../client-call.js'
import { declarations, hookModules, hooks } from './declarations.js'

const common = { kind: 'client' as const, terminals: callerTerminals }

const hookCalls = hookModules.map(
  (importModule): DiscoveryPattern => ({
    ...common,
    match: { type: 'graphqlHookCall', importModule, hooks },
  }),
)

const methods = [
  { method: 'query', documentProperty: 'query' },
  { method: 'watchQuery', documentProperty: 'query' },
  { method: 'mutate', documentProperty: 'mutation', operationType: 'mutation' as const },
  { method: 'subscribe', documentProperty: 'query', operationType: 'subscription' as const },
]

/** A client that is made, or taken from a component's surroundings. */
const imperativeCalls = [
  { importModule: '@apollo/client', importName: 'ApolloClient' },
  { importModule: '@apollo/client/core', importName: 'ApolloClient' },
  { importModule: '@apollo/client/react', importName: 'ApolloClient' },
  { importModule: 'apollo-client', importName: 'default' },
].map(
  (made): DiscoveryPattern => ({
    ...common,
    match: { type: 'graphqlImperativeCall', ...made, methods, givenBy: ['useApolloClient'] },
  }),
)

export default definePack({
  name: 'apollo-client',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['@apollo/client', 'react-apollo', '@apollo/react-hooks', 'apollo-client'],
  discovery: [...hookCalls, ...imperativeCalls],
  failureDelivery: 'response',
  responseSemantics: [{ name: 'data', access: 'property', semantics: { type: 'body' } }],
  terminals: callerTerminals,
  inputMapping: { type: 'allPositional' },
  declarations,
})
