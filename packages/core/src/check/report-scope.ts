/** Narrows a report to what `--at` or `--since` asks for. */
import { byCodeUnit } from '../ir/index.js'
import type { CheckReport, ReportedFinding, ReportedPair, Unmatched } from '../gate/index.js'
import type { Unit } from '../pair/index.js'

type Content = Pick<CheckReport, 'findings' | 'pairs' | 'unmatched'>

const endsOnParts = (text: string, tail: string, separator: string): boolean =>
  text === tail || text.endsWith(`${separator}${tail}`)

/** Ids of the units that a summary id, a file, a place or a boundary names. */
export function unitsAt(
  target: string,
  units: readonly Unit[],
  normalize: (boundary: string) => string,
  keys: ReadonlyMap<string, string | null>,
): Set<string> {
  const place = /^(.*):(\d+)$/.exec(target)
  const key = normalize(target)
  const found = units.filter(({ id, summary: { location } }) => {
    const line = Number(place?.[2])
    return (
      endsOnParts(id, target, '::') ||
      endsOnParts(location.file, target, '/') ||
      keys.get(id) === key ||
      (place?.[1] !== undefined &&
        endsOnParts(location.file, place[1], '/') &&
        location.range.start <= line &&
        line <= location.range.end)
    )
  })
  return new Set(found.map(({ id }) => id))
}

/** What touches one of the units, or the boundary itself. */
export function narrowTo(content: Content, ids: ReadonlySet<string>, key: string): Content {
  const ofFinding = ({ provider, consumer, boundaryKey, sources = [] }: ReportedFinding): boolean =>
    boundaryKey === key || [provider.summary, consumer.summary, ...sources].some(id => ids.has(id))
  const ofPair = ({ provider, consumer, boundaryKey }: ReportedPair): boolean =>
    boundaryKey === key || ids.has(provider) || ids.has(consumer)
  const ofRow = ({ summary, boundaryKey }: Unmatched): boolean => boundaryKey === key || ids.has(summary)
  const { providers, consumers, unpairable } = content.unmatched
  return {
    findings: content.findings.filter(ofFinding),
    pairs: content.pairs.filter(ofPair),
    unmatched: {
      providers: providers.filter(ofRow),
      consumers: consumers.filter(ofRow),
      unpairable: unpairable.filter(ofRow),
    },
  }
}

interface Known {
  id: string
  boundaryKey: string | null
}

export function sinceOf(
  findings: readonly ReportedFinding[],
  known: readonly Known[],
): NonNullable<CheckReport['since']> {
  const before = new Set(known.map(({ id }) => id))
  const now = new Set(findings.map(({ id }) => id))
  const added = findings.filter(({ id }) => !before.has(id))
  const resolved = known.filter(({ id }) => !now.has(id))
  const keys = [...added, ...resolved].flatMap(({ boundaryKey }) =>
    boundaryKey === null ? [] : [boundaryKey],
  )
  return {
    new: added.length,
    resolved: resolved.map(({ id }) => id).sort(byCodeUnit),
    changedBoundaries: [...new Set(keys)].sort(byCodeUnit),
  }
}
