/** Acceptance of produced statuses: checking K35 to K52 and later ones about branches. */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../ir/index.js'
import {
  any,
  body,
  compare,
  falsy,
  is,
  isNot,
  not,
  notOk,
  ok,
  opaque,
  response,
  status,
  truthy,
} from './testing/predicates.js'
import { lit, rec, text } from './testing/shapes.js'
import {
  at,
  axios,
  client,
  document,
  onThrow,
  provider,
  type AnswerPath,
  type ClientPath,
} from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /rooms/:id'
const p = (...statuses: number[]): BehavioralSummary =>
  provider(
    route,
    statuses.map(each => ({ status: each, body: null })),
  )
const c = (...paths: ClientPath[]): BehavioralSummary => client(route, paths)
const missed = (...statuses: number[]): string[] =>
  statuses.map(each => `W unhandledProviderCase.status ${each}`)

const parsed = { http: { bodyParsed: true as const } }

test('checking/K35 both statuses have a branch', () => {
  expect(lines([p(200, 404), c({ when: [is(200)] }, { when: [is(404)] })])).toEqual([])
})

test('checking/K36 no branch at all: the failure only', () => {
  expect(lines([p(200, 404), c(parsed)])).toEqual(missed(404))
})

test.each([
  ['two conditions and a choice', [{ when: [notOk] }, { when: ok, isDefault: true, ...parsed }]],
  [
    'a negated compound',
    [{ when: [not({ type: 'compound', op: 'and', operands: ok })] }, { when: ok, isDefault: true }],
  ],
] satisfies [string, ClientPath[]][])('checking/K37 a guard on ok, written as %s', (_, paths) => {
  expect(lines([p(200, 404), c(...paths)])).toEqual([])
})

test.each([[[{}]], [[{}, { http: { delivery: 'exception' as const } }]]] satisfies [ClientPath[]][])(
  'checking/K38 a client that throws on failures covers them (%#)',
  paths => {
    expect(lines([p(200, 404), client(route, paths, { http: axios })])).toEqual([])
  },
)

test('checking/K39 the catch of a client that does not throw covers nothing', () => {
  expect(lines([p(200, 404), c({}, { when: [opaque], http: { delivery: 'exception' } })])).toEqual(
    missed(404),
  )
})

const erroring = (success: Record<string, typeof text>): BehavioralSummary =>
  provider(route, [
    { status: 404, body: rec({ error: text }) },
    { status: 200, body: rec(success) },
  ])

test('checking/K40 a body field that only the failure has marks it', () => {
  const guard = c({ when: [truthy(body('error'))] }, { when: [falsy(body('error'))], isDefault: true })
  const run = (success: Record<string, typeof text>): string[] =>
    lines([erroring(success), { ...guard, metadata: { http: { bodyAccessors: ['json'] } } }])
  expect(run({ id: text })).toEqual([])
  expect(run({ id: text, error: text })).toEqual(missed(404))
})

test('checking/K41 a declared range wants one of its members', () => {
  const contract = document(route, [
    { status: 200 },
    { status: null, http: { status: { min: 400, max: 499 } } },
  ])
  expect(lines([contract, c({ when: [is(404)] }, { when: [isNot(404)], isDefault: true })])).toEqual([])
  expect(lines([contract, c({})])).toEqual(['W unhandledProviderCase.range 4XX'])
})

test('checking/K42 a client that hands the response on', () => {
  expect(lines([p(200, 404), client(route, [{}], { http: { returnsResponse: true } })])).toEqual([])
})

test('checking/K43 what an early return leaves over was not chosen', () => {
  expect(lines([p(200, 404, 500), c({ when: [is(404)] }, { when: [isNot(404)], isDefault: true })])).toEqual(
    missed(500),
  )
})

test('checking/K44 an else arm is chosen', () => {
  const paths = c({ when: [is(404)] }, { when: [isNot(404)], isDefault: false })
  expect(lines([p(200, 404, 500), paths])).toEqual([])
  expect(lines([p(200, 500), paths])).toEqual(['W deadConsumerBranch.status 404'])
})

test('checking/K45 another success is thrown away', () => {
  expect(
    lines([p(201), c({ when: [is(200)] }, { when: [isNot(200)], isDefault: true, throws: true })]),
  ).toEqual(['W deadConsumerBranch.status 200', 'W unhandledProviderCase.successThrows 201'])
})

test('checking/K46 the same with the throw first', () => {
  expect(
    lines([
      p(201),
      c({ when: [isNot(200)], isDefault: false, throws: true }, { when: [is(200)], isDefault: true }),
    ]),
  ).toEqual(['W deadConsumerBranch.status 200', 'W unhandledProviderCase.successThrows 201'])
})

test('checking/K45 a client that always throws tells success from nothing', () => {
  expect(lines([p(201), c({ throws: true })])).toEqual([])
})

test('checking/K47 redirects are followed', () => {
  expect(lines([p(302), c({ when: ok }, { when: [notOk], throws: true })])).toEqual([])
  expect(lines([p(302), client(route, [{ when: ok }], { http: { redirect: 'manual' } })])).toEqual(
    missed(302),
  )
})

test('checking/K48 a computed status', () => {
  const report = check([provider(route, [{ status: null }]), c({})])
  expect(report.findings).toMatchObject([
    { kind: 'lowConfidence', form: 'status', severity: 'info', facts: { reason: 'opaqueStatus' } },
  ])
})

test('checking/K49 a guard with something else beside the status covers nothing', () => {
  const guard = any(truthy({ type: 'state', name: 'tokenMissing' }), {
    type: 'compound',
    op: 'and',
    operands: ok,
  })
  expect(lines([p(404), c({ when: [guard] })])).toEqual(missed(404))
})

test('checking/K50 a status that never comes', () => {
  const tests410 = c({ when: [is(410)] }, { when: [is(404)] }, { when: ok, isDefault: true })
  expect(lines([p(200, 404), tests410])).toEqual(['W deadConsumerBranch.status 410'])
  const open = (spec: 'default' | { min: number; max: number }): AnswerPath => ({
    status: null,
    http: { status: spec },
  })
  const withSpec = (spec: 'default' | { min: number; max: number }): BehavioralSummary =>
    document(route, [{ status: 200 }, { status: 404 }, open(spec)])
  expect(lines([withSpec('default'), tests410])).toEqual([])
  expect(lines([withSpec({ min: 400, max: 499 }), tests410])).toEqual([])
})

test('checking/K51 statuses that gateways add are never dead', () => {
  expect(lines([p(200), c({ when: [is(503)] }, { when: [is(429)] }, { when: ok })])).toEqual([])
})

test('checking/K52 a range feeds no dead branch', () => {
  expect(lines([p(200), c({ when: ok }, { when: [notOk] })])).toEqual([])
})

test('checking/K163 a list of statuses', () => {
  const list = any(is(200), is(204))
  const strict = client('POST /trips', [
    { when: [isNot(200), isNot(204)], isDefault: false, throws: true },
    { when: [list], isDefault: true, ...parsed },
  ])
  const trips = provider('POST /trips', [{ status: 201, body: rec({ id: lit(9) }) }])
  const report = check([trips, strict])
  expect(
    report.findings.map(({ kind, form, facts }) => [kind, form, facts['status'] ?? facts['statuses']]),
  ).toEqual(
    expect.arrayContaining([
      ['unhandledProviderCase', 'successThrows', 201],
      ['deadConsumerBranch', 'status', [200, 204]],
    ]),
  )
  expect(report.findings).toHaveLength(2)
  const wide = client('POST /trips', [
    { when: [status('gte', 300)], isDefault: false, throws: true },
    { when: [status('lt', 300)], isDefault: true, expects: rec({ id: { type: 'unknown' } }), ...parsed },
  ])
  expect(lines([trips, wide])).toEqual([])
})

test('checking/K169 403 counts as added only when it is listed', () => {
  const run = [
    p(200),
    c(
      { when: [is(429)] },
      { when: [is(403)] },
      { when: [notOk], throws: true },
      { when: ok, isDefault: true },
    ),
  ]
  expect(lines(run)).toEqual(['W deadConsumerBranch.status 403'])
  expect(lines(run, { config: { gatewayStatuses: [403] } })).toEqual([])
  expect(
    lines([provider(route, [{ status: 200 }], { http: { gatewayStatuses: [403] } }), ...run.slice(1)]),
  ).toEqual([])
})

test('checking/K182 a branch that rejoins is a branch', () => {
  const tests = [{ on: 'status' as const, path: [], op: 'eq' as const, value: 404, place: at(4) }]
  expect(lines([p(200, 404), c({ http: { tests, bodyParsed: true } })])).toEqual([])
})

test("checking/K198 a wrapper's tests and negated tests are no dead branch", () => {
  const inWrapper = client(route, [{ when: [is(204)] }, { when: [isNot(204)], isDefault: true }], {
    http: { wrapperStatuses: [204] },
  })
  expect(lines([p(200), inWrapper])).toEqual([])
  const tests = [{ on: 'status' as const, path: [], op: 'neq' as const, value: 204, place: at(4) }]
  expect(lines([p(200), c({ http: { tests } })])).toEqual([])
})

test.each([
  [
    'a dotted accessor of a caught error',
    response('response', 'status'),
    { statusAccessors: ['response.status'] },
  ],
  [
    'a catch variable',
    { type: 'input' as const, inputRef: 'e', path: ['response', 'status'] },
    { statusAccessors: ['response.status'] },
  ],
  [
    'a destructured status',
    {
      type: 'derived' as const,
      from: response(),
      derivation: { type: 'destructured' as const, field: 'status' },
    },
    {},
  ],
])('a status is recognised through %s', (_, ref, http) => {
  const run = (...statuses: number[]): string[] =>
    lines([
      p(...statuses),
      client(
        route,
        [{ when: [compare(ref, 'eq', 404)] }, { when: [compare(ref, 'neq', 404)], isDefault: true }],
        { http },
      ),
    ])
  expect(run(200, 404)).toEqual([])
  expect(run(200)).toEqual(['W deadConsumerBranch.status 404'])
})

test.each([
  ['a body field called status', compare(body('status'), 'eq', 404)],
  ['a number that is no status', compare(response('status'), 'eq', 2)],
])('%s is no status test', (_, condition) => {
  const known = provider(route, [{ status: 200, body: rec({ status: { type: 'number' } }) }])
  expect(lines([known, c({ when: [condition] }, { when: [not(condition)], isDefault: true })])).toEqual([])
})

test('a parameter of the function that calls is no response', () => {
  const own = compare({ type: 'input', inputRef: 'order', path: ['status'] }, 'eq', 410)
  const caller = client(route, [{ when: [own] }, {}])
  const withInput: BehavioralSummary = {
    ...caller,
    inputs: [{ type: 'parameter', name: 'order', position: 0, role: null, shape: null }],
  }
  expect(lines([p(200), withInput])).toEqual([])
  expect(lines([p(200), caller])).toEqual(['W deadConsumerBranch.status 410'])
})

test('an unread wrapper keeps a branch from being dead', () => {
  const tests410 = c({ when: [is(410)] }, { when: ok, isDefault: true })
  expect(lines([provider(route, [{ status: 200 }], { refs: [onThrow(null)] }), tests410])).toEqual([])
})
