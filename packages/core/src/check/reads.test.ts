/** Acceptance of reads: checking K53 to K68 and later ones about bodies. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, TypeShape } from '../ir/index.js'
import { all, body, compare, is, isNot, notOk, ok, truthy, response } from './testing/predicates.js'
import {
  arr,
  date,
  integer,
  lit,
  nothing,
  number,
  opt,
  or,
  reading,
  rec,
  spread,
  text,
  unknown,
} from './testing/shapes.js'
import {
  at,
  axios,
  before,
  client,
  document,
  onThrow,
  provider,
  read,
  type AnswerPath,
  type ClientPath,
  type UnitOptions,
} from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /users/:id'
const p = (shape: TypeShape | null, options: UnitOptions = {}): BehavioralSummary =>
  provider(route, [{ status: 200, body: shape }], options)
const many = (...answers: AnswerPath[]): BehavioralSummary => provider(route, answers)
const guarded = (path: ClientPath): ClientPath[] => [
  { when: [notOk], throws: true },
  { when: ok, isDefault: true, ...path },
]
const c = (path: ClientPath, options: UnitOptions = {}): BehavioralSummary =>
  client(route, guarded(path), options)
const reads = (...paths: string[]): BehavioralSummary => c({ expects: reading(...paths) })

test('checking/K53 a field no body has', () => {
  const report = check([p(rec({ id: text })), reads('name')])
  expect(report.findings).toMatchObject([
    {
      kind: 'misreadProviderResponse',
      form: 'field',
      severity: 'error',
      consumer: { field: 'name' },
      facts: { statuses: [200] },
    },
  ])
  expect(lines([p(rec({ id: text })), reads('owner.name')])).toEqual([
    'E misreadProviderResponse.field owner',
  ])
})

test('checking/K54 one of two bodies has it', () => {
  expect(
    lines([
      many({ status: 200, body: rec({ id: text }) }, { status: 200, body: rec({ id: text, name: text }) }),
      reads('name'),
    ]),
  ).toEqual(['W unhandledProviderCase.case 200'])
})

test('checking/K55 open bodies prove nothing', () => {
  expect(lines([p(spread({})), reads('name')])).toEqual([])
  expect(lines([p({ type: 'dictionary', values: text }), reads('name')])).toEqual([])
  expect(check([p({ type: 'ref', name: 'User' }), reads('name')]).findings).toMatchObject([
    { severity: 'info', kind: 'lowConfidence', form: 'read', facts: { reason: 'unresolvedRef' } },
  ])
})

test('checking/K56 a field that is tested is not read', () => {
  const tested = c({ when: [...ok, truthy(body('error'))], expects: reading('error') })
  expect(lines([p(rec({ id: text })), tested])).toEqual([])
})

test('checking/K57 an optional read, and one that always falls back', () => {
  expect(
    lines([
      p(rec({ id: text })),
      c({ expects: reading('user?.name?'), http: { reads: [read('user.name', { optional: 'nullish' })] } }),
    ]),
  ).toEqual([])
  expect(
    lines([
      p(rec({ id: text })),
      c({
        expects: reading('name?'),
        http: { reads: [read('name', { optional: 'nullish', fallback: [] })] },
      }),
    ]),
  ).toEqual(['W misreadProviderResponse.fallback name'])
})

test('checking/K58 under some statuses only', () => {
  const report = check([
    many({ status: 200, body: rec({ name: text }) }, { status: 201, body: rec({}) }),
    reads('name'),
  ])
  expect(report.findings).toMatchObject([
    {
      form: 'someStatuses',
      severity: 'warning',
      facts: { present: [200], absent: [201] },
      consumer: { field: 'name' },
    },
  ])
})

test('checking/K59 an empty answer is parsed', () => {
  const empty = provider(route, [{ status: 204 }])
  const report = check([empty, c({ http: { bodyParsed: true } })])
  expect(report.findings).toMatchObject([
    { form: 'bodyless', severity: 'error', consumer: { field: '' }, site: { lines: { start: 3 } } },
  ])
  const mixed = check([
    many({ status: 204 }, { status: 200, body: rec({}) }),
    c({ http: { bodyParsed: true } }),
  ])
  expect(mixed.findings).toMatchObject([
    { form: 'bodyless', severity: 'warning', facts: { statuses: [204] } },
  ])
})

test('checking/K60 an object used as an array', () => {
  const report = check([p(rec({ rows: arr(text), total: number })), c({ expects: arr(unknown) })])
  expect(report.findings).toMatchObject([
    {
      form: 'kind',
      severity: 'error',
      consumer: { field: '' },
      facts: { expected: 'array', actual: 'record' },
    },
  ])
})

test('checking/K61 the body of a caught failure', () => {
  const catching: ClientPath[] = [{}, { http: { delivery: 'exception' }, expects: reading('err') }]
  expect(
    lines([
      many({ status: 401, body: rec({ error: rec({ msg: text }) }) }),
      client(route, catching, { http: axios }),
    ]),
  ).toEqual(['E misreadProviderResponse.field err'])
})

test('checking/K62 a field the document does not declare', () => {
  const contract = document(route, [
    { status: 200, body: rec({}) },
    { status: null, body: rec({ message: text }), http: { status: { min: 400, max: 499 } } },
  ])
  expect(
    lines([
      contract,
      client(route, [
        { when: [is(404)], expects: reading('retryAfter') },
        { when: [isNot(404)], isDefault: true },
      ]),
    ]),
  ).toEqual(['W consumerContractViolation.field retryAfter'])
})

test('checking/K63 a field that may be left out', () => {
  const report = check([p(rec({ email: opt(text) })), reads('email')])
  expect(report.findings).toMatchObject([
    { kind: 'consumerContractViolation', form: 'optional', severity: 'info', facts: { state: 'absent' } },
  ])
})

test('checking/K64 a choice of bodies', () => {
  const choice = p(or(rec({ a: text }), rec({ b: text })))
  expect(lines([choice, reads('c')])).toEqual(['E misreadProviderResponse.field c'])
  expect(lines([choice, reads('a')])).toEqual([])
})

test('checking/K65 an unread outcome leaves it open', () => {
  expect(lines([p(rec({ id: text }), { gaps: [{}] }), reads('name')])).toEqual([
    'I lowConfidence.gap',
    'I lowConfidence.read 200',
  ])
})

test('checking/K66 a body that was not read', () => {
  expect(lines([p(null), reads('name')])).toEqual([])
})

test('checking/K67 a shape of the response is unwrapped', () => {
  const wrapped = client(route, [{ expects: reading('data.name') }], {
    http: { failureDelivery: 'exception', bodyAccessors: ['data'] },
  })
  expect(lines([p(rec({ name: text })), wrapped])).toEqual([])
  expect(lines([p(rec({ id: text })), wrapped])).toEqual(['E misreadProviderResponse.field name'])
})

test('checking/K68 members that every text has', () => {
  expect(lines([p(text), reads('length')])).toEqual([])
  expect(lines([p(text), reads('name')])).toEqual(['E misreadProviderResponse.kind'])
})

test('checking/K172 an unread wrapper blocks claims about failures only', () => {
  const wrapped = provider(
    route,
    [
      { status: 200, body: rec({ id: text }) },
      { status: 404, body: rec({ m: text }) },
    ],
    { refs: [before(null)] },
  )
  const at200 = client(route, [{ when: [is(404)] }, { when: ok, isDefault: true, expects: reading('name') }])
  expect(lines([wrapped, at200])).toEqual(['E misreadProviderResponse.field name'])
  const at404 = client(route, [
    { when: [is(404)], expects: reading('err') },
    { when: ok, isDefault: true },
  ])
  expect(lines([wrapped, at404])).toEqual(['I lowConfidence.read 404'])
  const tests410 = client(route, [{ when: [is(410)] }, { when: [is(404)] }, { when: ok, isDefault: true }])
  expect(lines([wrapped, tests410])).toEqual([])
})

test('checking/K173 a wrapper that may rewrite bodies', () => {
  expect(
    lines([p(rec({ id: text }), { refs: [before(null, null, { rewritesBody: true })] }), reads('name')]),
  ).toEqual([])
})

const declares = (shape: TypeShape, extra: ClientPath['http'] = {}): BehavioralSummary =>
  client(route, [{ http: { declaredBody: { shape, place: at(2, 10) }, ...extra } }], { http: axios })

test('checking/K175 a type argument that wants more than is sent', () => {
  const run = [p(rec({ a: text })), declares(rec({ a: text, b: text }))]
  expect(check(run).findings).toMatchObject([
    {
      kind: 'consumerContractViolation',
      form: 'declaredBody',
      severity: 'warning',
      consumer: { field: 'b' },
      site: { lines: { start: 2 }, column: 10 },
    },
  ])
  expect(lines([p(rec({ a: text })), declares(rec({ a: text, b: opt(text) }))])).toEqual([])
  expect(lines([p(rec({ a: text })), declares(or(rec({ a: text }), rec({ b: text })))])).toEqual([])
})

test('checking/K176 a read before the paths part is judged once', () => {
  const one = { http: { reads: [read('code')], bodyParsed: true as const }, expects: reading('code') }
  const paths: ClientPath[] = [
    { when: [is(409)], ...one },
    { when: [isNot(409), notOk], throws: true, ...one },
    { when: [isNot(409), ...ok], isDefault: true, ...one },
  ]
  expect(
    lines([
      many({ status: 404, body: rec({}) }, { status: 409, body: rec({ code: text }) }),
      client(route, paths),
    ]),
  ).toEqual([])
})

test('checking/K177 a lacking field read twice, in a caller, in a wrapper', () => {
  const sends = p(rec({ id: text }))
  const twice = check([
    sends,
    c({
      expects: reading('name'),
      http: { reads: [read('name', { place: at(9, 3) }), read('name', { place: at(7, 2) })] },
    }),
  ])
  expect(twice.findings).toHaveLength(1)
  expect(twice.findings[0]?.places?.map(({ line }) => line)).toEqual([7, 9])
  expect(twice.findings[0]?.site.lines.start).toBe(7)
  const elsewhere = check([
    sends,
    c({
      expects: reading('name'),
      http: { reads: [read('name', { place: at(9, 3, { file: 'src/list.tsx' }) })] },
    }),
  ])
  expect(elsewhere.findings[0]?.site).toMatchObject({ file: 'src/list.tsx', lines: { start: 9 } })
  const wrapped = check([
    sends,
    c({ expects: reading('name'), http: { reads: [read('name', { inWrapper: true })] } }),
  ])
  expect(wrapped.findings[0]?.site).toMatchObject({ lines: { start: 3 }, column: 2 })
})

const parses = (shape: TypeShape, throws = true): BehavioralSummary =>
  c({ http: { bodyParsed: true, parsedBody: { shape, place: at(8, 1), throws } } })

test('checking/K178 a schema that refuses the body', () => {
  const wants = rec({ a: text, b: text })
  expect(lines([p(rec({ a: text })), parses(wants)])).toEqual(['E misreadProviderResponse.parsed b'])
  expect(lines([p(rec({ a: text })), parses(wants, false)])).toEqual(['W misreadProviderResponse.parsed b'])
  expect(
    lines([
      many({ status: 200, body: rec({ a: text }) }, { status: 200, body: rec({ a: text, b: text }) }),
      parses(wants),
    ]),
  ).toContain('W misreadProviderResponse.parsed b')
  expect(lines([p(rec({ a: text })), parses(rec({ a: number }))])).toEqual([
    'E misreadProviderResponse.parsed a',
  ])
  expect(lines([p(rec({ a: text, b: text })), parses(wants)])).toEqual([])
})

test('checking/K179 the other name of a fallback is sent', () => {
  const optional = { optional: 'nullish' as const }
  const both = c({
    expects: reading('title?', 'name?'),
    http: {
      reads: [
        read('title', { ...optional, fallback: [['name']] }),
        read('name', { ...optional, fallback: [['title']] }),
      ],
    },
  })
  expect(lines([p(rec({ name: text })), both])).toEqual([])
  const limit = {
    expects: reading('limit?'),
    http: { reads: [read('limit', { optional: 'missing' as const, fallback: [] })] },
  }
  expect(lines([p(rec({ name: text })), c(limit)])).toEqual(['W misreadProviderResponse.fallback limit'])
  const failing = provider(route, [{ status: 200 }, { status: 404, body: rec({}) }], {
    refs: [onThrow(null)],
  })
  expect(
    lines([
      failing,
      client(route, [
        { when: [notOk], isDefault: false, ...limit },
        { when: ok, isDefault: true },
      ]),
    ]),
  ).toEqual([])
})

test.each([
  ['routeName', { id: text, route_name: text }, ['route_name'], true],
  ['nmae', { name: text }, ['name'], true],
  ['label', { id: text }, ['id'], undefined],
])('checking/K180 what %s may be meant for', (field, properties, candidates, rename) => {
  const [finding] = check([p(rec(properties)), reads(field)]).findings
  expect(finding?.facts['candidates']).toEqual(candidates)
  expect(finding?.facts['rename']).toBe(rename)
  expect(finding?.description).toContain(`, nearest: ${candidates.join(', ')}`)
})

test('checking/K180 a key that the client uses is no candidate', () => {
  const [finding] = check([p(rec({ name: text, other: text })), reads('nmae', 'name')]).findings
  expect(finding?.facts['candidates']).toEqual(['other'])
})

const states = (...values: string[]): TypeShape => rec({ s: or(...values.map(lit)) })
const switches: ClientPath[] = [
  { when: [...ok, compare(body('s'), 'eq', 'a')], isDefault: false },
  { when: [...ok, compare(body('s'), 'eq', 'B')], isDefault: false },
  { when: [notOk] },
]

test('checking/K181 a label the body never holds', () => {
  const report = check([p(states('a', 'b')), client(route, switches)])
  expect(report.findings).toMatchObject([
    {
      kind: 'deadConsumerBranch',
      form: 'value',
      severity: 'warning',
      facts: { field: 's', values: ['B'], known: ['a', 'b'], candidates: ['b'] },
    },
  ])
  expect(lines([p(rec({ s: text })), client(route, switches)])).toEqual([])
  expect(lines([p(states('a', 'b'), { gaps: [{}] }), client(route, switches)])).toEqual([
    'I lowConfidence.gap',
  ])
})

test('checking/K199 an object declared and mapped as a list', () => {
  const list = client(
    route,
    [
      {
        expects: arr(rec({ id: unknown })),
        http: { reads: [read('[].id')], declaredBody: { shape: arr(rec({ id: text })), place: at(2) } },
      },
    ],
    { http: axios },
  )
  expect(lines([p(rec({ id: text })), list])).toEqual(['E misreadProviderResponse.kind'])
})

const wrapperOutcomes = (extra: ClientPath[] = []): ClientPath[] => [
  { when: [notOk], throws: true, http: { delivery: 'exception' } },
  ...extra,
]

test('checking/K160 a helper that parses every success', () => {
  const notes = [
    provider('DELETE /notes/:id', [{ status: 204 }]),
    provider('GET /notes/:id', [{ status: 200, body: rec({ text }) }]),
  ]
  const http = { failureDelivery: 'exception' as const, bodyAccessors: [] }
  const drop = client(
    'DELETE /notes/{id}',
    [...wrapperOutcomes(), { when: ok, http: { bodyParsed: true } }],
    { http },
  )
  const load = client(
    'GET /notes/{id}',
    [...wrapperOutcomes(), { when: ok, http: { bodyParsed: true }, expects: reading('text') }],
    { http },
  )
  const report = check([...notes, drop, load])
  expect(report.findings).toMatchObject([
    { form: 'bodyless', severity: 'error', boundaryKey: 'DELETE /notes/{}' },
  ])
  expect(report.findings).toHaveLength(1)
  const careful = client(
    'DELETE /notes/{id}',
    [
      ...wrapperOutcomes([{ when: [is(204), ...ok] }]),
      { when: [isNot(204), ...ok], isDefault: true, http: { bodyParsed: true } },
    ],
    { http: { ...http, wrapperStatuses: [204] } },
  )
  expect(lines([...notes, careful, load])).toEqual([])
})

test('checking/K164 a list renamed on one side', () => {
  const sends = provider('GET /lines', [
    { status: 200, body: arr(rec({ line_name: lit('A'), stops: lit(3) })) },
  ])
  const declared = { declaredBody: { shape: arr(rec({ lineName: text, stops: number })), place: at(1, 20) } }
  const lister = (reads: ReturnType<typeof read>[], expects: TypeShape): BehavioralSummary =>
    client('GET /lines', guarded({ expects, http: { ...declared, bodyParsed: true, reads } }))
  const other = { place: at(4, 6, { file: 'list.tsx' }) }
  const report = check([sends, lister([read('[].lineName', other)], reading('[].lineName'))])
  expect(report.findings).toMatchObject([
    {
      severity: 'error',
      form: 'field',
      consumer: { field: '[].lineName' },
      site: { file: 'list.tsx' },
      facts: { rename: true, candidates: ['line_name'] },
    },
  ])
  expect(report.findings).toHaveLength(1)
  expect(lines([sends, lister([read('[].stops', other)], reading('[].stops'))])).toEqual([
    'W consumerContractViolation.declaredBody [].lineName',
  ])
  const both = [
    read('[].lineName', { ...other, optional: 'nullish', fallback: [['[]', 'line_name']] }),
    read('[].line_name', {
      place: at(4, 30, { file: 'list.tsx' }),
      optional: 'nullish',
      fallback: [['[]', 'lineName']],
    }),
  ]
  expect(lines([sends, lister(both, reading('[].lineName?', '[].line_name?'))])).toEqual([])
})

test('checking/K165 a date that travels as text', () => {
  const sends = p(rec({ id: number, at: date }))
  const uses = (...names: string[]): BehavioralSummary =>
    c({ expects: reading('at'), http: { reads: [read('at', { uses: names })] } })
  expect(lines([sends, uses('getTime')])).toEqual(['W misreadProviderResponse.kind at'])
  expect(lines([sends, uses('slice')])).toEqual([])
})

test('checking/K166 a default does not cover null', () => {
  const uses = { optional: 'missing' as const, uses: ['map'] }
  const mapped = (optional: Partial<Parameters<typeof read>[1]>): BehavioralSummary =>
    c({ expects: reading('tags?'), http: { reads: [read('tags', { ...uses, ...optional })] } })
  const sends = p(rec({ tags: or(arr(text), nothing) }))
  expect(check([sends, mapped({})]).findings).toMatchObject([
    { form: 'optional', severity: 'info', facts: { field: 'tags', state: 'null' } },
  ])
  expect(lines([sends, mapped({ optional: 'nullish' })])).toEqual([])
  expect(lines([p(rec({ tags: opt(arr(text)) })), mapped({})])).toEqual([])
})

test('a field that only failures have is read for them', () => {
  const both = many({ status: 200, body: rec({ id: text }) }, { status: 404, body: rec({ message: text }) })
  expect(
    lines([both, client(route, [{ when: ok, expects: reading('message') }, { when: [notOk] }])]),
  ).toEqual([])
})

test('a required field keeps a path from bodies without it', () => {
  const both = many(
    { status: 200, body: rec({ kind: lit('a'), x: text }) },
    { status: 201, body: rec({ y: integer }) },
  )
  const onKind = client(route, [
    { when: [...ok, all(compare(body('kind'), 'eq', 'a'))], isDefault: false, expects: reading('x') },
    { when: [notOk] },
  ])
  expect(lines([both, onKind])).toEqual([])
})

test('a body field of the same name as an accessor is read', () => {
  const viaData = client(
    route,
    [{ when: [compare(response('data', 'status'), 'eq', 'x')], expects: reading('status') }],
    { http: axios },
  )
  expect(lines([p(rec({ status: text })), viaData])).toEqual([])
})
