/** Wrappers registered around a unit, under `metadata.wrappers`, and throws under `metadata.thrown`. */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'
import type { Transition } from './transition.js'

export interface WrapperRef {
  /** Id of the wrapper's summary; null: registered, not readable. */
  summary: string | null
  role: 'before' | 'onThrow'
  /** Path prefix; null: everything on the routable. */
  scope: string | null
  /** onThrow: classes; absent: every throw. */
  catches?: string[]
  /** onThrow: the class list has an unread entry. */
  catchesUnread?: boolean
  /** What it does here depends on something that was not read. */
  uncertain?: true
  /** May change the bodies it lets through. */
  rewritesBody?: true
  /** Why `summary` is null. */
  reason?: string
}

/** `refs` outermost first; `applied` once the wrappers are composed in. */
export interface WrapperFacts {
  refs: WrapperRef[]
  applied?: string[]
}

/** On a transition that came from a wrapper. */
export interface WrapperTransitionFacts {
  from: string
  uncertain?: true
}

/** On a throw and on a response that came from one. */
export interface ThrownFacts {
  type: string | null
  message: string | null
  /** Numeric members; absent: its members were not read. */
  fields?: Record<string, number>
  /** Its other literal members. */
  texts?: Record<string, string | boolean>
  /** Members set to something that was not read. */
  unread?: string[]
  /** It may have members besides these. */
  open?: true
  /** What a catch or an error handler caught, handed on. */
  rethrown?: true
}

export function wrapperFacts(summary: Pick<BehavioralSummary, 'metadata'>): WrapperFacts {
  const wrappers = summary.metadata?.['wrappers']
  return isRecord(wrappers) && Array.isArray(wrappers['refs'])
    ? (wrappers as unknown as WrapperFacts)
    : { refs: [] }
}

export const wrapperRefs = (summary: Pick<BehavioralSummary, 'metadata'>): readonly WrapperRef[] =>
  wrapperFacts(summary).refs

export function wrapperTransition(transition: Pick<Transition, 'metadata'>): WrapperTransitionFacts | null {
  const wrappers = transition.metadata?.['wrappers']
  return isRecord(wrappers) && typeof wrappers['from'] === 'string'
    ? (wrappers as unknown as WrapperTransitionFacts)
    : null
}

export function thrownFacts(transition: Pick<Transition, 'metadata'>): ThrownFacts | null {
  const thrown = transition.metadata?.['thrown']
  return isRecord(thrown) ? (thrown as unknown as ThrownFacts) : null
}
