/** A body is read that does not hold what is read (section 11, rules 4 to 7 and 9). */
import { canonicalJson, type Predicate } from '../ir/index.js'
import type { Draft } from './draft.js'
import { doubt } from './low-confidence.js'
import type { Candidates } from './near-names.js'
import { candidatesFor } from './rest/candidates.js'
import { readsStatus, runsOn, type ClientPath, type ClientView } from './rest/client-view.js'
import { answerPath, shortestPrefix, type Bodies } from './rest/judged-path.js'
import { isBodyless, judgeObstacle, type Answer } from './rest/provider-view.js'
import { readDrafts, type JudgedRead } from './rest/read-drafts.js'
import {
  answersFor,
  isTested,
  notedReads,
  readAnswers,
  requiredReads,
  shownPlace,
  type ReadGroup,
} from './rest/read-groups.js'
import { isGatewayStatus, type RestCase } from './rest/rest-case.js'
import { isSuccess } from './rest/status-set.js'
import { isOtherKind, lacks, needOf, shapesAt } from './shape/lacks.js'
import { pathText, shapeName } from './shape/shape-name.js'
import { isDateOnlyMember } from './shape/standard-members.js'
import type { Reason } from './tri.js'

export type MisreadForm = 'field' | 'bodyless' | 'kind' | 'someStatuses' | 'fallback' | 'parsed'

export const misreadDrafts = (
  restCase: RestCase,
  { form, ...read }: JudgedRead & { form: MisreadForm },
): Draft[] => readDrafts(restCase, { kind: 'misreadProviderResponse', form }, read)

export function checkMisreadResponse(restCase: RestCase): Draft[] {
  const { client, pair } = restCase
  if (pair.actsBy !== 'code' || client.unit.http.returnsResponse) return []
  return [
    ...requiredReads(client).flatMap(group => checkRead(restCase, group)),
    ...notedReads(client).flatMap(group => [
      ...checkFallback(restCase, group),
      ...checkDateUse(restCase, group),
    ]),
    ...client.paths.flatMap(path => checkParsedBody(restCase, path)),
  ]
}

const statusesOf = (bodies: Bodies): number[] => [...bodies.statuses.keys()]
const answersOf = ({ statuses }: Bodies): Answer[] => [...statuses.values()].flat()

/** A parse of an empty body throws before anything is read of it. */
function bodiesFor(restCase: RestCase, paths: readonly ClientPath[]): Bodies {
  const { answers, client, providers } = restCase
  const statuses = readAnswers(paths, answers)
  const parsed = paths.every(({ http }) => http.bodyParsed === true)
  const kept = parsed ? [...statuses].filter(([status]) => !isBodyless(status, client.head)) : [...statuses]
  return { statuses: new Map(kept), head: client.head, providers }
}

/** What several paths hold was read before they part: one that always finds it settles the read. */
export function isSettledElsewhere({ paths, path }: ReadGroup, restCase: RestCase): boolean {
  if (paths.length < 2) return false
  return paths.some(holder => {
    const own = bodiesFor(restCase, [holder])
    return own.statuses.size > 0 && answerPath(own, path).every(({ result }) => result === 'no')
  })
}

/** A field that only failing bodies have is meant for them, whatever else runs through the read. */
function isMeantForFailures(restCase: RestCase, path: readonly string[]): boolean {
  const has = ({ body }: Answer): boolean => body !== null && lacks(body, path).result === 'no'
  return (
    restCase.answers.some(answer => !isSuccess(answer.status) && has(answer)) &&
    !restCase.answers.some(answer => isSuccess(answer.status) && has(answer))
  )
}

function checkRead(restCase: RestCase, group: ReadGroup): Draft[] {
  const { client, providers } = restCase
  if (isTested(client, group.path) || isSettledElsewhere(group, restCase)) return []
  const all = bodiesFor(restCase, group.paths)
  const bodies = isMeantForFailures(restCase, group.path)
    ? { ...all, statuses: new Map([...all.statuses].filter(([status]) => !isSuccess(status))) }
    : all
  if (bodies.statuses.size === 0) return []
  const obstacle = judgeObstacle(providers, statusesOf(bodies)) ?? (group.paths.every(isUndecided) || hasAlternatives(client) ? 'opaqueCondition' : null)
  if (obstacle !== null) return doubts(restCase, group, bodies, obstacle)
  const everywhere = shortestPrefix(group.path, prefix =>
    answerPath(bodies, prefix).every(({ result }) => result === 'yes'),
  )
  if (everywhere) return lackingDrafts(restCase, group, bodies, everywhere)
  const somewhere = shortestPrefix(group.path, prefix =>
    answerPath(bodies, prefix).some(({ result }) => result === 'yes'),
  )
  return somewhere ? someDrafts(restCase, group, bodies, somewhere) : doubts(restCase, group, bodies, null)
}

/** A call or something that was not taken apart decides over the body whether the path runs. */
const isUndecided = ({ opaque, asksCalls }: ClientPath): boolean => opaque || asksCalls

/** The client asks one of several addresses, and knows which. */
const hasAlternatives = ({ unit }: ClientView): boolean => /\(.*\|/.test(unit.rest.path ?? '')

function lackingDrafts(
  restCase: RestCase,
  group: ReadGroup,
  bodies: Bodies,
  prefix: readonly string[],
): Draft[] {
  const { client } = restCase
  const statuses = statusesOf(bodies)
  const common = { answers: answersOf(bodies), paths: group.paths, place: shownPlace(group) }
  if (statuses.every(status => isBodyless(status, client.head))) {
    return misreadDrafts(restCase, { ...common, form: 'bodyless', field: '', facts: { statuses } })
  }
  const shapes = answersOf(bodies)
    .map(({ body }) => body)
    .filter(body => body !== null)
  const parent = prefix.slice(0, -1)
  const need = needOf(prefix.at(-1) ?? '')
  const at = shapes.flatMap(body => shapesAt(body, parent))
  if (
    at.length > 0 &&
    shapes.every(body => shapesAt(body, parent).length > 0) &&
    at.every(shape => isOtherKind(shape, need) === 'yes')
  ) {
    const actual = [...new Set(at.map(shapeName))].join(' | ')
    return misreadDrafts(restCase, {
      ...common,
      form: 'kind',
      field: pathText(parent),
      facts: { statuses, expected: need, actual },
    })
  }
  const near: Candidates = candidatesFor(prefix, shapes, client)
  return misreadDrafts(restCase, {
    ...common,
    form: 'field',
    field: pathText(prefix),
    facts: { statuses, ...near },
  })
}

function someDrafts(
  restCase: RestCase,
  group: ReadGroup,
  bodies: Bodies,
  prefix: readonly string[],
): Draft[] {
  const answered = answerPath(bodies, prefix)
  const absent = answered.filter(({ result }) => result === 'yes').map(({ status }) => status)
  const present = answered.filter(({ result }) => result !== 'yes').map(({ status }) => status)
  return misreadDrafts(restCase, {
    form: 'someStatuses',
    field: pathText(prefix),
    answers: answersOf(bodies).filter(({ status }) => absent.includes(status)),
    paths: group.paths,
    place: shownPlace(group),
    facts: { present, absent },
  })
}

/** Absent but not judged, or not told: once per pair and status. */
function doubts(
  restCase: RestCase,
  { path, paths }: ReadGroup,
  bodies: Bodies,
  obstacle: Reason | null,
): Draft[] {
  return answerPath(bodies, path).flatMap(({ status, result, reason }): Draft[] => {
    const why = result === 'yes' ? obstacle : result === 'unknown' ? reason : null
    const answer = bodies.statuses.get(status)?.[0]
    if (why === null || !answer) return []
    return [
      doubt(restCase, answer.provider, {
        form: 'read',
        what: 'A read',
        reason: why,
        status,
        consumerTransitions: paths.map(({ transition }) => transition.id),
      }),
    ]
  })
}

/** Another path takes the status without a parse, told apart by something that is neither status nor input: a header, a set. */
function isLeftUnparsed(path: ClientPath, client: ClientView, status: number): boolean {
  const own = new Set(path.transition.conditions.map(condition => canonicalJson(condition)))
  return client.paths.some(
    other =>
      other !== path &&
      runsOn(other, status) &&
      other.http.bodyParsed !== true &&
      other.transition.output.type !== 'throw' &&
      other.transition.conditions.some(
        condition => isOfDependency(condition) && !own.has(canonicalJson(condition)),
      ),
  )
}

/** The condition is about something a call gave. */
const isOfDependency = (condition: Predicate): boolean =>
  condition.type === 'opaque' ||
  condition.type === 'call' ||
  JSON.stringify(condition).includes('"dependency"') ||
  JSON.stringify(condition).includes('"call"')

/** `res.json()` throws on an empty body. */
function checkParsedBody(restCase: RestCase, path: ClientPath): Draft[] {
  if (path.http.bodyParsed !== true) return []
  const { client, providers } = restCase
  const statuses = readAnswers([path], restCase.answers)
  const empty = [...statuses.keys()].filter(status => isBodyless(status, client.head))
  if (empty.length === 0 || empty.every(status => isLeftUnparsed(path, client, status))) return []
  const whole = empty.length === statuses.size && judgeObstacle(providers, [...statuses.keys()]) === null
  return misreadDrafts(restCase, {
    form: 'bodyless',
    field: '',
    answers: empty.flatMap(status => statuses.get(status) ?? []),
    paths: [path],
    facts: { statuses: empty },
    ...(whole ? {} : { severity: 'warning' as const }),
  })
}

/** `v.at.getTime()` where `at` travels as text. */
function checkDateUse(restCase: RestCase, group: ReadGroup): Draft[] {
  const method = group.read?.uses?.find(isDateOnlyMember)
  const bodies = bodiesFor(restCase, group.paths)
  if (method === undefined || bodies.statuses.size === 0) return []
  if (judgeObstacle(restCase.providers, statusesOf(bodies)) !== null) return []
  const isText = answersOf(bodies).every(({ body }) => {
    const shapes = body === null ? [] : shapesAt(body, group.path)
    return shapes.length > 0 && shapes.every(({ type }) => type === 'text')
  })
  if (!isText) return []
  return misreadDrafts(restCase, {
    form: 'kind',
    field: pathText(group.path),
    answers: answersOf(bodies),
    paths: group.paths,
    place: shownPlace(group),
    facts: { statuses: statusesOf(bodies), expected: 'Date', actual: 'text' },
    severity: 'warning',
  })
}

/** Uncertain and listed statuses count here: the other operand is only then always taken. */
function checkFallback(restCase: RestCase, group: ReadGroup): Draft[] {
  const { fallback } = group.read ?? {}
  const { answers, client, providers, listedGateway } = restCase
  if (fallback === undefined || group.path.length === 0 || isTested(client, group.path)) return []
  const reached = group.paths.flatMap(path => answersFor(path, answers))
  const statuses = [...new Set(reached.map(({ status }) => status))].sort((a, b) => a - b)
  const gateway = [...listedGateway].some(
    status => isGatewayStatus(status, listedGateway) && group.paths.some(path => readsStatus(path, status)),
  )
  if (gateway || !reached.some(({ certain }) => certain) || judgeObstacle(providers, statuses) !== null)
    return []
  const all = new Map(statuses.map(status => [status, reached.filter(answer => answer.status === status)]))
  const bodies: Bodies = { statuses: all, head: client.head, providers }
  const isMissing = (path: readonly string[]): boolean =>
    reached.every(
      ({ body, status }) =>
        isBodyless(status, client.head) || (body !== null && lacks(body, path).result === 'yes'),
    )
  if (
    statuses.every(status => isBodyless(status, client.head)) ||
    !isMissing(group.path) ||
    !fallback.every(isMissing)
  )
    return []
  const prefix = shortestPrefix(group.path, isMissing) ?? group.path
  const near = candidatesFor(
    prefix,
    reached.map(({ body }) => body),
    client,
  )
  return misreadDrafts(restCase, {
    form: 'fallback',
    field: pathText(prefix),
    answers: answersOf(bodies),
    paths: group.paths,
    place: shownPlace(group),
    facts: { statuses, ...near },
  })
}
