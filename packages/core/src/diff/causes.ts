/** Finds wrappers that changed several units at once, so that each is told once. */
import {
  byCodeUnit,
  canonicalJson,
  wrapperTransition,
  type SummaryDiff,
  type Transition,
} from '../ir/index.js'
import type { Cause } from './run-diff.js'

/** One unit's difference, before what wrappers explain is taken out. */
export interface DiffedUnit {
  id: string
  diff: SummaryDiff
}

export function findCauses(units: readonly DiffedUnit[]): Cause[] {
  const sites = new Map<string, { wrapper: string; transition: string; units: Set<string> }>()
  for (const unit of units) {
    for (const change of changesOf(unit.diff)) {
      const site = siteOf(change)
      if (site === null) continue
      const key = canonicalJson(site)
      const known = sites.get(key) ?? { ...site, units: new Set<string>() }
      sites.set(key, { ...known, units: known.units.add(unit.id) })
    }
  }
  const shared = [...sites.values()].filter(site => site.units.size > 1)
  return groupByUnits(shared.map(site => ({ ...site, units: [...site.units].sort(byCodeUnit) })))
}

/** The difference without the transitions a cause explains. */
export function withoutCauses(unit: DiffedUnit, causes: readonly Cause[]): SummaryDiff {
  const own = causes.filter(cause => cause.units.includes(unit.id))
  const unexplained = (transition: Transition): boolean => {
    const site = siteOf(transition)
    return !own.some(cause => cause.wrapper === site?.wrapper && cause.transitions.includes(site.transition))
  }
  const { addedTransitions, removedTransitions, changedTransitions } = unit.diff
  return {
    addedTransitions: addedTransitions.filter(unexplained),
    removedTransitions: removedTransitions.filter(unexplained),
    changedTransitions: changedTransitions.filter(change => unexplained(change.after)),
  }
}

const changesOf = (diff: SummaryDiff): Transition[] => [
  ...diff.addedTransitions,
  ...diff.removedTransitions,
  ...diff.changedTransitions.map(change => change.after),
]

/** The `#2` of a repeated id belongs to the unit, not to the wrapper. */
function siteOf(transition: Transition): { wrapper: string; transition: string } | null {
  const facts = wrapperTransition(transition)
  return facts === null ? null : { wrapper: facts.from, transition: transition.id.replace(/#\d+$/, '') }
}

function groupByUnits(sites: readonly { wrapper: string; transition: string; units: string[] }[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const { wrapper, transition, units } of sites) {
    const key = canonicalJson([wrapper, units])
    const known = causes.get(key)
    causes.set(key, { wrapper, units, transitions: [...(known?.transitions ?? []), transition] })
  }
  return [...causes.values()]
    .map(cause => ({ ...cause, transitions: cause.transitions.toSorted(byCodeUnit) }))
    .toSorted((a, b) => byCodeUnit(canonicalJson([a.wrapper, a.units]), canonicalJson([b.wrapper, b.units])))
}
