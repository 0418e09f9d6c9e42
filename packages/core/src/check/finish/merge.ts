/** Findings that say one thing of several partners become one. */
import { byCodeUnit, type FindingKind, type Severity } from '../../ir/index.js'
import { worse, type Side } from '../../gate/index.js'
import type { Draft } from '../draft.js'

export interface Graded {
  draft: Draft
  severity: Severity
  boundaryKey: string | null
  sources?: string[]
}

const keptOnProvider = new Set<FindingKind>([
  'providerContractViolation',
  'contractOperationUnimplemented',
  'boundaryFieldUnused',
  'messageBusUnused',
])

export const keptSide = (kind: FindingKind): Side => (keptOnProvider.has(kind) ? 'provider' : 'consumer')
const leftOut = (kind: FindingKind): Side => (keptOnProvider.has(kind) ? 'consumer' : 'provider')

function mergeKey({ draft, boundaryKey }: Graded): string {
  const { kind, form, facts, aspect } = draft
  const kept = draft[keptSide(kind)]
  const field = draft.consumer.field ?? draft.provider.field ?? null
  const told = ['status', 'range', 'statuses', 'value', 'values'].map(name => facts[name] ?? null)
  return JSON.stringify([
    kind,
    form,
    boundaryKey,
    aspect ?? null,
    told,
    field,
    kept.unit.id,
    kept.transitions.toSorted(byCodeUnit),
  ])
}

/** Without a boundary key nothing merges. */
export function mergeFindings(findings: readonly Graded[]): Graded[] {
  const groups = new Map<string, Graded[]>()
  findings.forEach((finding, i) => {
    const key = finding.boundaryKey === null ? `#${i}` : mergeKey(finding)
    groups.set(key, [...(groups.get(key) ?? []), finding])
  })
  return [...groups.values()].flatMap(group => mergeGroup(group) ?? [])
}

function mergeGroup(group: readonly Graded[]): Graded | null {
  const of = ({ draft }: Graded): string => {
    const { unit, transitions } = draft[leftOut(draft.kind)]
    return `${unit.id}\n${transitions.toSorted(byCodeUnit).join('\n')}`
  }
  const sorted = group.toSorted((a, b) => byCodeUnit(of(a), of(b)))
  const [first] = sorted
  if (!first) return null
  const names = [...new Set(sorted.map(({ draft }) => draft[leftOut(draft.kind)].unit.id))].sort(byCodeUnit)
  const sources = first.draft.sources ?? (names.length > 1 ? names : undefined)
  return {
    ...first,
    severity: sorted.map(({ severity }) => severity).reduce(worse),
    ...(sources ? { sources } : {}),
  }
}
