/** The difference between two runs: units added, removed, moved, changed, and the wrappers behind it. */
import { byCodeUnit, type BehavioralSummary } from '../ir/index.js'
import { findCauses, withoutCauses, type DiffedUnit } from './causes.js'
import { changedFields } from './changed-fields.js'
import { diffSummaries, isEmptyDiff } from './diff-summaries.js'
import { idOf, matchUnits, type IdentityKey, type MatchedUnit } from './match-units.js'
import type { Cause, RunDiff, UnitChange, UnitDiff } from './run-diff.js'

export interface DiffRunsOptions {
  /** The boundary key of a unit; null for one without a boundary. */
  identityKey: IdentityKey
}

export function diffRuns(
  before: readonly BehavioralSummary[],
  after: readonly BehavioralSummary[],
  { identityKey }: DiffRunsOptions,
): RunDiff {
  const { same, moved, added, removed } = matchUnits(before, after, identityKey)
  const diffed = [...same, ...moved].map(diffUnit)
  const causes = findCauses(diffed)
  const row = (summary: BehavioralSummary, change: UnitChange): UnitDiff => ({
    summary: idOf(summary),
    change,
    boundaryKey: identityKey(summary),
    ...(summary.location.module === undefined ? {} : { module: summary.location.module }),
    fields: [],
  })
  const compared = diffed.flatMap(unit => compareUnit(unit, row(unit.after, 'changed'), causes))
  const units = [
    ...compared,
    ...added.map(summary => row(summary, 'added')),
    ...removed.map(summary => row(summary, 'removed')),
  ].toSorted((a, b) => byCodeUnit(a.summary, b.summary))
  return {
    format: 'suss-diff',
    version: 1,
    changed: causes.length > 0 || units.some(isChange),
    units,
    causes,
  }
}

/** A pure move changes nothing a reader of the behaviour would see. */
const isChange = (unit: UnitDiff): boolean =>
  unit.change !== 'moved' || unit.diff !== undefined || unit.fields.length > 0

type ComparedUnit = MatchedUnit & DiffedUnit

const diffUnit = (pair: MatchedUnit): ComparedUnit => ({
  ...pair,
  id: idOf(pair.after),
  diff: diffSummaries(pair.before, pair.after),
})

/** Nothing for a unit that is where it was and does what it did, or whose wrappers explain it all. */
function compareUnit(unit: ComparedUnit, row: UnitDiff, causes: readonly Cause[]): UnitDiff[] {
  const explained = causes.filter(cause => cause.units.includes(unit.id)).map(cause => cause.wrapper)
  const diff = withoutCauses(unit, causes)
  const fields = changedFields(unit.before, unit.after, explained)
  const isMoved = idOf(unit.before) !== unit.id
  if (!isMoved && fields.length === 0 && isEmptyDiff(diff)) return []
  return [
    {
      ...row,
      ...(isMoved ? { before: idOf(unit.before) } : {}),
      change: isMoved ? 'moved' : 'changed',
      ...(isEmptyDiff(diff) ? {} : { diff }),
      fields,
    },
  ]
}
