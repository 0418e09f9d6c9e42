/** What every protocol module says: how a boundary is named, where its partners are looked for, when two sides agree. */
import type { SemanticsName, SemanticsOf } from '../ir/index.js'

export interface Protocol<Name extends SemanticsName> {
  /** The name shown for the boundary; null when an identity field is unread. */
  identityKey(semantics: SemanticsOf<Name>): string | null
  /** What both sides always know; null: never pairs, "*": meets every bucket. */
  bucket(semantics: SemanticsOf<Name>): string | null
  agrees(provider: SemanticsOf<Name>, consumer: SemanticsOf<Name>): boolean
  /** The identity field that is unread, so that the unit cannot pair. */
  unreadField(semantics: SemanticsOf<Name>): string | null
}
