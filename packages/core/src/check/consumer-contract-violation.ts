/** A client against the documents of its route and the contract its provider states (section 14.3). */
import type { StatusSpec, Transition, TypeShape } from '../ir/index.js'
import { withDefinitionsInlined, httpFacts } from '../ir/index.js'
import { ownContract, specHolds } from '../compose/index.js'
import type { RestUnit } from '../pair/index.js'
import { isDeadStatus } from './dead-consumer-branch.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import { coverageOf, rangeText } from './unhandled-provider-case.js'
import { readsStatus, type ClientPath } from './rest/client-view.js'
import { bodyOf, type ProviderView } from './rest/provider-view.js'
import { isTested, requiredReads, shownPlace, type ReadGroup } from './rest/read-groups.js'
import { shortestPrefix } from './rest/judged-path.js'
import { caseBinding, isGatewayStatus, type RestCase } from './rest/rest-case.js'
import { candidatesFor } from './rest/candidates.js'
import { lacks } from './shape/lacks.js'
import { pathText } from './shape/shape-name.js'
import { toWire } from './shape/wire.js'

interface Declared {
  unit: RestUnit
  spec: StatusSpec
  body: TypeShape | null
  transition: string
  certain: boolean
}

function documentContract({ unit, answers, ranges, hasDefault }: ProviderView): Declared[] {
  const plain = unit.http.codec === undefined
  const of = (transition: Transition, spec: StatusSpec, certain: boolean): Declared => ({
    unit,
    spec,
    body: bodyOf(transition, unit, plain),
    transition: transition.id,
    certain,
  })
  return [
    ...answers.map(({ transition, status, certain }) => of(transition, status, certain)),
    ...ranges.map(({ transition, min, max }) => of(transition, { min, max }, true)),
    ...(hasDefault
      ? [{ unit, spec: 'default' as const, body: null, transition: 'declared:default', certain: true }]
      : []),
  ]
}

function codeContract({ unit }: ProviderView): Declared[] {
  const contract = ownContract(unit.summary)
  const plain = httpFacts(unit.summary).codec === undefined
  return (contract?.responses ?? []).map(({ status, body }) => {
    const inlined = body === null ? null : withDefinitionsInlined(body, unit.summary.definitions)
    return {
      unit,
      spec: status,
      body: inlined && plain ? toWire(inlined) : inlined,
      transition: `declared:${specText(status)}`,
      certain: true,
    }
  })
}

const specText = (spec: StatusSpec): string =>
  typeof spec === 'object' ? rangeText(spec.min, spec.max) : String(spec)

/** `reported`: what section 11 and 9 say of the same client. */
export function checkConsumerContract(restCase: RestCase, reported: readonly Draft[]): Draft[] {
  const { client, pair, documents, providers } = restCase
  if (client.unit.http.returnsResponse) return []
  const own = pair.actsBy === 'code' ? providers.flatMap(codeContract) : []
  const declared = [...documents.flatMap(documentContract), ...own]
  if (declared.length === 0) return []
  return [
    ...undeclaredStatuses(restCase, declared),
    ...(pair.actsBy === 'code' ? unhandledStatuses(restCase, declared) : []),
    ...undeclaredFields(restCase, declared, reported),
    ...optionalFields(restCase, declared),
  ]
}

const draft = (
  restCase: RestCase,
  { unit, transition }: Declared,
  rest: Pick<Draft, 'facts' | 'consumer' | 'places'> & {
    form: 'undeclaredStatus' | 'unhandledStatus' | 'range' | 'field' | 'optional'
  },
): Draft => ({
  kind: 'consumerContractViolation',
  binding: caseBinding(restCase),
  provider: side(unit, [transition]),
  ...rest,
})

function undeclaredStatuses(restCase: RestCase, declared: readonly Declared[]): Draft[] {
  const { client, answers, listedGateway, providers } = restCase
  const fromWrapper = new Set(client.unit.http.wrapperStatuses ?? [])
  const named = new Map(client.paths.flatMap(({ named: list }) => list.map(one => [one.status, one])))
  return [...named.values()].flatMap((one): Draft[] => {
    const { status, place } = one
    const known =
      declared.some(({ spec }) => specHolds(spec, status)) ||
      answers.some(answer => answer.status === status) ||
      providers.some(({ opaque }) => opaque.length > 0) ||
      isGatewayStatus(status, listedGateway)
    const [first] = declared
    if (status >= 500 || known || fromWrapper.has(status) || !first || isDeadStatus(status, restCase))
      return []
    const holders = client.paths.filter(({ named: list }) => list.some(other => other.status === status))
    return [
      draft(
        restCase,
        { ...first, transition: `declared:${status}` },
        {
          form: 'undeclaredStatus',
          consumer: side(
            client.unit,
            holders.map(({ transition }) => transition.id),
            place ? { place } : {},
          ),
          facts: { status },
        },
      ),
    ]
  })
}

function unhandledStatuses(restCase: RestCase, declared: readonly Declared[]): Draft[] {
  const { client, answers } = restCase
  return declared
    .filter(({ certain }) => certain)
    .flatMap((one): Draft[] => {
      const { spec } = one
      if (spec === 'default') return []
      const members =
        typeof spec === 'number'
          ? [spec]
          : Array.from({ length: spec.max - spec.min + 1 }, (_, i) => spec.min + i)
      const produced = answers.some(({ status }) => members.includes(status))
      const open = members.every(status => status < 500 && coverageOf(status, client, answers) === 'open')
      if (produced || !open) return []
      return [
        draft(restCase, one, {
          form: typeof spec === 'number' ? 'unhandledStatus' : 'range',
          consumer: side(client.unit),
          facts: { status: specText(spec) },
        }),
      ]
    })
}

/** The declared bodies a path was written for. */
const declaredFor = (path: ClientPath, declared: readonly Declared[]): Declared[] =>
  declared.filter(({ spec, certain }) => {
    if (spec === 'default' || !certain) return false
    return typeof spec === 'number'
      ? readsStatus(path, spec)
      : anyMember(spec, status => readsStatus(path, status))
  })

function anyMember({ min, max }: { min: number; max: number }, test: (status: number) => boolean): boolean {
  for (let status = min; status <= max; status++) if (test(status)) return true
  return false
}

function undeclaredFields(
  restCase: RestCase,
  declared: readonly Declared[],
  reported: readonly Draft[],
): Draft[] {
  const { client } = restCase
  return requiredReads(client)
    .filter(({ path }) => !isTested(client, path))
    .flatMap((group): Draft[] => {
      const perPath = group.paths.map(path => declaredFor(path, declared))
      const all = [...new Set(perPath.flat())]
      const isLacking = (prefix: readonly string[]): boolean =>
        all.length > 0 && all.every(({ body }) => body !== null && lacks(body, prefix).result === 'yes')
      const prefix = shortestPrefix(group.path, isLacking)
      const [first] = all
      if (prefix === null || !first) return []
      const field = pathText(prefix)
      const known = reported.some(
        ({ kind, consumer }) =>
          kind === 'misreadProviderResponse' && (consumer.field === field || consumer.field === ''),
      )
      if (known) return []
      const near = candidatesFor(
        prefix,
        all.map(({ body }) => body),
        client,
      )
      return [
        draft(restCase, first, {
          form: 'field',
          consumer: consumerOf(restCase, group, field),
          facts: { field, statuses: [...new Set(all.map(({ spec }) => specText(spec)))], ...near },
          ...placesOf(group),
        }),
      ]
    })
}

const consumerOf = ({ client }: RestCase, group: ReadGroup, field: string): Draft['consumer'] => {
  const place = shownPlace(group)
  return side(
    client.unit,
    group.paths.map(({ transition }) => transition.id),
    { field, ...(place ? { place } : {}) },
  )
}

const placesOf = (group: ReadGroup): Pick<Draft, 'places'> => {
  const place = shownPlace(group)
  return place ? { places: [place] } : {}
}

function optionalFields(restCase: RestCase, declared: readonly Declared[]): Draft[] {
  const { client } = restCase
  return requiredReads(client)
    .filter(({ path }) => !isTested(client, path))
    .flatMap((group): Draft[] => {
      const all = [...new Set(group.paths.flatMap(path => declaredFor(path, declared)))]
      const isOptional = (prefix: readonly string[]): boolean =>
        all.some(({ body }) => body !== null && lacks(body, prefix).optional === true)
      const prefix = shortestPrefix(group.path, isOptional)
      const [first] = all.filter(
        ({ body }) => body !== null && prefix !== null && lacks(body, prefix).optional === true,
      )
      if (prefix === null || !first) return []
      const field = pathText(prefix)
      return [
        draft(restCase, first, {
          form: 'optional',
          consumer: consumerOf(restCase, group, field),
          facts: { field, state: 'absent' },
          ...placesOf(group),
        }),
      ]
    })
}
