/** `metadata.graphql`: what a client sends, what a resolver is part of, what a document declares (checking.md 7.1). */
import { isRecord } from './is-record.js'
import type { Place } from './location.js'
import type { BehavioralSummary } from './summary.js'

export interface GraphqlFacts {
  /** Client: the text it sends, with its fragments. */
  document?: string
  /** Client: why the text, or a part of it, is not known. */
  unresolvedDocument?: string
  /** Client: where the parts of the text are written. */
  written?: readonly WrittenPart[]
  call?: Place
  /** Client: the call says by which client or link it goes, so perhaps not where the others go. */
  routed?: true
  /** Client: the host that its client library sends to, where that is literal. */
  host?: string
  /** Client: fragments that the document lacks may be registered with the library; `unread`: its construction was not read. */
  fragments?: 'registry' | 'unread'
  /** Resolver, schema: every definition of the service was read, and none is made at run time. */
  sdlComplete?: true
  /** Resolver: the whole map it stands in was read. */
  resolversRead?: true
  /** Document: declared root field. */
  field?: GraphqlField
  /** Document: code of its service names it as what it serves. */
  served?: true
  schema?: GraphqlSchema
}

/** A part of a text that stands in a file as it is. */
export interface WrittenPart {
  /** In the text. */
  start: number
  end: number
  /** Where its first character is. */
  place: Place
}

export interface GraphqlSchema {
  roots: { query?: string; mutation?: string; subscription?: string }
  types: Readonly<Record<string, GraphqlType>>
  /** Other services declare further parts of the graph. */
  federated?: true
}

/** `open`: it may have members that are not listed. */
export type GraphqlType =
  | {
      kind: 'object' | 'interface'
      fields: Readonly<Record<string, GraphqlField>>
      interfaces?: readonly string[]
      open?: true
    }
  | { kind: 'input'; fields: Readonly<Record<string, GraphqlInput>>; open?: true }
  | { kind: 'enum'; values: readonly string[]; open?: true }
  | { kind: 'union'; members: readonly string[]; open?: true }
  | { kind: 'scalar' }

export interface GraphqlField {
  /** As written: `[User!]!`. */
  type: string
  arguments?: Readonly<Record<string, GraphqlInput>>
  /** It may take arguments that are not listed. */
  open?: true
  /** Definitions of it differ: nothing is said of its arguments and its type. */
  disputed?: true
}

export interface GraphqlInput {
  type: string
  hasDefault?: true
}

const none: GraphqlFacts = {}

export function graphqlFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): GraphqlFacts {
  const facts = metadata?.['graphql']
  return isRecord(facts) ? (facts as unknown as GraphqlFacts) : none
}

/** `[User!]!` → `User`. */
export const namedType = (type: string): string => type.replace(/[[\]!]/g, '')
