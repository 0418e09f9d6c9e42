/** What a check returns: the facts of a finding, without text, id or place on the page. */
import type { BoundaryAspect, BoundaryBinding, Place, Severity } from '../ir/index.js'
import type { Facts, KindAndForm } from '../gate/index.js'
import type { Unit } from '../pair/index.js'

export interface DraftSide {
  unit: Unit
  /** Ids of the branches the finding is about. */
  transitions: string[]
  field?: string
  /** The read, test or effect itself; without one the call or the unit is shown. */
  place?: Place
}

export type Draft = KindAndForm & {
  provider: DraftSide
  consumer: DraftSide
  /** The binding the boundary key is made of. */
  binding: BoundaryBinding | null
  /** The boundary key, where it is not the binding's: a GraphQL type. */
  boundary?: string
  facts: Facts
  /** Where the catalogue says E/W. */
  severity?: Severity
  aspect?: BoundaryAspect
  places?: Place[]
  /** All that say so, where that is more than the two sides. */
  sources?: string[]
  /** Findings of an assumed base are warnings at most. */
  capped?: true
}

export const side = (
  unit: Unit,
  transitions: readonly string[] = [],
  { field, place }: { field?: string; place?: Place | undefined } = {},
): DraftSide => ({
  unit,
  transitions: [...new Set(transitions)],
  ...(field === undefined ? {} : { field }),
  ...(place ? { place } : {}),
})
