/** Acceptance of several cases under one status: checking K69 to K78. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Predicate, TypeShape, ValueRef } from '../ir/index.js'
import { body, compare, falsy, is, notOk, ok, opaque, response, truthy } from './testing/predicates.js'
import { lit, reading, rec, text } from './testing/shapes.js'
import { axios, client, provider, read, type ClientPath, type UnitOptions } from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /orders/:id'
const p = (status: number, ...bodies: TypeShape[]): BehavioralSummary =>
  provider(
    route,
    bodies.map(each => ({ status, body: each })),
  )
const two = p(200, rec({ id: text, status: lit('deleted') }), rec({ id: text, status: lit('active') }))
const readsId = { expects: reading('id') }
const c = (...paths: ClientPath[]): BehavioralSummary => client(route, paths)
const W = 'W unhandledProviderCase.case 200'
const I = 'I unhandledProviderCase.case 400'

const branches = (condition: Predicate, otherwise: Predicate): ClientPath[] => [
  { when: [notOk], throws: true },
  { when: [...ok, condition], isDefault: false, ...readsId },
  { when: [...ok, otherwise], isDefault: true, ...readsId },
]

test('checking/K69 neither case is looked at', () => {
  const report = check([two, c({ when: [notOk] }, { when: ok, isDefault: true, ...readsId })])
  expect(
    report.findings.map(({ form, severity, facts }) => [form, severity, facts['value'], facts['count']]),
  ).toEqual(
    expect.arrayContaining([
      ['case', 'warning', 'active', 2],
      ['case', 'warning', 'deleted', 2],
    ]),
  )
  expect(report.findings).toHaveLength(2)
})

test.each([
  ['=== "deleted"', compare(body('status'), 'eq', 'deleted'), compare(body('status'), 'neq', 'deleted')],
  ['!== "active"', compare(body('status'), 'neq', 'active'), compare(body('status'), 'eq', 'active')],
])('checking/K70 a test %s tells them apart', (_, condition, otherwise) => {
  expect(lines([two, c(...branches(condition, otherwise))])).toEqual([])
})

const destructured = (from: ValueRef, field: string): ValueRef => ({
  type: 'derived',
  from,
  derivation: { type: 'destructured', field },
})
const property = (from: ValueRef, name: string): ValueRef => ({
  type: 'derived',
  from,
  derivation: { type: 'propertyAccess', property: name },
})

test.each([
  ['res.data.status', response('data', 'status'), axios],
  ['data.status after destructuring', property(destructured(response(), 'data'), 'status'), axios],
  [
    'a renamed field',
    destructured(
      { type: 'derived', from: response(), derivation: { type: 'methodCall', method: 'json', args: [] } },
      'status',
    ),
    {},
  ],
])('checking/K71 %s is a path of the body', (_, ref, http) => {
  const paths = branches(compare(ref, 'eq', 'deleted'), compare(ref, 'neq', 'deleted'))
  expect(lines([two, client(route, paths, { http })])).toEqual([])
})

test('checking/K72 a test in another branch does not count', () => {
  const elsewhere = c(
    { when: [is(404), compare(body('status'), 'eq', 'deleted')] },
    { when: ok, isDefault: true, ...readsId },
  )
  const both = provider(route, [
    { status: 200, body: rec({ id: text, status: lit('deleted') }) },
    { status: 200, body: rec({ id: text, status: lit('active') }) },
    { status: 404 },
  ])
  expect(lines([both, elsewhere])).toEqual([W, W])
})

test('checking/K73 nested literals', () => {
  const roles = p(
    200,
    rec({ id: text, user: rec({ role: lit('a') }) }),
    rec({ id: text, user: rec({ role: lit('b') }) }),
  )
  expect(lines([roles, c({ when: ok, ...readsId })])).toEqual([W, W])
  expect(
    lines([
      roles,
      c(...branches(compare(body('user', 'role'), 'eq', 'a'), compare(body('user', 'role'), 'neq', 'a'))),
    ]),
  ).toEqual([])
})

test('checking/K74 a field only one case has', () => {
  const dates = p(200, rec({ id: text, deletedAt: text }), rec({ id: text }))
  expect(lines([dates, c(...branches(truthy(body('deletedAt')), falsy(body('deletedAt'))))])).toEqual([])
  expect(lines([dates, c({ when: ok, ...readsId })])).toEqual([W])
})

test('checking/K75 an opaque condition on the path leaves it open', () => {
  const report = check([two, c({ when: [...ok, opaque], ...readsId }, { when: [notOk] })])
  expect(report.findings).toMatchObject([
    {
      kind: 'lowConfidence',
      form: 'case',
      severity: 'info',
      facts: { reason: 'opaqueCondition', status: 200 },
    },
  ])
  expect(lines([two, c({ when: ok, ...readsId }, { when: [is(404), opaque] }, { when: [notOk] })])).toContain(
    W,
  )
})

const refusals = p(400, rec({ error: lit('a') }), rec({ error: lit('b') }))
const onRefusal = (extra: ClientPath): BehavioralSummary =>
  c({ when: [is(400)], ...extra }, { when: ok, isDefault: true })

test('checking/K76 a text that every case has is handed on', () => {
  expect(lines([refusals, onRefusal({ expects: reading('error') })])).toEqual([])
  expect(lines([refusals, onRefusal({ http: { reads: [read('error')] } })])).toEqual([])
})

test('checking/K77 refusals that are not told apart are advice', () => {
  expect(lines([refusals, onRefusal({})])).toEqual([I, I])
})

test('checking/K78 one case is no choice', () => {
  expect(lines([p(200, rec({ id: text, status: lit('deleted') })), c({ when: ok, ...readsId })])).toEqual([])
})

test('wide types and unread bodies mark nothing', () => {
  const wide: UnitOptions = {}
  const open = provider(
    route,
    [
      { status: 200, body: rec({ id: text }) },
      { status: 200, body: null },
      { status: 200, body: { type: 'unknown' } },
    ],
    wide,
  )
  expect(lines([open, c({ when: ok, http: { bodyParsed: true } })])).toEqual([])
})
