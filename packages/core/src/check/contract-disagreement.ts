/** Two documents of one route that cannot both be current (section 14.4). */
import { byCodeUnit } from '../ir/index.js'
import { specHolds, type UnitIndex } from '../compose/index.js'
import { boundaryKey } from '../semantics/index.js'
import type { RestWorld, Route } from '../pair/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import { viewProvider, type ProviderView } from './rest/provider-view.js'
import { satisfies } from './shape/satisfies.js'
import { shapeName } from './shape/shape-name.js'

export function checkContractDisagreement({ routes }: RestWorld, units: UnitIndex): Draft[] {
  const groups = new Map<string, Route[]>()
  for (const route of routes.filter(({ document }) => document)) {
    const key =
      `${route.service} ${boundaryKey(route.unit.summary.identity.boundaryBinding) ?? ''}`.toLowerCase()
    groups.set(key, [...(groups.get(key) ?? []), route])
  }
  return [...groups.values()].flatMap(group => {
    const views = group.map(({ unit }) => viewProvider(unit, units, undefined)).filter(isContract)
    return views.length < 2 ? [] : [...statusDrafts(views), ...bodyDrafts(views)]
  })
}

const isContract = ({ answers, ranges, hasDefault }: ProviderView): boolean =>
  answers.some(({ certain }) => certain) || ranges.length > 0 || hasDefault

const certainStatuses = ({ answers }: ProviderView): number[] =>
  answers.filter(({ certain }) => certain).map(({ status }) => status)

const holdsStatus = ({ answers, ranges, hasDefault }: ProviderView, status: number): boolean =>
  hasDefault ||
  answers.some(answer => answer.status === status) ||
  ranges.some(range => specHolds(range, status))

const namesOf = (views: readonly ProviderView[]): string[] =>
  [...new Set(views.map(({ unit }) => unit.summary.location.file))].sort(byCodeUnit)

function statusDrafts(views: readonly ProviderView[]): Draft[] {
  const all = [...new Set(views.flatMap(certainStatuses))].sort((a, b) => a - b)
  return all.flatMap((status): Draft[] => {
    const having = views.filter(view => certainStatuses(view).includes(status))
    const without = views.filter(view => !holdsStatus(view, status))
    const [first, other] = [having[0], without[0]]
    if (!first || !other) return []
    return [
      {
        kind: 'contractDisagreement',
        form: 'status',
        binding: first.unit.summary.identity.boundaryBinding,
        provider: side(
          first.unit,
          first.answers.filter(answer => answer.status === status).map(({ transition }) => transition.id),
        ),
        consumer: side(other.unit, [`declared:${status}`]),
        facts: { status, with: namesOf(having), without: namesOf(without) },
        sources: sourcesOf(views),
      },
    ]
  })
}

const sourcesOf = (views: readonly ProviderView[]): string[] =>
  [...new Set(views.map(({ unit }) => unit.id))].sort(byCodeUnit)

function bodyDrafts(views: readonly ProviderView[]): Draft[] {
  const seen = new Set<number>()
  return views.flatMap((view, i) =>
    views.slice(i + 1).flatMap(other =>
      view.answers.flatMap((left): Draft[] => {
        const right = other.answers.find(({ status }) => status === left.status)
        if (!right || left.body === null || right.body === null || seen.has(left.status)) return []
        const isDifferent =
          satisfies(left.body, right.body).result === 'no' && satisfies(right.body, left.body).result === 'no'
        if (!isDifferent) return []
        seen.add(left.status)
        return [
          {
            kind: 'contractDisagreement',
            form: 'body',
            binding: view.unit.summary.identity.boundaryBinding,
            provider: side(view.unit, [left.transition.id]),
            consumer: side(other.unit, [right.transition.id]),
            facts: {
              status: left.status,
              what: `the ${left.status} body`,
              actual: shapeName(left.body),
              expected: shapeName(right.body),
            },
            sources: sourcesOf(views),
          },
        ]
      }),
    ),
  )
}
