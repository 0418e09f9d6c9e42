/** One field of a GraphQL type: `gql:Query.user`. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'

const key = ({ typeName, fieldName }: SemanticsOf<'graphql-resolver'>): string | null =>
  typeName === null ? null : `gql:${typeName}.${fieldName}`

export const graphqlResolver: Protocol<'graphql-resolver'> = {
  identityKey: key,
  bucket: key,
  agrees: (provider, consumer) => key(provider) !== null && key(provider) === key(consumer),
  unreadField: ({ typeName }) => (typeName === null ? 'typeName' : null),
}
