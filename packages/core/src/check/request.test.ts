/** Acceptance of the request side: checking K79 to K90, K167 and K196. */
import { expect, test } from 'vitest'
import type { Accepts, BehavioralSummary, HttpFacts, Param, Predicate, RequestFacts, TypeShape, ValueRef } from '../ir/index.js'
import { is, notOk, ok, truthy, falsy, any, all } from './testing/predicates.js'
import { arr, integer, lit, nothing, number, opt, or, rec, spread, text, unknown } from './testing/shapes.js'
import { answer, at, before, client, document, middleware, provider } from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const post = 'POST /cards'
const accepting = (accepts: Partial<Accepts>): HttpFacts => ({ accepts: { enforced: true, rejects: 400, ...accepts } })
const p = (accepts: Partial<Accepts>, route = post): BehavioralSummary =>
  provider(route, [{ status: 200 }], { http: accepting(accepts) })
const bodyOf = (shape: TypeShape, extra: Partial<Accepts> = {}): Partial<Accepts> => ({
  body: { required: true, shape },
  ...extra,
})
const nothingElse = { values: {}, complete: true }
const facts = (request: Partial<RequestFacts>): HttpFacts => ({
  request: { body: { kind: 'absent' }, query: nothingElse, header: nothingElse, ...request },
})
const sending = (request: Partial<RequestFacts>, route = post): BehavioralSummary =>
  client(route, [{ when: [notOk], throws: true }, { when: ok }], { http: facts(request) })
const c = (shape: TypeShape): BehavioralSummary => sending({ body: { kind: 'shape', shape } })

const named = bodyOf(rec({ name: text }))

test('checking/K79 a required field that is not sent', () => {
  const found = check([p(named), c(rec({ title: text }))]).findings
  expect(found).toMatchObject([
    {
      kind: 'boundaryFieldRequired',
      form: 'body',
      severity: 'error',
      aspect: 'send',
      consumer: { field: 'name' },
      description: expect.stringContaining('requires body field "name"'),
    },
  ])
  expect(lines([p(bodyOf(rec({ owner: rec({ id: text }) }))), c(rec({ owner: rec({}) }))])).toEqual([
    'E boundaryFieldRequired.body owner.id',
  ])
  expect(lines([p(named), sending({})])).toEqual(['E boundaryFieldRequired.body name'])
})

test('checking/K80 what may be sent is not missing', () => {
  expect(lines([p(named), c(spread({}))])).toEqual([])
  expect(lines([p(named), c(rec({ name: opt(text) }))])).toEqual([])
  expect(lines([p(named), c(rec({ name: unknown }))])).toEqual([])
  expect(lines([p(named), c(or(rec({}), rec({ name: text })))])).toEqual([])
  expect(lines([p(named), sending({ body: { kind: 'unread', reason: 'FormData' } })])).toEqual([
    'I lowConfidence.request',
  ])
  expect(lines([p(named), c(rec({ name: { type: 'undefined' } }))])).toEqual(['E boundaryFieldRequired.body name'])
  // a text is whatever its maker put in
  expect(lines([p(named), c(text)])).toEqual([])
})

test('checking/K81 a requirement of a document', () => {
  const doc = document(post, [{ status: 200 }], { http: { accepts: { enforced: false, ...named } } })
  expect(lines([doc, c(rec({ title: text }))])).toEqual(['W boundaryFieldRequired.body name'])
})

test('checking/K82 a read requires nothing', () => {
  expect(lines([provider(post, [{ status: 200 }]), c(rec({}))])).toEqual([])
})

test('optional fields, fields of any kind and optional parents require nothing', () => {
  expect(lines([p(bodyOf(rec({ name: opt(text) }))), c(rec({}))])).toEqual([])
  expect(lines([p(bodyOf(rec({ name: unknown }))), c(rec({}))])).toEqual([])
  expect(lines([p(bodyOf(rec({ owner: opt(rec({ id: text })) }))), c(rec({}))])).toEqual([])
  expect(lines([p({ body: { required: false, shape: rec({ name: text }) } }), sending({})])).toEqual([])
})

const param = (extra: Partial<Param> = {}): Param => ({ required: true, shape: text, ...extra })

test('checking/K83 a required query parameter', () => {
  const get = 'GET /a'
  const paged = { query: { page: param() } }
  expect(lines([p(paged, get), sending({}, get)])).toEqual(['E boundaryFieldRequired.query page'])
  expect(
    lines([provider(get, [{ status: 200 }], { http: { accepts: { enforced: false, ...paged } } }), sending({}, get)]),
  ).toEqual(['W boundaryFieldRequired.query page'])
  expect(lines([p(paged, get), sending({ query: { values: {}, complete: false } }, get)])).toEqual([])
  expect(lines([p(paged, get), sending({ query: { values: { page: unknown }, complete: true } }, get)])).toEqual([])
})

test('checking/K84 names of headers ignore case', () => {
  const tenant = { header: { 'X-Tenant': param() } }
  const sent = (values: Record<string, TypeShape>) => sending({ header: { values, complete: true } })
  expect(lines([p(tenant), sent({ 'x-tenant': text })])).toEqual([])
  expect(lines([p(tenant), sent({})])).toEqual(['E boundaryFieldRequired.header X-Tenant'])
  expect(lines([p({ header: { 'User-Agent': param(), 'accept-language': param() } }), sent({})])).toEqual([])
})

test('checking/K85 a literal that is not accepted', () => {
  const kinds = bodyOf(rec({ kind: or(lit('a'), lit('b')) }))
  expect(check([p(kinds), c(rec({ kind: lit('c') }))]).findings).toMatchObject([
    { kind: 'boundaryConstraintViolation', form: 'request', severity: 'error', facts: { field: 'kind', value: '"c"' } },
  ])
  expect(lines([p(kinds), c(rec({ kind: text }))])).toEqual([])
  expect(lines([p(kinds), c(rec({ kind: or(lit('a'), lit('c')) }))])).toEqual([])
})

test('checking/K86 other base types in bodies, texts elsewhere', () => {
  const counted = bodyOf(rec({ count: integer }))
  expect(lines([p(counted), c(rec({ count: lit('3') }))])).toEqual(['E boundaryShapeMismatch.request count'])
  expect(lines([p(counted), c(rec({ count: number }))])).toEqual([])
  const query = (value: string) => sending({ query: { values: { count: lit(value) }, complete: true } }, 'GET /a')
  const asked = p({ query: { count: param({ shape: integer }) } }, 'GET /a')
  expect(lines([asked, query('3')])).toEqual([])
  expect(lines([asked, query('x')])).toEqual(['E boundaryConstraintViolation.request count'])
})

test.each([
  [lit('ab'), { minLength: 3 }, true],
  [lit('abc'), { minLength: 3 }, false],
  [lit('abc'), { maxLength: 2 }, true],
  [lit('abc'), { pattern: '^\\d+$' }, true],
  [lit('123'), { pattern: '^\\d+$' }, false],
  [lit('123'), { pattern: '(' }, false],
  [lit('a'.repeat(1001)), { maxLength: 2 }, false],
] as const)('a text against its constraints: %j %j', (shape, constraint, breaks) => {
  const bounded = p({ body: { required: true, shape: rec({ name: text }), constraints: { name: constraint } } })
  expect(lines([bounded, c(rec({ name: shape }))])).toEqual(
    breaks ? ['E boundaryConstraintViolation.request name'] : [],
  )
})

test.each([
  [0, { minimum: 1 }, true],
  [1, { minimum: 1 }, false],
  [1, { exclusiveMinimum: 1 }, true],
  [9, { maximum: 8 }, true],
  [8, { exclusiveMaximum: 8 }, true],
] as const)('a number against its constraints: %j %j', (value, constraint, breaks) => {
  const bounded = p({ body: { required: true, shape: rec({ n: number }), constraints: { n: constraint } } })
  expect(lines([bounded, c(rec({ n: lit(value) }))])).toEqual(breaks ? ['E boundaryConstraintViolation.request n'] : [])
})

test('checking/K87 a field that a strict body does not have', () => {
  const extra = c(rec({ name: text, extra: text }))
  expect(lines([p({ ...named, strict: true }), extra])).toEqual(['E boundaryFieldUnknown.request extra'])
  expect(lines([p(named), extra])).toEqual([])
  expect(lines([p({ ...named, strict: true }), c(spread({ name: text, extra: text }))])).toEqual([])
  expect(lines([p({ ...bodyOf(spread({ name: text })), strict: true }), extra])).toEqual([])
})

test('checking/K167 a stripping schema drops it', () => {
  const patch = bodyOf(rec({ title: opt(text) }))
  const misnamed = c(rec({ name: text }))
  expect(lines([p({ ...patch, strips: ['body'] }), misnamed])).toEqual(['W boundaryFieldUnknown.request name'])
  expect(lines([p({ ...patch, strict: true }), misnamed])).toEqual(['E boundaryFieldUnknown.request name'])
  expect(lines([p({ ...patch, strips: ['body'] }), c(spread({}))])).toEqual([])
  expect(lines([p({ ...patch, strips: ['body'] }), c(rec({ title: text }))])).toEqual([])
})

test('checking/K196 a query name that is dropped', () => {
  const get = 'GET /cards'
  const sent = { page: lit('1'), pgae: lit('2'), _: lit('3') }
  const strips = p({ query: { page: param({ required: false }) }, strips: ['query'] }, get)
  expect(lines([strips, sending({ query: { values: sent, complete: true } }, get)])).toEqual([
    'W boundaryFieldUnknown.request pgae',
  ])
})

const header = (name = 'authorization'): ValueRef => ({ type: 'input', inputRef: 'req', path: ['headers', name] })
const called = (method: string): ValueRef => ({
  type: 'derived',
  from: { type: 'input', inputRef: 'req', path: [] },
  derivation: { type: 'methodCall', method, args: ['"Authorization"'] },
})
const guardedBy = (...when: Predicate[]): BehavioralSummary[] => [
  middleware('auth', [answer({ status: 401, when })]),
  provider('GET /me', [{ status: 200 }], { refs: [before('auth')] }),
]
const me = (request: Partial<RequestFacts> = {}): BehavioralSummary => sending(request, 'GET /me')

test('checking/K88 a header without which the answer is 401', () => {
  const found = check([...guardedBy(falsy(header())), me()]).findings
  expect(found).toMatchObject([
    { kind: 'authPolicyMismatch', form: 'missing', severity: 'error', aspect: 'send', facts: { schemes: ['header authorization'] } },
  ])
  expect(lines([...guardedBy(falsy(header())), client('GET /me', [{ when: [is(401)] }, { when: ok }], { http: facts({}) })])).toEqual([
    'W authPolicyMismatch.missing',
  ])
  expect(lines([...guardedBy(falsy(header())), me({ header: { values: {}, complete: false } })])).toEqual([])
  expect(lines([...guardedBy(falsy(header())), me({ header: { values: { Authorization: text }, complete: true } })])).toEqual([])
})

const bearer: ValueRef = { type: 'derived', from: header(), derivation: { type: 'methodCall', method: 'split', args: ['" "'] } }
const missing = 'E authPolicyMismatch.missing'
test.each<[string, Predicate[], string[]]>([
  ['a method that reads it', [falsy(called('get'))], [missing]],
  ['no header, or a wrong one', [any(falsy(header()), truthy({ type: 'unresolved', sourceText: 'wrong' }))], [missing]],
  ['what is made of it', [falsy(bearer)], [missing]],
  ['equal to nothing', [{ type: 'comparison', left: header(), op: 'eq', right: { type: 'literal', value: null } }], [missing]],
  ['null', [{ type: 'nullCheck', subject: header(), negated: false }], [missing]],
  ['either of two', [all(falsy(header()), falsy(header('x-key')))], []],
  ['another condition', [falsy(header()), falsy({ type: 'input', inputRef: 'req', path: ['session'] })], []],
  ['the header is there', [truthy(header())], []],
  ['a header of the browser', [falsy(header('cookie'))], []],
  ['a header of a proxy', [falsy(header('x-forwarded-user'))], []],
  ['a field of something else', [falsy({ type: 'input', inputRef: 'req', path: ['user', 'headers', 'authorization'] })], []],
])('a requirement of the code: %s', (_, when, expected) => {
  expect(lines([...guardedBy(...when), me()])).toEqual(expected)
})

test('checking/K89 cookies go by themselves', () => {
  const cookie = { auth: [[{ in: 'cookie' as const, name: 'sid' }]] }
  expect(lines([p(cookie), sending({})])).toEqual([])
  expect(lines([p(cookie), sending({ credentials: 'omit' })])).toEqual(['E authPolicyMismatch.missing'])
})

test('one of several schemes is enough', () => {
  const either = { auth: [[{ in: 'header' as const, name: 'authorization' }], [{ in: 'query' as const, name: 'key' }]] }
  expect(lines([p(either), sending({})])).toEqual(['E authPolicyMismatch.missing'])
  expect(lines([p(either), sending({ query: { values: { key: text }, complete: true } })])).toEqual([])
  expect(lines([p({ auth: [[], ...either.auth] }), sending({})])).toEqual([])
})

test('checking/K90 a path parameter that is written as nothing', () => {
  const user = (path: string) => sending({}, `GET /users/${path}`)
  const byId = (enforced: boolean) =>
    provider('GET /users/:id', [{ status: 200 }], { http: { accepts: { enforced, path: { id: param() } } } })
  expect(lines([byId(true), user('undefined')])).toEqual(['E boundaryFieldRequired.path id'])
  expect(lines([byId(false), user('null')])).toEqual(['W boundaryFieldRequired.path id'])
  expect(lines([byId(true), user('7')])).toEqual([])
  expect(lines([byId(true), user('{id}')])).toEqual([])
  expect(
    lines([
      provider('GET /users/:id', [{ status: 200 }], { http: accepting({ path: { id: param({ shape: integer }) } }) }),
      user('seven'),
    ]),
  ).toEqual(['E boundaryConstraintViolation.request id'])
})

test('every acting provider must say so', () => {
  const other = provider(post, [{ status: 201 }], { id: 'other' })
  expect(lines([p(named), other, c(rec({}))]).filter(line => !line.includes('unhandled'))).toEqual([])
})

test('the sent value is shown', () => {
  const places = { 'body.count': at(7) }
  const sent = sending({ body: { kind: 'shape', shape: rec({ count: text }) }, places })
  expect(check([p(bodyOf(rec({ count: number }))), sent]).findings[0]?.site).toMatchObject({ lines: { start: 7 } })
})

test('dates, arrays and null', () => {
  const day = bodyOf(rec({ day: text }))
  expect(lines([p(day), c(rec({ day: { type: 'ref', name: 'Date' } }))])).toEqual([])
  expect(lines([p(bodyOf(rec({ ids: arr(number) }))), c(rec({ ids: arr(text) }))])).toEqual([
    'E boundaryShapeMismatch.request ids.[]',
  ])
  expect(lines([p(day), c(rec({ day: nothing }))])).toEqual(['E boundaryShapeMismatch.request day'])
  expect(lines([p(bodyOf(rec({ day: or(text, nothing) }))), c(rec({ day: nothing }))])).toEqual([])
})
