/** Which error handlers a thrown value may reach, innermost first. */
import type { OutputOf, Transition, WrapperRef } from '../ir/index.js'
import { thrownFacts } from '../ir/index.js'

/** What is known of a thrown value. */
export interface Thrown {
  type: string | null
  ancestors: readonly string[]
  ancestryIncomplete: boolean
  message: string | null
  /** Members that are one number; null: its members were not read. */
  fields: Readonly<Record<string, number>> | null
  texts: Readonly<Record<string, string | boolean>>
  unread: readonly string[]
  /** It may have members besides these. */
  open: boolean
}

/** A value nothing is known of. */
export const unknownThrown: Thrown = {
  type: null,
  ancestors: [],
  ancestryIncomplete: true,
  message: null,
  fields: null,
  texts: {},
  unread: [],
  open: true,
}

export type CatchAnswer = 'yes' | 'maybe' | 'no'

export function thrownBy(transition: Transition, output: OutputOf<'throw'>): Thrown {
  const facts = thrownFacts(transition)
  const fields = facts?.fields ?? null
  return {
    type: output.exceptionType,
    ancestors: output.exceptionAncestors ?? [],
    ancestryIncomplete: output.ancestryIncomplete === true,
    message: output.message,
    fields,
    texts: facts?.texts ?? {},
    unread: facts?.unread ?? [],
    open: fields === null || facts?.open === true,
  }
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** `HttpError.NotFound` and an imported `NotFound` are one class under two spellings. */
export const sameClass = (a: string, b: string): boolean =>
  a === b || ((!a.includes('.') || !b.includes('.')) && lastPart(a) === lastPart(b))

export const isInstance = ({ type, ancestors }: Thrown, name: string): boolean =>
  (type !== null && sameClass(type, name)) || ancestors.some(ancestor => sameClass(ancestor, name))

export function catchAnswer({ catches, catchesUnread }: WrapperRef, thrown: Thrown): CatchAnswer {
  if (catches === undefined) return catchesUnread === true ? 'maybe' : 'yes'
  if (catches.some(name => isInstance(thrown, name))) return 'yes'
  const open = thrown.type === null || thrown.ancestryIncomplete || catchesUnread === true
  return open ? 'maybe' : 'no'
}
