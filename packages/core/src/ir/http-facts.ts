/** What extraction and contract readers write under `metadata.http`; an absent key means the default. */
import { isRecord } from './is-record.js'
import type { Place } from './location.js'
import type { RequestFacts, Accepts } from './request-facts.js'
import type { BehavioralSummary } from './summary.js'
import type { Transition } from './transition.js'
import type { TypeShape } from './type-shape.js'
import type { Scalar } from './value-ref.js'

export type StatusSpec = number | { min: number; max: number } | 'default'

export interface HttpFacts {
  /** Provider, document: the REST service; default the workspace, else ".". */
  service?: string
  /** Document: hosts of its absolute server URLs. */
  servers?: string[]
  /** Provider: from the suss.json of its project. */
  gatewayStatuses?: number[]
  /** Format of its bodies when it is not plain JSON. */
  codec?: string
  /** Provider: body of its framework's own error answer. */
  errorBody?: TypeShape
  /** Routes of its service that were not read, by path prefix. */
  unreadRoutes?: { prefix: string; reason: string }[]
  /** Code provider: the contract its own code states. */
  declaredContract?: DeclaredContract
  accepts?: Accepts
  /** Client: dotted paths or method names from response to body; default ["body"]. */
  bodyAccessors?: string[]
  /** Client: default ["status", "statusCode"]. */
  statusAccessors?: string[]
  expectedInputRoot?: 'body' | 'response'
  /** Default "response". */
  failureDelivery?: 'response' | 'exception'
  /** Default "follow". */
  redirect?: 'follow' | 'manual'
  /** The client hands the raw response to its caller. */
  returnsResponse?: true
  /** Client: the call. */
  call?: Place
  /** Client: statuses tested in the bodies of expanded wrappers. */
  wrapperStatuses?: number[]
  rewritten?: { path: string | null; host?: string }
  request?: RequestFacts
}

export interface DeclaredContract {
  /** derived: made from this very handler, so it proves nothing. */
  provenance: 'own' | 'derived'
  /** What the unit calls was not all read: it may throw an error that has a status. */
  leaves?: true
  /** Statuses stated for several units at once. */
  shared?: number[]
  responses: { status: StatusSpec; body: TypeShape | null }[]
}

export interface HttpTransitionFacts {
  /** Document transition whose status is no single number. */
  status?: StatusSpec
  /** Client: "exception" inside the catch around the call. */
  delivery?: 'response' | 'exception'
  /** Client: the path parses the body so that an empty one throws. */
  bodyParsed?: true
  uncertain?: true
  bodyRewritten?: true
  /** Error handler: the status is a member of the thrown value. */
  statusFrom?: 'throw'
  statusField?: string
  reads?: Read[]
  tests?: Test[]
  /** Client: type argument, annotation, assertion. */
  declaredBody?: { shape: TypeShape; place: Place }
  /** Client: a schema that runs; safeParse has throws false. */
  parsedBody?: { shape: TypeShape; place: Place; throws: boolean }
}

/** One place where a client reads a path of the body. */
export interface Read {
  /** From the body; "[]" is an array item. */
  path: string[]
  place: Place
  /** Written in an expanded wrapper, not at its caller. */
  inWrapper?: true
  /** missing: a default that null passes by; nullish: `?.`, `??`, `||`, a test on the path. */
  optional?: 'missing' | 'nullish'
  /** In a `??` or `||` chain or with a default: the other body paths of that chain. */
  fallback?: string[][]
  /** Members and methods used on the value. */
  uses?: string[]
}

/** A comparison that the transition's conditions do not hold. */
export interface Test {
  on: 'body' | 'status'
  path: string[]
  op: 'eq' | 'neq' | 'other'
  value?: Scalar
  /** The statuses a test of a range is true for: `.ok`, `status >= 400`. */
  range?: { min: number; max: number }
  place: Place
}

/** The facts of a unit; empty when it has none. The keys are trusted as written by this format's writers. */
export function httpFacts(summary: Pick<BehavioralSummary, 'metadata'>): HttpFacts {
  const http = summary.metadata?.['http']
  return isRecord(http) ? (http as HttpFacts) : {}
}

/** The facts of one transition; empty when it has none. */
export function httpTransition(transition: Pick<Transition, 'metadata'>): HttpTransitionFacts {
  const http = transition.metadata?.['http']
  return isRecord(http) ? (http as HttpTransitionFacts) : {}
}
