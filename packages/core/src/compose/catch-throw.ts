/** Which error handlers a thrown value may reach, innermost first. */
import type { OutputOf, Transition, WrapperRef } from '../ir/index.js'
import { thrownFacts } from '../ir/index.js'

/** What is known of a thrown value. */
export interface Thrown {
  type: string | null
  ancestors: readonly string[]
  ancestryIncomplete: boolean
  fields: Readonly<Record<string, number>> | null
}

export type CatchAnswer = 'yes' | 'maybe' | 'no'

export function thrownBy(transition: Transition, output: OutputOf<'throw'>): Thrown {
  return {
    type: output.exceptionType,
    ancestors: output.exceptionAncestors ?? [],
    ancestryIncomplete: output.ancestryIncomplete === true,
    fields: thrownFacts(transition)?.fields ?? null,
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
