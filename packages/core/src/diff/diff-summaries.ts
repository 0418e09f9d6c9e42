/** What changed between two versions of one unit, matched by transition id (checking.md 22). */
import type { BehavioralSummary, SummaryDiff, Transition } from '../ir/index.js'
import { contentOf } from './content.js'

export function diffSummaries(before: BehavioralSummary, after: BehavioralSummary): SummaryDiff {
  const old = new Map(before.transitions.map(transition => [transition.id, transition]))
  const kept = new Set(after.transitions.map(transition => transition.id))
  return {
    addedTransitions: after.transitions.filter(transition => !old.has(transition.id)),
    removedTransitions: before.transitions.filter(transition => !kept.has(transition.id)),
    changedTransitions: after.transitions.flatMap(transition => changeOf(old.get(transition.id), transition)),
  }
}

export const isEmptyDiff = (diff: SummaryDiff): boolean =>
  diff.addedTransitions.length + diff.removedTransitions.length + diff.changedTransitions.length === 0

function changeOf(
  before: Transition | undefined,
  after: Transition,
): { before: Transition; after: Transition }[] {
  return before === undefined || contentOf(before) === contentOf(after) ? [] : [{ before, after }]
}
