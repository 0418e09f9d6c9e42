/** A document a client sends: `gql:query Name`. Its root fields pair in a pass of their own. */
import type { Protocol } from './protocol.js'

export const graphqlOperation: Protocol<'graphql-operation'> = {
  identityKey: ({ operationName, operationType }) =>
    operationName === undefined ? null : `gql:${operationType} ${operationName}`,
  bucket: () => null,
  agrees: () => false,
  unreadField: () => null,
}
