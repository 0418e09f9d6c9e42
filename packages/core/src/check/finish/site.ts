/** Where a side of a finding is shown. */
import { isRecord, wrapperTransition, type Place, type Transition } from '../../ir/index.js'
import type { Side, Site } from '../../gate/index.js'
import type { Unit } from '../../pair/index.js'
import type { DraftSide } from '../draft.js'
import { placeAt } from '../place-at.js'
import { placeOf } from '../provider-contract-violation.js'

/** The place of the finding itself, else the call, the branch, the unit. */
export function siteOf(which: Side, { unit, transitions, place }: DraftSide): Site {
  const known = place ?? documentPlace(unit, transitions) ?? callPlace(unit)
  if (known) return placeSite(which, unit, known)
  const transition = unit.summary.transitions.find(({ id }) => id === transitions[0])
  const own = transition && placeOf(transition)
  if (own) return placeSite(which, unit, own)
  const lines = transition && isOwn(transition) ? transition.location : unit.summary.location.range
  return { ...fileOf(which, unit), lines: { start: lines.start, end: lines.end } }
}

/** Lines of a copied outcome are lines of the wrapper's file. */
const isOwn = (transition: Transition): boolean => wrapperTransition(transition) === null

const fileOf = (
  side: Side,
  { summary: { location } }: Unit,
  { file, workspace }: Partial<Place> = {},
): Pick<Site, 'side' | 'file' | 'workspace'> => {
  const space = workspace ?? location.workspace
  return { side, file: file ?? location.file, ...(space === undefined ? {} : { workspace: space }) }
}

export const placeSite = (side: Side, unit: Unit, place: Place): Site => ({
  ...fileOf(side, unit, place),
  lines: { start: place.line, end: place.endLine ?? place.line },
  span: { start: place.start, end: place.end },
  column: place.column,
})

function callPlace({ summary, http }: Unit): Place | undefined {
  const graphql = summary.metadata?.['graphql']
  const call = isRecord(graphql) ? graphql['call'] : undefined
  return http.call ?? (isRecord(call) ? (call as unknown as Place) : undefined)
}

function documentPlace(unit: Unit, transitions: readonly string[]): Place | undefined {
  const index = unit.summary.transitions.findIndex(({ id }) => transitions.includes(id))
  const own = index < 0 ? [] : [`/transitions/${index}`, `/transitions/${index}/output`, `/transitions/${index}/output/body`]
  return placeAt(unit, ...own, '')
}
