/** The table of protocols; one file each. */
import type { BoundaryBinding, Semantics, SemanticsName } from '../ir/index.js'
import { functionCall } from './function-call.js'
import { graphqlOperation } from './graphql-operation.js'
import { graphqlResolver } from './graphql-resolver.js'
import { io } from './io.js'
import { messageBus } from './message-bus.js'
import { metric } from './metric.js'
import type { Protocol } from './protocol.js'
import { blankHoles } from './rest-path.js'
import { rest } from './rest.js'
import { runtimeConfig } from './runtime-config.js'
import { storage } from './storage.js'
import { unitInvocation } from './unit-invocation.js'

export const protocols: { [Name in SemanticsName]: Protocol<Name> } = {
  rest,
  'function-call': functionCall,
  'graphql-resolver': graphqlResolver,
  'graphql-operation': graphqlOperation,
  'runtime-config': runtimeConfig,
  storage,
  'message-bus': messageBus,
  metric,
  'unit-invocation': unitInvocation,
  io,
}

/** Undefined for a protocol of a later build. */
export function protocolOf<Name extends SemanticsName>(name: Name): Protocol<Name> | undefined {
  return Object.hasOwn(protocols, name) ? protocols[name] : undefined
}

/** The key shown to people; null when the boundary has no name or the build does not know its protocol. */
export const identityKey = ({ semantics }: { semantics: Semantics }): string | null =>
  protocolOf(semantics.name)?.identityKey(semantics as never) ?? null

/** The key of merging, identities and rules: hole names do not count. */
export function boundaryKey(binding: BoundaryBinding | null): string | null {
  const key = binding && identityKey(binding)
  return key !== null && binding?.semantics.name === 'rest' ? blankHoles(key) : key
}

/** How a boundary is called in a sentence. */
export const boundaryLabel = (binding: BoundaryBinding | null): string =>
  (binding && identityKey(binding)) ?? binding?.semantics.name ?? 'no boundary'
