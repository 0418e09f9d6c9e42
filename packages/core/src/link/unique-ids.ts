/** Keeps two units of one id apart: by their boundary, then by their order in the file (extraction.md 18.1). */
import type { BehavioralSummary } from '../ir/index.js'
import { identityKey } from '../semantics/index.js'

export function withUniqueIds<T extends { summary: BehavioralSummary }>(units: readonly T[]): T[] {
  const keyed = distinguish(units, summary => {
    const binding = summary.identity.boundaryBinding
    const key = binding ? identityKey(binding) : null
    return key === null ? null : `#${key}`
  })
  const seen = new Map<string, number>()
  return keyed.map(unit => {
    const id = unit.summary.identity.id ?? ''
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? unit : withId(unit, `${id}@${count}`)
  })
}

function distinguish<T extends { summary: BehavioralSummary }>(units: readonly T[], suffix: (summary: BehavioralSummary) => string | null): T[] {
  const counts = new Map<string, number>()
  for (const { summary } of units) counts.set(summary.identity.id ?? '', (counts.get(summary.identity.id ?? '') ?? 0) + 1)
  return units.map(unit => {
    const id = unit.summary.identity.id ?? ''
    const own = (counts.get(id) ?? 0) > 1 ? suffix(unit.summary) : null
    return own === null ? unit : withId(unit, id + own)
  })
}

const withId = <T extends { summary: BehavioralSummary }>(unit: T, id: string): T =>
  ({ ...unit, summary: { ...unit.summary, identity: { ...unit.summary.identity, id } } })
