/** Branches for answers that never come (sections 9.3 and 9.4). */
import type { Place } from '../ir/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import type { ClientPath, NamedStatus } from './rest/client-view.js'
import { runsOn } from './rest/client-view.js'
import { caseBinding, isGatewayStatus, type RestCase } from './rest/rest-case.js'

/** Every acting provider is fully read and nothing it declares is open. */
function isReadForDead({ providers }: RestCase): boolean {
  return (
    providers.length > 0 &&
    providers.every(
      ({ fullObstacle, hasDefault, opaque, unit }) =>
        fullObstacle === null && !hasDefault && opaque.length === 0 && unit.summary.transitions.length > 0,
    )
  )
}

export function isDeadStatus(status: number, restCase: RestCase): boolean {
  const { answers, providers, listedGateway } = restCase
  return (
    isReadForDead(restCase) &&
    !answers.some(answer => answer.status === status) &&
    !providers.some(({ ranges }) => ranges.some(({ min, max }) => min <= status && status <= max)) &&
    !isGatewayStatus(status, listedGateway)
  )
}

export function checkDeadStatuses(restCase: RestCase): Draft[] {
  const { client } = restCase
  if (client.unit.http.returnsResponse) return []
  const fromWrapper = new Set(client.unit.http.wrapperStatuses ?? [])
  const named = new Map<number, NamedStatus>()
  for (const { named: list } of client.paths)
    for (const one of list) if (!named.has(one.status)) named.set(one.status, one)
  const dead = [...named.values()].filter(
    ({ status }) => !fromWrapper.has(status) && isDeadStatus(status, restCase),
  )

  const groups = new Map<string, { paths: ClientPath[]; statuses: NamedStatus[] }>()
  for (const one of dead) {
    const paths = ownersOf(one.status, client.paths)
    const key = paths.map(({ transition }) => transition.id).join('\n')
    const group = groups.get(key) ?? { paths, statuses: [] }
    group.statuses.push(one)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(group => deadDrafts(restCase, group.paths, group.statuses))
}

/** Paths that run on the status by an exact set and name it; without such, those that name it. */
function ownersOf(status: number, paths: readonly ClientPath[]): ClientPath[] {
  const naming = paths.filter(({ named }) => named.some(one => one.status === status))
  const exact = naming.filter(path => path.exact && runsOn(path, status))
  return exact.length > 0 ? exact : naming
}

function deadDrafts(
  restCase: RestCase,
  paths: readonly ClientPath[],
  statuses: readonly NamedStatus[],
): Draft[] {
  const place: Place | undefined = statuses.find(status => status.place)?.place
  return restCase.providers.map(provider => ({
    kind: 'deadConsumerBranch',
    form: 'status',
    binding: caseBinding(restCase),
    provider: side(provider.unit),
    consumer: side(
      restCase.client.unit,
      paths.map(({ transition }) => transition.id),
      place ? { place } : {},
    ),
    facts: { statuses: statuses.map(({ status }) => status).toSorted((a, b) => a - b) },
  }))
}
