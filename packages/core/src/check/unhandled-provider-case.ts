/** A status the provider answers that the client has no branch for (section 9.2). */
import type { Scalar, Test } from '../ir/index.js'
import { literalsAt } from './dead-value.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import { clientTests, runsOn, type ClientPath, type ClientView } from './rest/client-view.js'
import { doubt } from './low-confidence.js'
import type { Answer, ProviderView } from './rest/provider-view.js'
import { caseBinding, type RestCase } from './rest/rest-case.js'
import { holds, isSuccess } from './rest/status-set.js'
import { lacks } from './shape/lacks.js'
import type { Tri } from './tri.js'

export type Coverage = 'notAsked' | 'covered' | 'successThrows' | 'open'

export function checkUnhandledProviderCase(restCase: RestCase): Draft[] {
  const { client, providers } = restCase
  if (client.unit.http.returnsResponse) return []
  return providers.flatMap(provider => [
    ...statusFindings(restCase, provider),
    ...rangeFindings(restCase, provider),
    ...opaqueFindings(restCase, provider),
  ])
}

function statusFindings(restCase: RestCase, provider: ProviderView): Draft[] {
  const { client } = restCase
  const certain = provider.answers.filter(answer => answer.certain)
  return [...new Set(certain.map(({ status }) => status))].flatMap((status): Draft[] => {
    const coverage = coverageOf(status, client, provider.answers)
    if (coverage === 'notAsked' || coverage === 'covered') return []
    const answers = certain.filter(answer => answer.status === status)
    return [
      {
        kind: 'unhandledProviderCase',
        form: coverage === 'successThrows' ? 'successThrows' : 'status',
        binding: caseBinding(restCase),
        provider: side(
          provider.unit,
          answers.map(({ transition }) => transition.id),
        ),
        consumer: side(client.unit, coverage === 'successThrows' ? throwing(client, status) : []),
        facts: { status },
      },
    ]
  })
}

const throwing = ({ paths }: ClientView, status: number): string[] =>
  paths.filter(path => runsOn(path, status)).map(({ transition }) => transition.id)

/** The first rule that fits decides. */
export function coverageOf(status: number, client: ClientView, answers: readonly Answer[]): Coverage {
  const { paths, unit, onException } = client
  const running = paths.filter(path => runsOn(path, status))
  if (status < 200 || (status >= 300 && status < 400 && !asksForRedirects(client))) return 'notAsked'
  if (isSuccess(status) && treatsAsFailure(running, paths, status)) return 'successThrows'
  if (paths.some(({ asks }) => asks !== null && holds(asks, status))) return 'covered'
  if (paths.some(({ http, tested }) => http.tests?.some(test => asksFor(test, status, tested)))) return 'covered'
  if (unit.http.wrapperStatuses?.includes(status) && running.length > 0) return 'covered'
  if (isSuccess(status)) return running.some(({ covers }) => covers === null) ? 'covered' : 'open'
  if (onException || isMarkedByBody(status, client, answers)) return 'covered'
  return 'open'
}

/** A branch that rejoins: of this status, or of what tells it from a success. `tested`: the path itself names statuses, so `=== 200` is its own. */
function asksFor({ on, value, range }: Test, status: number, tested: boolean): boolean {
  if (on !== 'status') return false
  if (value === status) return true
  if (isSuccess(status)) return false
  return range === undefined ? !tested && typeof value === 'number' && isSuccess(value) : isIn(range, status) !== isIn(range, 200)
}

const isIn = ({ min, max }: { min: number; max: number }, status: number): boolean =>
  min <= status && status <= max

const asksForRedirects = ({ paths, unit }: ClientView): boolean =>
  unit.http.redirect === 'manual' ||
  paths.some(({ named }) => named.some(({ status }) => status >= 300 && status < 400)) ||
  unit.http.wrapperStatuses?.some(status => status >= 300 && status < 400) === true

/** A client that throws whatever comes tells no success from a failure. */
const treatsAsFailure = (
  running: readonly ClientPath[],
  paths: readonly ClientPath[],
  status: number,
): boolean =>
  running.length > 0 &&
  running.every(({ transition }) => transition.output.type === 'throw') &&
  paths.some(path => path.tested && !runsOn(path, status))

/** A guard tests a body field that tells this status from every success. */
function isMarkedByBody(status: number, client: ClientView, answers: readonly Answer[]): boolean {
  const own = answers.filter(answer => answer.status === status)
  const successes = answers.filter(answer => isSuccess(answer.status))
  return clientTests(client).some(
    ({ path }) =>
      path.length > 0 &&
      (own.some(answer => successes.every(other => isOnly(answer, path, other))) ||
        (own.some(answer => has(answer, path) === 'yes') &&
          successes.every(other => has(other, path) !== 'yes')) ||
        (own.some(answer => has(answer, path) !== 'no') &&
          successes.length > 0 &&
          successes.every(other => has(other, path) === 'no'))),
  )
}

const isOnly = ({ body }: Answer, path: string[], other: Answer): boolean =>
  body !== null && other.body !== null && areApart(literalsAt(body, path), literalsAt(other.body, path))

function has({ body }: Answer, path: string[]): Tri {
  const lack = body === null ? 'unknown' : lacks(body, path).result
  return lack === 'no' ? 'yes' : lack === 'yes' ? 'no' : 'unknown'
}

/** Both sides are literals, and none is on both. */
const areApart = (a: readonly Scalar[] | null, b: readonly Scalar[] | null): boolean =>
  a !== null && b !== null && !a.some(value => b.includes(value))

function rangeFindings(restCase: RestCase, provider: ProviderView): Draft[] {
  const { client, pair } = restCase
  if (pair.actsBy !== 'document') return []
  return provider.ranges.flatMap(({ transition, min, max }): Draft[] => {
    const members = Array.from({ length: max - min + 1 }, (_, i) => min + i)
    const open = members.every(status =>
      ['open', 'successThrows'].includes(coverageOf(status, client, provider.answers)),
    )
    if (!open) return []
    return [
      {
        kind: 'unhandledProviderCase',
        form: 'range',
        binding: caseBinding(restCase),
        provider: side(provider.unit, [transition.id]),
        consumer: side(client.unit),
        facts: { range: rangeText(min, max) },
      },
    ]
  })
}

export const rangeText = (min: number, max: number): string =>
  min % 100 === 0 && max === min + 99 ? `${min / 100}XX` : `${min}-${max}`

function opaqueFindings(restCase: RestCase, { unit, opaque }: ProviderView): Draft[] {
  const [first] = opaque
  return first
    ? [
        doubt(restCase, unit, {
          form: 'status',
          what: 'A status',
          reason: 'opaqueStatus',
          transitions: [first.id],
        }),
      ]
    : []
}
