/** The request side: what a provider accepts, what a client sends. */
import type { Place } from './location.js'
import type { TypeShape } from './type-shape.js'

export interface Accepts {
  /** The code rejects what does not fit; false for documents. */
  enforced: boolean
  /** Status sent then. */
  rejects?: number
  /** Unknown body fields are rejected. */
  strict?: boolean
  /** Unknown names are dropped. */
  strips?: ('body' | 'query')[]
  body?: { required: boolean; shape: TypeShape | null; constraints?: Record<string, Constraint> }
  query?: Record<string, Param>
  header?: Record<string, Param>
  path?: Record<string, Param>
  /** Outer list: alternatives; inner list: all of them. */
  auth?: AuthScheme[][]
}

export interface Param {
  required: boolean
  shape: TypeShape | null
  constraint?: Constraint
}

export type ConstraintBound =
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minItems'
  | 'maxItems'

export type Constraint = { pattern?: string } & Partial<Record<ConstraintBound, number>>

export interface AuthScheme {
  in: 'header' | 'cookie' | 'query'
  name: string
}

export interface RequestFacts {
  body: { kind: 'absent' } | { kind: 'shape'; shape: TypeShape } | { kind: 'unread'; reason: string }
  query: Sent
  header: Sent
  credentials?: 'omit' | 'same-origin' | 'include'
  /** By "body.name", "query.page", "header.x-tenant". */
  places?: Record<string, Place>
}

export interface Sent {
  values: Record<string, TypeShape>
  /** Nothing else can be added: no spread, interceptor or unread option. */
  complete: boolean
}
