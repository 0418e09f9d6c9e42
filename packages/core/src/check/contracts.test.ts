/** Acceptance of contracts: checking K91 to K105, K186, K195, K200 as far as they are about REST. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, StatusSpec, TypeShape } from '../ir/index.js'
import { is, isNot, ok, opaque } from './testing/predicates.js'
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
  answer,
  before,
  client,
  document,
  middleware,
  provider,
  type AnswerPath,
} from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /tickets/:id'
const contract = (
  responses: [StatusSpec, TypeShape | null][],
  provenance: 'own' | 'derived' = 'own',
): {
  declaredContract: {
    provenance: 'own' | 'derived'
    responses: { status: StatusSpec; body: TypeShape | null }[]
  }
} => ({ declaredContract: { provenance, responses: responses.map(([status, body]) => ({ status, body })) } })
const statuses = (...list: number[]): AnswerPath[] => list.map(status => ({ status }))
const violation = (form: string, about: number | string, level = 'E'): string =>
  `${level} providerContractViolation.${form} ${about}`
const states = contract([
  [200, null],
  [404, null],
])

test('checking/K91 undeclared and never produced', () => {
  expect(lines([provider(route, statuses(200, 422), { http: states })])).toEqual([
    violation('neverProduced', 404),
    violation('undeclaredStatus', 422),
  ])
})

test('checking/K92 a middleware answers what is declared', () => {
  const wrapper = middleware('m', [answer({ status: 404 })])
  expect(
    lines([wrapper, provider(route, statuses(200, 422), { http: states, refs: [before('m')] })]),
  ).toEqual([violation('undeclaredStatus', 422)])
})

test('a contract that names failures only leaves the successes open', () => {
  const failures = contract([[{ min: 400, max: 499 }, null]])
  expect(lines([provider(route, statuses(200, 204, 404), { http: failures })])).toEqual([])
  expect(lines([provider(route, statuses(200, 503), { http: failures })])).toEqual([violation('undeclaredStatus', 503)])
  const some = contract([[201, null], [{ min: 400, max: 499 }, null]])
  expect(lines([provider(route, statuses(201, 204), { http: some })])).toEqual([violation('undeclaredStatus', 204)])
  const written = document('GET /tickets/{id}', [{ status: 404 }])
  expect(lines([provider(route, statuses(200, 404)), written])).toEqual([])
})

test('what only a middleware answers and the contract does not declare is a warning', () => {
  const guarded = provider(route, statuses(200, 404), { http: states, refs: [before('m')] })
  expect(lines([middleware('m', [answer({ status: 401 })]), guarded])).toEqual([violation('undeclaredStatus', 401, 'W')])
  const both = provider(route, statuses(200, 404, 401), { http: states, refs: [before('m')] })
  expect(lines([middleware('m', [answer({ status: 401 })]), both])).toEqual([violation('undeclaredStatus', 401)])
})

test('checking/K93 500 is declared and never sent', () => {
  const report = check([
    provider(route, statuses(200), {
      http: contract([
        [200, null],
        [500, null],
      ]),
    }),
  ])
  expect(report.findings).toEqual([])
  expect(report.gaps).toMatchObject([{ count: 1 }])
})

test('checking/K94 against a document', () => {
  expect(
    lines([provider(route, statuses(200, 400)), document('GET /tickets/{id}', statuses(200, 422))]),
  ).toEqual([violation('undeclaredStatus', 400), violation('neverProduced', 422, 'W')])
})

test('checking/K95 only behind an opaque condition', () => {
  const run = [
    provider(route, [{ status: 200 }, { status: 410, when: [opaque] }]),
    document('GET /tickets/{id}', statuses(200)),
  ]
  expect(check(run).findings).toMatchObject([{ kind: 'lowConfidence', form: 'contract', severity: 'info' }])
})

test('checking/K96 a contract made from the handler proves nothing about it', () => {
  const derived = contract(
    [
      [200, null],
      [404, null],
    ],
    'derived',
  )
  const asks = client(route, [{ when: [is(200)], isDefault: false }])
  expect(lines([provider(route, statuses(200), { http: derived }), asks])).toEqual([
    'W consumerContractViolation.unhandledStatus 404',
  ])
})

const body = (declared: TypeShape, sent: TypeShape): string[] =>
  lines([provider(route, [{ status: 200, body: sent }], { http: contract([[200, declared]]) })])

test('checking/K97 integers', () => {
  expect(body(rec({ n: integer }), rec({ n: lit(3) }))).toEqual([])
  expect(body(rec({ n: integer }), rec({ n: lit(3.5) }))).toEqual([violation('body', 200)])
  expect(body(rec({ n: integer }), rec({ n: number }))).toEqual(['I lowConfidence.contract 200'])
})

test('checking/K98 a choice of texts', () => {
  expect(body(or(lit('a'), lit('b')), text)).toEqual(['I lowConfidence.contract 200'])
  expect(body(or(lit('a'), lit('b')), lit('c'))).toEqual([violation('body', 200)])
})

test('checking/K99 null in some cases', () => {
  expect(body(rec({ a: text }), rec({ a: or(text, nothing) }))).toEqual([violation('bodySome', 200, 'W')])
})

test('checking/K100 extra and missing keys', () => {
  expect(body(rec({ a: text, b: opt(text) }), rec({ a: text, extra: text }))).toEqual([])
  const report = check([
    provider(route, [{ status: 200, body: rec({ b: text }) }], {
      http: contract([[200, rec({ a: text, b: opt(text) })]]),
    }),
  ])
  expect(report.findings).toMatchObject([
    { form: 'body', provider: { field: 'a' }, site: { side: 'provider' } },
  ])
})

test('checking/K101 another kind of body', () => {
  const report = check([
    provider(route, [{ status: 200, body: rec({ a: text }) }], { http: contract([[200, arr(text)]]) }),
  ])
  expect(report.findings).toMatchObject([
    { form: 'body', provider: { field: '' }, facts: { actual: 'record', expected: 'array' } },
  ])
})

const docs = (a: AnswerPath[], b: AnswerPath[]): BehavioralSummary[] => [
  document(route, a, { id: 'a', file: 'a.yaml', http: { service: 's' } }),
  document(route, b, { id: 'b', file: 'b.yaml', http: { service: 's' } }),
]

test('checking/K102 documents that disagree', () => {
  expect(lines(docs(statuses(200, 404), statuses(200, 404, 500)), { flags: { allowEmpty: true } })).toEqual([
    'W contractDisagreement.status 500',
  ])
  expect(lines(docs([{ status: null, http: { status: { min: 400, max: 499 } } }], statuses(404)))).toEqual([])
  expect(lines(docs([{ status: 200, body: rec({}) }], statuses(200)))).toEqual([])
  expect(lines(docs([{ status: 200, body: text }], [{ status: 200, body: number }]))).toEqual([
    'W contractDisagreement.body 200',
  ])
})

test('checking/K103 a field the document lacks and the handler sends', () => {
  const run = [
    provider(route, [{ status: 200, body: rec({ id: text, role: text }) }]),
    document('GET /tickets/{id}', [{ status: 200, body: rec({ id: text }) }]),
    client(route, [{ when: ok, expects: reading('role') }]),
  ]
  expect(lines(run)).toEqual(['W consumerContractViolation.field role'])
})

test('checking/K104 produced and declared: said once', () => {
  const run = [
    provider(route, statuses(200, 404)),
    document('GET /tickets/{id}', statuses(200, 404)),
    client(route, [{ when: ok }]),
  ]
  expect(lines(run)).toEqual(['W unhandledProviderCase.status 404'])
})

test('checking/K105 an operation nobody serves', () => {
  const run = [document('GET /a'), document('GET /b')]
  expect(lines([...run, provider('GET /a')])).toEqual(['W contractOperationUnimplemented.rest'])
  expect(lines([...run, provider('GET /c')])).toEqual([])
})

test('checking/K186 a template declares no answers', () => {
  const template = document('GET /tickets/{id}', [{ status: 403, http: { uncertain: true } }], {
    id: 't',
    file: 'template.yaml',
  })
  const handler = provider(route, statuses(200))
  expect(lines([template, handler, document('GET /tickets/{id}', statuses(200))])).toEqual([])
  expect(lines([template, handler])).toEqual([])
})

test('checking/K195 a date on the wire is text unless there is a codec', () => {
  expect(body(rec({ at: text }), rec({ at: date }))).toEqual([])
  const coded = provider(route, [{ status: 200, body: rec({ at: date }) }], {
    http: { ...contract([[200, rec({ at: text })]]), codec: 'superjson' },
  })
  expect(lines([coded])).toEqual(['I lowConfidence.contract 200'])
})

test('checking/K200 types that are off say nothing', () => {
  const handler = provider(route, [{ status: 200, body: unknown }], {
    metadata: { unread: [{ at: '/transitions/0/output/body', reason: 'typesOff' }] },
  })
  const report = check([handler, document('GET /tickets/{id}', [{ status: 200, body: rec({}) }])])
  expect(report.findings).toEqual([])
  expect(report.run).toEqual([])
})

test('what a spread may hold is open', () => {
  expect(body(rec({ a: text }), spread({}))).toEqual(['I lowConfidence.contract 200'])
})

test('a status that code may answer is not undeclared', () => {
  const named = client(route, [{ when: [is(400)] }, { when: [isNot(400)], isDefault: true }])
  const validated = provider(route, [{ status: 200 }, { status: 400, http: { uncertain: true } }], {
    http: contract([[200, null]]),
  })
  expect(lines([validated, named])).toEqual([])
})
