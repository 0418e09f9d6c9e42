/** The names of Apollo Client that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const hooks: {
  hookName: string
  operationType: 'query' | 'mutation' | 'subscription'
  tuple?: true
}[] = [
  { hookName: 'useQuery', operationType: 'query' },
  { hookName: 'useSuspenseQuery', operationType: 'query' },
  { hookName: 'useBackgroundQuery', operationType: 'query' },
  { hookName: 'useLoadableQuery', operationType: 'query' },
  { hookName: 'useLazyQuery', operationType: 'query', tuple: true },
  { hookName: 'useMutation', operationType: 'mutation', tuple: true },
  { hookName: 'useSubscription', operationType: 'subscription' },
]
const hookNames = hooks.map(({ hookName }) => hookName)

/** Where older versions and parts of the library keep the same names. */
export const hookModules = [
  '@apollo/client',
  '@apollo/client/react',
  '@apollo/client/react/hooks',
  'react-apollo',
  '@apollo/react-hooks',
]
export const declarations: PackDeclarations = [
  {
    module: '@apollo/client',
    exports: ['ApolloClient'],
    members: { ApolloClient: ['mutate', 'query', 'subscribe', 'watchQuery'] },
    // of version 3, which had the hooks here, and the keys of the methods' options
    text: [...hookNames, 'useApolloClient', 'mutation', 'data'],
  },
  { module: '@apollo/client/core', exports: ['ApolloClient'] },
  { module: '@apollo/client/react', exports: [...hookNames, 'useApolloClient'] },
  ...['@apollo/client/react/hooks', 'react-apollo', '@apollo/react-hooks', 'apollo-client'].map(module => ({
    module,
    text: [...hookNames, 'ApolloClient', 'default'],
  })),
]
