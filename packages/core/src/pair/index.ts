/** Which provider answers which consumer, and why a unit has no partner. */
export type { HostConfig } from './hosts.js'
export { answeringRoutes } from './answering.js'
export { isCalledFromOutside } from './called-from-outside.js'
export type { Collision } from './collisions.js'
export { busesAgree, type BusPairing, type Channel, type Handler, type Send } from './pair-buses.js'
export { pairBetween } from './pair-between.js'
export { judging, type ConfigPairing, type ConfigRead } from './pair-config.js'
export { runsUnder } from './runs-under.js'
export { mayRun, type RunBy, type Runtime, type Runtimes } from './runtimes.js'
export type { KeyPair } from './pair-by-key.js'
export { unknownFields, type StorageAccess, type StoragePair, type StoragePairing } from './pair-storage.js'
export type { ShownComponent, Story } from './pair-stories.js'
export type { GraphqlService, ResolverUnit } from './graphql-services.js'
export { isSent, type GraphqlFieldNode, type GraphqlPair, type GraphqlPairing, type SentDocument } from './pair-graphql.js'
export type { RestPairing } from './pair-rest.js'
export { pairSummaries, type PairInput, type Pairing } from './pair-summaries.js'
export type { RestPair } from './rest-pair.js'
export { codeService, isFullyRead, type RestService, type RestWorld, type Route } from './rest-world.js'
export {
  idOf,
  isDocument,
  staysInProcess,
  roleOf,
  toRestUnit,
  toUnit,
  type RestUnit,
  type Role,
  type Unit,
} from './unit.js'
export type { UnknownPath } from './unknown-path.js'
export type { Unmatched, UnpairedReason } from './unmatched.js'
export { candidateRoutes } from './route-index.js'
