/** A call of a client library, as discovery passes it on. */
import type { DiscoveryPattern, PatternPack } from '../../pack/index.js'
import type { Gate } from '../../index/gates.js'
import type { CallNode } from '../../program/syntax.js'
import type { CallerIndex } from '../../values/callers.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

export type ClientPattern = DiscoveryPattern & { match: { type: 'clientCall' } }

export interface ClientOptions {
  values: Values
  callers: CallerIndex
  packs: readonly { pack: PatternPack; gate: Gate }[]
}

export interface Site {
  call: Expr<CallNode>
  pattern: ClientPattern
  pack: PatternPack
  /** Method the call names: `get` of `api.get`; null for a direct call. */
  method: string | null
  /** The factory's call; null for the import itself. */
  instance: Expr<CallNode> | null
  /** Path the callee itself spells. */
  path?: string
  /** The callee names an endpoint of a contract; its parts are null where they were not read. */
  endpoint?: { method: string | null; path: string | null; response: { body: string; failureDelivery: 'response' | 'exception' } | null }
}

export type Match = Pick<Site, 'method' | 'instance' | 'path' | 'endpoint'>
