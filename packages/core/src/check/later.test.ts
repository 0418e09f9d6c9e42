/** Acceptance of later cases that the same passes serve: checking K158, K161, K162, K168, K170, K171, K183. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, TypeShape } from '../ir/index.js'
import { body, compare, is, isNot, notOk, ok } from './testing/predicates.js'
import { lit, or, reading, rec, text } from './testing/shapes.js'
import {
  answer,
  axios,
  before,
  client,
  middleware,
  onThrow,
  provider,
  read,
  type ClientPath,
} from './testing/summaries.js'
import { check, lines, reasons } from './testing/run.js'

const shelf = provider('GET /shelves/:id', [{ status: 200, body: rec({ id: text, slots: lit(4) }) }], {
  workspace: 'server',
})
const guard: ClientPath[] = [
  { when: [notOk], throws: true },
  { when: ok, isDefault: true, http: { bodyParsed: true }, expects: reading('slots') },
]
const behind = (route: string, path: string | null, paths: ClientPath[] = [{}]): BehavioralSummary =>
  client(route, paths, { workspace: 'web', http: { rewritten: { path, host: 'localhost:4100' } } })

test('checking/K158 a development proxy', () => {
  const run = [
    shelf,
    behind('GET /api/shelves/{id}', '/shelves/{id}', guard),
    behind('GET /api/shelfs/1', '/shelfs/1'),
  ]
  const report = check(run)
  expect(report.pairs).toMatchObject([{ boundaryKey: 'GET /shelves/{}' }])
  expect(report.findings).toMatchObject([
    {
      form: 'path',
      severity: 'warning',
      boundaryKey: 'GET /api/shelfs/1',
      facts: { nearest: ['GET /shelves/{id}'] },
    },
  ])
  const unread = [shelf, behind('GET /api/shelves/{id}', null, guard), behind('GET /api/shelfs/1', null)]
  expect(check(unread).findings).toEqual([])
  expect(reasons(unread)).toEqual(['proxyUnread', 'proxyUnread'])
})

test('checking/K183 the own route first, then the rewritten one', () => {
  const rewritten = (path: string): BehavioralSummary =>
    client(`GET /api${path}`, [{}], { workspace: 'next', http: { rewritten: { path, host: 'jobs' } } })
  const run = [
    provider('GET /api/me', [{ status: 200 }], { workspace: 'next' }),
    provider('GET /list', [{ status: 200 }], { workspace: 'jobs' }),
    rewritten('/me'),
    rewritten('/list'),
  ]
  expect(check(run).pairs.map(({ boundaryKey }) => boundaryKey)).toEqual(['GET /api/me', 'GET /list'])
  expect(check(run).findings).toEqual([])
})

const profile = (options = {}): BehavioralSummary =>
  provider(
    'PUT /profile',
    [
      { status: 200, body: rec({ saved: lit(true) }) },
      { status: 422, body: rec({ detail: lit('nick is missing') }) },
    ],
    options,
  )
const falling = (...names: string[]): BehavioralSummary =>
  client('PUT /profile', [
    {
      when: [notOk],
      throws: true,
      expects: reading(...names.map(name => `${name}?`)),
      http: {
        bodyParsed: true,
        reads: names.map((name, i) =>
          read(name, {
            place: { start: i * 10, end: i * 10 + 5, line: 4, column: i * 10 },
            optional: 'nullish',
            fallback: names.filter(other => other !== name).map(other => [other]),
          }),
        ),
      },
    },
    { when: ok, isDefault: true },
  ])

test('checking/K161 a fallback that is always taken', () => {
  const report = check([profile(), falling('message')])
  expect(report.findings).toMatchObject([
    {
      form: 'fallback',
      severity: 'warning',
      consumer: { field: 'message' },
      facts: { candidates: ['detail'] },
    },
  ])
  const parser = middleware('json', [answer({ status: 400, body: text })], { source: 'declared' })
  expect(lines([parser, profile({ refs: [before('json')] }), falling('message')])).toEqual([
    'W misreadProviderResponse.fallback message',
  ])
  expect(lines([profile(), falling('detail', 'message')])).toEqual([])
  expect(lines([profile({ refs: [onThrow(null)] }), falling('message')])).toEqual([])
})

test("checking/K162 a validator's own answer is certain, the library's is not", () => {
  const badge = provider('POST /badges', [
    { status: 422, body: rec({ problems: text }) },
    { status: 400, http: { uncertain: true } },
    { status: 201, body: rec({ id: lit('b1') }) },
  ])
  expect(
    lines([badge, client('POST /badges', [{ expects: reading('id'), http: { bodyParsed: true } }])]),
  ).toEqual(['W unhandledProviderCase.status 422'])
  expect(lines([badge, client('POST /badges', [{ expects: reading('id') }], { http: axios })])).toEqual([])
})

const order = (state: TypeShape): BehavioralSummary =>
  provider('GET /orders/:id', [{ status: 200, body: rec({ state }) }])
const compares = (value: string): BehavioralSummary =>
  client('GET /orders/{id}', [
    { when: [notOk], throws: true },
    { when: [...ok, compare(body('state'), 'eq', value)], isDefault: false },
    { when: [...ok, compare(body('state'), 'neq', value)], isDefault: true },
  ])

test('checking/K168 a comparison in another spelling', () => {
  const choice = or(lit('OPEN'), lit('SENT'))
  expect(check([order(choice), compares('sent')]).findings).toMatchObject([
    { kind: 'deadConsumerBranch', form: 'value', facts: { field: 'state', candidates: ['SENT'] } },
  ])
  expect(lines([order(choice), compares('SENT')])).toEqual([])
  expect(lines([order(text), compares('sent')])).toEqual([])
})

const tests = (status: number): BehavioralSummary =>
  client('POST /a', [{ when: [is(status)] }, { when: [isNot(status)], isDefault: false }])
const plain = client('POST /a', [{ when: ok }])

test("checking/K170 a validator's answer prevents claims and makes none", () => {
  const validated = provider('POST /a', [{ status: 200 }, { status: 400, http: { uncertain: true } }], {
    http: { declaredContract: { provenance: 'own', responses: [{ status: 200, body: null }] } },
  })
  expect(lines([validated, plain])).toEqual([])
  expect(lines([validated, tests(400)])).toEqual([])
})

test("checking/K171 a stub's answer prevents claims and makes none", () => {
  const stub = middleware('passport', [answer({ status: 401 })], { source: 'declared' })
  const route = provider('POST /a', [{ status: 200 }], { refs: [before('passport')] })
  expect(lines([stub, route, plain])).toEqual([])
  expect(lines([stub, route, tests(401)])).toEqual([])
  expect(lines([route, tests(401)])).toEqual([])
  expect(lines([provider('POST /a'), tests(401)])).toEqual(['W deadConsumerBranch.status 401'])
})
