/** Protocols: one file each, and the algebra of REST paths. */
export { fixedCharacters, nameTextsAgree } from './boundary-name.js'
export { channelFixed, channelForm, type ChannelForm } from './message-bus.js'
export type { Protocol } from './protocol.js'
export {
  parseGraphqlDocument,
  type GraphqlArgument,
  type GraphqlFragment,
  type GraphqlOperation,
  type GraphqlSelection,
  type GraphqlTree,
  type GraphqlValue,
} from './graphql-document.js'
export { graphqlOutline, type GraphqlOperationHeader, type GraphqlOutline } from './graphql-outline.js'
export { boundaryKey, boundaryLabel, identityKey, protocolOf, protocols } from './protocols.js'
export { expandAlternatives, hasAlternatives } from './rest-alternatives.js'
export { blankHoles, normalizePath, readSegments, type Segment } from './rest-path.js'
export { compareSpecificity, pathContains, pathMeets, samePath } from './rest-relate.js'
export { methodsAgree, restPaths } from './rest.js'
