/** Correct code that looks like a fault, and the limits of what is proven. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Input, Predicate, Read } from '../ir/index.js'
import { body, compare, is, isNot, notOk, ok, truthy } from './testing/predicates.js'
import { arr, lit, nothing, opt, or, reading, rec, spread, text, unknown } from './testing/shapes.js'
import {
  answer,
  at,
  axios,
  before,
  client,
  document,
  middleware,
  onThrow,
  provider,
  read,
  throwing,
} from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /users/:id'
const user = rec({ id: text, name: text })

test('a value that may be null and is only handed on', () => {
  const sends = provider(route, [{ status: 200, body: rec({ tags: or(arr(text), nothing) }) }])
  const reads = client(route, [{ when: ok, expects: reading('tags'), http: { reads: [read('tags')] } }])
  expect(lines([sends, reads])).toEqual([])
})

test('one case is told apart, so the other is what is left', () => {
  const two = provider(route, [
    { status: 200, body: rec({ id: text, status: lit('deleted') }) },
    { status: 200, body: rec({ id: text, status: lit('active') }) },
  ])
  const tests = [{ on: 'body' as const, path: ['status'], op: 'eq' as const, value: 'deleted', place: at(4) }]
  expect(lines([two, client(route, [{ when: ok, expects: reading('id'), http: { tests } }])])).toEqual([])
})

test('a route without a readable path may serve any call of its service', () => {
  const run = [provider('GET /cards/:id'), provider('GET ?'), client('POST /cards/7')]
  expect(check(run).findings).toEqual([])
  expect(check(run).unmatched.consumers).toMatchObject([{ reason: 'serviceNotRead' }])
})

test('a service with an unread project is not judged', () => {
  const run = [provider('GET /cards/:id'), client('POST /cards/7')]
  const failed = {
    kind: 'readFailed' as const,
    severity: 'error' as const,
    description: 'x could not be read',
    remedy: 'y',
  }
  expect(check(run, { run: [failed] }).findings).toEqual([])
})

test('a throw left over may be answered with what is declared', () => {
  const declaredContract = { provenance: 'own' as const, responses: [{ status: 404, body: null }] }
  expect(lines([provider(route, [throwing(null)], { http: { declaredContract } })])).toEqual([])
  expect(lines([provider(route, [throwing(null)]), document('GET /users/{id}', [{ status: 404 }])])).toEqual(
    [],
  )
})

test('an unread wrapper may answer what a document declares', () => {
  const run = [
    provider(route, [{ status: 200 }], { refs: [before(null)] }),
    document('GET /users/{id}', [{ status: 200 }, { status: 409 }]),
  ]
  expect(lines(run)).toEqual([])
})

test('a client may test what gateways add, declared or not', () => {
  const declared = document('GET /users/{id}', [{ status: 200 }, { status: 404 }])
  const tests = client(route, [{ when: [is(429)] }, { when: [is(404)] }, { when: ok }])
  expect(lines([declared, tests])).toEqual([])
})

test('a listed gateway status may carry the field a fallback reads', () => {
  const fails = provider(route, [{ status: 200 }, { status: 404, body: rec({ detail: text }) }])
  const reads = [read('message', { optional: 'nullish', fallback: [] })]
  const falls = client(route, [
    { when: [notOk], isDefault: false, http: { reads } },
    { when: ok, isDefault: true },
  ])
  expect(lines([fails, falls])).toEqual(['W misreadProviderResponse.fallback message'])
  expect(lines([fails, falls], { config: { gatewayStatuses: [403] } })).toEqual([])
})

test('a client that throws on failures never reads a failing body by accident', () => {
  const fails = provider(route, [
    { status: 200, body: user },
    { status: 404, body: rec({ m: text }) },
  ])
  const other = client(
    route,
    [{ when: [isNot(200)], isDefault: false, expects: reading('err') }, { when: [is(200)] }],
    { http: { ...axios, statusAccessors: ['status'] } },
  )
  expect(lines([fails, other])).toEqual([])
})

test('an empty answer that is read and parsed is one finding, shown at the call', () => {
  const empty = provider(route, [{ status: 204 }])
  const both = client(route, [
    { when: ok, http: { bodyParsed: true } },
    { when: [notOk], throws: true },
    { when: ok, expects: reading('id'), http: { reads: [read('id')] } },
  ])
  const report = check([empty, both])
  expect(report.findings).toMatchObject([{ form: 'bodyless', site: { lines: { start: 3 } } }])
  expect(report.findings).toHaveLength(1)
})

test('a handler that an earlier one may have kept from the throw is uncertain', () => {
  const inner = middleware('inner', [answer({ status: 400 })])
  const outer = middleware('outer', [answer({ status: 500 }), answer({ status: 418 })])
  const unit = provider(route, [{ status: 200 }, throwing('Boom')], {
    refs: [onThrow('outer'), onThrow('inner', { catches: ['X'], catchesUnread: true })],
  })
  expect(lines([inner, outer, unit, client(route, [{ when: ok }])])).toEqual([])
  const direct = provider(route, [{ status: 200 }, throwing('Boom')], { refs: [onThrow('outer')] })
  expect(lines([outer, direct, client(route, [{ when: ok }])])).toEqual([
    'W unhandledProviderCase.status 418',
    'W unhandledProviderCase.status 500',
  ])
})

test('one handler against two documents is one finding of the handler', () => {
  const declares = (id: string): ReturnType<typeof document> =>
    document('GET /users/{id}', [{ status: 200 }], { id, file: `${id}.yaml`, http: { service: '.' } })
  const report = check([provider(route, [{ status: 200 }, { status: 409 }]), declares('a'), declares('b')])
  expect(report.findings).toMatchObject([
    { form: 'undeclaredStatus', consumer: { summary: 'a' }, sources: ['a', 'b'] },
  ])
  expect(report.findings).toHaveLength(1)
})

test('reads of a body another service sends', () => {
  const run = [
    provider(route, [{ status: 200, body: user }], { workspace: 'A', id: 'a' }),
    provider(route, [{ status: 200, body: rec({}) }], { workspace: 'B', id: 'b' }),
    client(route, [{ when: ok, expects: reading('name') }], { workspace: 'A' }),
  ]
  expect(lines(run)).toEqual([])
})

test('one of two routes of one path has the field', () => {
  const run = [
    provider(route, [{ status: 200, body: user }], { id: 'a' }),
    provider(route, [{ status: 200, body: rec({ id: text }) }], { id: 'b' }),
    client(route, [{ when: ok, expects: reading('name') }]),
  ]
  expect(lines(run)).toEqual([])
})

test('an unread body beside one without the field', () => {
  const answers = [
    { status: 200, body: rec({ id: text }) },
    { status: 200, body: null },
  ]
  expect(lines([provider(route, answers), client(route, [{ when: ok, expects: reading('name') }])])).toEqual(
    [],
  )
  const open = [answers[0] ?? { status: 200 }, { status: 200, body: spread({ id: text }) }]
  expect(lines([provider(route, open), client(route, [{ when: ok, expects: reading('name') }])])).toEqual([])
})

test('an uncertain answer with the field keeps a read from being wrong', () => {
  const answers = [
    { status: 200, body: rec({ id: text }) },
    { status: 200, body: user, http: { uncertain: true as const } },
  ]
  expect(lines([provider(route, answers), client(route, [{ when: ok, expects: reading('name') }])])).toEqual(
    [],
  )
})

test('members of arrays and texts are no fields', () => {
  const list = provider(route, [{ status: 200, body: arr(rec({ a: text })) }])
  expect(lines([list, client(route, [{ when: ok, expects: reading('length') }])])).toEqual([])
  expect(lines([list, client(route, [{ when: ok, expects: reading('0.a') }])])).toEqual([])
})

test('a guard on the holder of a field, and an optional holder', () => {
  const sends = provider(route, [{ status: 200, body: rec({ id: text }) }])
  const tested = client(route, [{ when: [...ok, truthy(body('owner'))], expects: reading('owner.name') }])
  expect(lines([sends, tested])).toEqual([])
  const nested = client(route, [{ when: ok, expects: rec({ owner: opt(rec({ name: unknown })) }) }])
  expect(lines([sends, nested])).toEqual([])
})

test('a literal that a wide type may hold, or that is null', () => {
  const sends = (state: Parameters<typeof or>[0]): ReturnType<typeof provider> =>
    provider(route, [{ status: 200, body: rec({ state }) }])
  const asks = client(route, [{ when: [...ok, compare(body('state'), 'eq', 'x')] }, { when: [notOk] }])
  expect(lines([sends(or(lit('a'), text)), asks])).toEqual([])
  expect(lines([sends(lit(3)), asks])).toEqual([])
  expect(lines([sends(or(lit('a'), nothing)), asks])).toEqual(['W deadConsumerBranch.value state'])
})

test('alternatives: each path pairs, and one that answers is enough', () => {
  const run = [
    provider('GET /v1/a', [{ status: 200 }]),
    provider('GET /v2/a', [{ status: 200 }, { status: 409 }]),
    client('GET /(v1|v2|v3)/a', [{ when: ok }]),
  ]
  expect(check(run).pairs.map(({ boundaryKey }) => boundaryKey)).toEqual(['GET /v1/a', 'GET /v2/a'])
  expect(lines(run)).toEqual(['W unhandledProviderCase.status 409'])
})

test('OPTIONS is never reported, and a catch-all route takes the rest', () => {
  expect(check([provider('GET /a'), client('OPTIONS /a')]).findings).toEqual([])
  expect(lines([provider('GET /a'), provider('* /{x*}'), client('POST /nope', [{ when: ok }])])).toEqual([])
})

const methodIs = (op: 'eq' | 'neq', value: string): Predicate =>
  compare({ type: 'input', inputRef: 'req', path: ['method'] }, op, value)
const request: Input = { type: 'parameter', name: 'req', position: 0, role: 'request', shape: null }
const everyMethod = (summary: BehavioralSummary): BehavioralSummary => ({ ...summary, inputs: [request] })

test('an answer to another method is none to this client', () => {
  const handler = everyMethod(
    provider('* /users/:id', [
      { status: 204, when: [methodIs('eq', 'OPTIONS')] },
      { status: 200, when: [methodIs('neq', 'OPTIONS'), methodIs('eq', 'DELETE')], body: rec({ count: text }) },
      { status: 409, when: [methodIs('neq', 'OPTIONS'), methodIs('eq', 'DELETE')], body: rec({ count: text }) },
      { status: 200, when: [methodIs('neq', 'OPTIONS'), methodIs('neq', 'DELETE')], body: user },
    ]),
  )
  expect(lines([handler, client(route, [{ expects: reading('name') }])])).toEqual([])
  expect(lines([handler, client('DELETE /users/:id', [{ expects: reading('name') }])])).toEqual([
    'E misreadProviderResponse.field name',
    'W unhandledProviderCase.status 409',
  ])
})

test('a method that is compared with what is no request says nothing', () => {
  const handler = provider('* /users/:id', [{ status: 409, when: [methodIs('eq', 'DELETE')] }, { status: 200, body: user }])
  expect(lines([handler, client(route, [{ expects: reading('name') }])])).toEqual(['W unhandledProviderCase.status 409'])
})

test('an optional read asks whether the field of a case is there', () => {
  const two = provider(route, [
    { status: 200, body: rec({ name: text, rows: arr(text) }) },
    { status: 200, body: rec({ name: text, count: text, total: text }) },
    { status: 200, body: rec({ name: text, link: text }) },
  ])
  const reads = (extra: Partial<Read>): string[] =>
    lines([two, client(route, [{ expects: reading('name'), http: { reads: [read('rows', extra), read('link', extra)] } }])])
  expect(reads({ optional: 'nullish' })).toEqual([])
  expect(reads({}).length).toBeGreaterThan(0)
})
