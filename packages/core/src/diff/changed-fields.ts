/** Which parts of a unit changed besides its transitions. */
import { byCodeUnit, wrapperFacts, type BehavioralSummary } from '../ir/index.js'
import { contentOf } from './content.js'
import type { ChangedField } from './run-diff.js'

/** References to the `explained` wrappers are told by their cause. */
export function changedFields(
  before: BehavioralSummary,
  after: BehavioralSummary,
  explained: readonly string[],
): ChangedField[] {
  const [old, now] = [partsOf(before, explained), partsOf(after, explained)]
  const fields = Object.keys(now) as ChangedField[]
  return fields.filter(field => contentOf(old[field]) !== contentOf(now[field])).sort(byCodeUnit)
}

function partsOf(summary: BehavioralSummary, explained: readonly string[]): Record<ChangedField, unknown> {
  return {
    kind: summary.kind,
    boundary: [summary.identity.boundaryBinding, summary.identity.deployableUnit ?? null],
    inputs: summary.inputs,
    inputReads: summary.inputReads ?? [],
    gaps: summary.gaps,
    confidence: summary.confidence,
    metadata: metadataOf(summary, explained),
  }
}

/** `applied` repeats what the transitions already say. */
function metadataOf(summary: BehavioralSummary, explained: readonly string[]): Record<string, unknown> {
  const { wrappers: _wrappers, ...metadata } = summary.metadata ?? {}
  const refs = wrapperFacts(summary).refs.filter(
    ref => ref.summary === null || !explained.includes(ref.summary),
  )
  return { ...metadata, wrappers: { refs } }
}
