/** From drafts to findings: severity, merge, identity, sites, texts. */
import { byCodeUnit, type FindingSide, type Severity } from '../../ir/index.js'
import {
  defaultLevel,
  describeFinding,
  findingTable,
  formInfo,
  kindInfo,
  kindOrder,
  overrideOf,
  severityRank,
  type ReportedFinding,
  type ReportedRule,
  type SeverityOverrides,
} from '../../gate/index.js'
import { boundaryKey, boundaryLabel } from '../../semantics/index.js'
import type { Draft, DraftSide } from '../draft.js'
import { findingId } from './identity.js'
import { keptSide, mergeFindings, type Graded } from './merge.js'
import { siteOf } from './site.js'

export interface Finished {
  findings: ReportedFinding[]
  off: number
}

export function finishFindings(drafts: readonly Draft[], overrides: SeverityOverrides): Finished {
  let off = 0
  const graded = onePerDoubt(drafts).flatMap((draft): Graded[] => {
    const level = levelOf(draft, overrides)
    if (level === 'off' && defaultLevel(draft.kind, draft.form) !== 'off') off++
    return level === 'off' || draft.binding === null
      ? []
      : [{ draft, severity: level, boundaryKey: draft.boundary ?? boundaryKey(draft.binding) }]
  })
  const findings = mergeFindings(graded).flatMap(one => toFinding(one) ?? [])
  return { findings: uniqueFindings(findings).sort(compareFindings), off }
}

function levelOf(draft: Draft, overrides: SeverityOverrides): Severity | 'off' {
  const override = overrideOf(overrides, draft.kind, draft.form)
  if (override !== undefined) return override
  const level = draft.severity ?? defaultLevel(draft.kind, draft.form)
  return draft.capped === true && level === 'error' ? 'warning' : level
}

/** An unknown is said once per form, pair and status. */
function onePerDoubt(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>()
  return drafts.filter(({ kind, form, provider, consumer, facts }) => {
    if (kind !== 'lowConfidence') return true
    const key = JSON.stringify([form, provider.unit.id, consumer.unit.id, facts['status'] ?? null])
    return !seen.has(key) && seen.add(key)
  })
}

function toFinding({ draft, severity, boundaryKey: key, sources }: Graded): ReportedFinding | null {
  const { kind, provider, consumer, binding, facts, places } = draft
  if (binding === null) return null
  const aspect = draft.aspect ?? formInfo(kind, draft.form).aspect
  const names = {
    p: provider.unit.summary.identity.name,
    c: consumer.unit.summary.identity.name,
    b: draft.boundary ?? boundaryLabel(binding),
  }
  const { shown, advice } = kindInfo(kind)
  const hidden = shown === 'provider' ? 'consumer' : 'provider'
  const isOneUnit = provider.unit.id === consumer.unit.id
  return {
    kind,
    boundary: binding,
    provider: toSide(provider),
    consumer: toSide(consumer),
    description: describeFinding(draft, facts, names),
    severity,
    ...(aspect ? { aspect } : {}),
    ...(sources ? { sources } : {}),
    id: findingId({ kind, boundaryKey: key, provider, consumer, aspect }),
    form: draft.form,
    boundaryKey: key,
    facts,
    site: siteOf(shown, draft[shown]),
    other: isOneUnit ? null : siteOf(hidden, draft[hidden]),
    ...(places && places.length > 1 ? { places } : {}),
    advice,
    rule: ruleFor(draft, key),
  }
}

function toSide({ unit, transitions, field }: DraftSide): FindingSide {
  const ids = transitions.toSorted(byCodeUnit)
  const [first] = ids
  return {
    summary: unit.id,
    ...(first === undefined ? {} : { transitionId: first }),
    ...(ids.length > 1 ? { transitionIds: ids } : {}),
    ...(field === undefined ? {} : { field }),
    location: unit.summary.location,
  }
}

/** A narrow rule that would match this finding, ready to be written down. */
function ruleFor(draft: Draft, key: string | null): ReportedRule {
  const side = keptSide(draft.kind)
  const { unit, transitions } = draft[side]
  const [transitionId] = transitions.toSorted(byCodeUnit)
  return {
    kind: `${draft.kind}.${draft.form}`,
    ...(key === null ? {} : { boundary: key }),
    [side]: { summary: unit.id, ...(transitionId === undefined ? {} : { transitionId }) },
  }
}

const formRank = ({ kind, form }: ReportedFinding): number =>
  Object.keys(findingTable[kind].forms).indexOf(form)

/** Of two findings with one identity the worse stays, then the first of the catalogue. */
function uniqueFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const byId = new Map<string, ReportedFinding>()
  const ranked = findings.toSorted(
    (a, b) =>
      severityRank(b.severity) - severityRank(a.severity) ||
      kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
      formRank(a) - formRank(b) ||
      byCodeUnit(JSON.stringify(a.facts), JSON.stringify(b.facts)),
  )
  for (const finding of ranked) if (!byId.has(finding.id)) byId.set(finding.id, finding)
  return [...byId.values()]
}

const compareKeys = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : byCodeUnit(a, b)

export const compareFindings = (a: ReportedFinding, b: ReportedFinding): number =>
  severityRank(b.severity) - severityRank(a.severity) ||
  compareKeys(a.boundaryKey, b.boundaryKey) ||
  byCodeUnit(a.site.file, b.site.file) ||
  a.site.lines.start - b.site.lines.start ||
  byCodeUnit(a.id, b.id)
