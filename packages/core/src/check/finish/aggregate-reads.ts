/** Reads of one client that fail alike are one finding, over all their places and paths. */
import { byCodeUnit, type Place, type Severity } from '../../ir/index.js'
import { worse, type Facts } from '../../gate/index.js'
import type { Draft, DraftSide } from '../draft.js'

const readKinds = new Set(['misreadProviderResponse', 'consumerContractViolation'])

export function aggregateReads(drafts: readonly Draft[]): Draft[] {
  const groups = new Map<string, Draft[]>()
  drafts.forEach((draft, i) => {
    const { kind, form, provider, consumer } = draft
    const key =
      readKinds.has(kind) && consumer.field !== undefined
        ? JSON.stringify([kind, form, provider.unit.id, consumer.unit.id, consumer.field])
        : `#${i}`
    groups.set(key, [...(groups.get(key) ?? []), draft])
  })
  return [...groups.values()].flatMap(group => {
    const [first, ...others] = group
    return first ? [others.reduce(joined, first)] : []
  })
}

function joined(a: Draft, b: Draft): Draft {
  const places = uniquePlaces([...(a.places ?? []), ...(b.places ?? [])])
  const severity =
    a.severity === undefined || b.severity === undefined ? undefined : worse(a.severity, b.severity)
  const [place] = places
  const { severity: _, ...rest } = a
  return {
    ...rest,
    provider: joinedSide(a.provider, b.provider),
    consumer: {
      ...withoutPlace(joinedSide(a.consumer, b.consumer)),
      ...(place && a.form !== 'bodyless' ? { place } : {}),
    },
    facts: joinedFacts(a.facts, b.facts),
    ...(severity === undefined ? {} : { severity: severity satisfies Severity }),
    ...(places.length > 0 ? { places } : {}),
  }
}

const joinedSide = (a: DraftSide, b: DraftSide): DraftSide => ({
  ...a,
  transitions: [...new Set([...a.transitions, ...b.transitions])],
})

function withoutPlace({ place: _, ...rest }: DraftSide): DraftSide {
  return rest
}

/** Statuses add up; everything else is the first one's. */
function joinedFacts(a: Facts, b: Facts): Facts {
  const [left, right] = [a['statuses'], b['statuses']]
  if (!Array.isArray(left) || !Array.isArray(right)) return { ...b, ...a }
  const all = [...new Set<string | number>([...left, ...right])]
  const numbers = all.filter(value => typeof value === 'number').sort((x, y) => x - y)
  const texts = all.filter(value => typeof value === 'string').sort(byCodeUnit)
  return { ...b, ...a, statuses: texts.length > 0 ? [...numbers.map(String), ...texts] : numbers }
}

export const comparePlaces = (a: Place, b: Place): number =>
  byCodeUnit(a.workspace ?? '', b.workspace ?? '') ||
  byCodeUnit(a.file ?? '', b.file ?? '') ||
  a.start - b.start ||
  a.end - b.end

function uniquePlaces(places: readonly Place[]): Place[] {
  const sorted = places.toSorted(comparePlaces)
  return sorted.filter((place, i) => {
    const before = sorted[i - 1]
    return before === undefined || comparePlaces(before, place) !== 0
  })
}
