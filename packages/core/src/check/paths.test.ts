/** Acceptance of paths, hosts and unknown paths: checking K1 to K34. */
import { expect, test } from 'vitest'
import { restBinding, type BehavioralSummary } from '../ir/index.js'
import { expandAlternatives, normalizePath, restPaths } from '../semantics/index.js'
import { rec, text } from './testing/shapes.js'
import { ok } from './testing/predicates.js'
import { client, document, provider, type UnitOptions } from './testing/summaries.js'
import { check, lines, pairs, reasons } from './testing/run.js'

const call = (route: string, options: UnitOptions = {}): BehavioralSummary => client(route, [{}], options)

test.each([
  ['K1', ['GET /users/:id'], 'GET /users/{userId}', ['GET /users/{}']],
  ['K2', ['GET /users/:id'], 'GET /Users/7/', ['GET /users/{}']],
  ['K3', ['GET /users/me', 'GET /users/:id'], 'GET /users/me', ['GET /users/me']],
  ['K4', ['GET /users/me', 'GET /users/:id', 'POST /users/:id'], 'POST /users/me', ['POST /users/{}']],
  ['K6', ['GET /api/orders/{rest*}'], 'GET /api/orders', ['GET /api/orders/{*}']],
  ['K7', ['GET /api/v2/orders'], 'GET (/api|/api/v2)/orders', ['GET /api/v2/orders']],
  ['K8', ['GET /files/{a+}'], 'GET /files', []],
  ['K9', ['GET /{x}/b', 'GET /a/{y}'], 'GET /a/b', ['GET /a/{}']],
  ['K10', ['GET /r/report-{id}.pdf'], 'GET /r/report-7.pdf', ['GET /r/report-{}.pdf']],
  ['K10', ['GET /r/report-{id}.pdf'], 'GET /r/report-.pdf', []],
  ['K14', ['GET /a'], 'GET /a?x=1#y', ['GET /a']],
  ['K12', ['* /hooks/{s}'], 'POST /hooks/x', ['* /hooks/{}']],
])('checking/%s %j answers %s at %j', (_, routes, route, expected) => {
  expect(pairs([...routes.map(each => provider(each)), call(route)])).toEqual(expected)
})

test('checking/K5 a hole never goes to a literal route', () => {
  const run = [provider('GET /items/a'), provider('GET /items/b'), call('GET /items/{kind}')]
  expect(reasons(run)).toEqual(['onlyLiteralRoutes'])
  expect(check(run).findings).toEqual([])
})

test('checking/K11 a route with optionalFormat is served with a format, too', () => {
  expect(
    pairs([provider('GET /search', [{ status: 200 }], { optionalFormat: true }), call('GET /search.json')]),
  ).toEqual(['GET /search'])
  expect(pairs([provider('GET /search'), call('GET /search.json')])).toEqual([])
})

test('checking/K12 an unread method pairs with nothing, not even *', () => {
  const { unmatched } = check([provider('* /hooks/{s}'), call('? /hooks/x')])
  expect(unmatched.unpairable).toMatchObject([{ reason: 'nameUnread', field: 'method' }])
})

test('checking/K13 HEAD is served by GET and has no body', () => {
  const run = [
    provider('GET /a', [{ status: 200, body: rec({ id: text }) }]),
    client('HEAD /a', [{ expects: rec({ id: { type: 'unknown' } }) }]),
  ]
  expect(pairs(run)).toEqual(['GET /a'])
  expect(lines(run)).toEqual(['E misreadProviderResponse.bodyless'])
})

test('checking/K15 an unread path has no pair, an empty one is refused', () => {
  const { unmatched } = check([provider('GET ?'), call('GET /a')])
  expect(unmatched.unpairable).toMatchObject([{ reason: 'nameUnread', field: 'path' }])
  expect(() => restBinding({ method: 'GET', path: '' }, { recognition: 'x' })).toThrow()
})

test('checking/K16 too many alternatives become one hole', () => {
  const options = Array.from({ length: 65 }, (_, i) => `o${i}`).join('|')
  expect(expandAlternatives(`/a/(${options})`)).toEqual(['/a/{x}'])
  expect(restPaths(`/a/(${options})/b`)).toHaveLength(1)
})

test('checking/K17 one route in two files is a collision, and both pair', () => {
  const report = check([
    provider('GET /a', [{ status: 200 }], { id: 'one' }),
    provider('GET /a', [{ status: 200 }], { id: 'two' }),
    call('GET /a'),
  ])
  expect(report.collisions).toMatchObject([{ boundaryKey: 'GET /a', summaries: ['one', 'two'] }])
  expect(report.pairs.map(pair => pair.provider)).toEqual(['one', 'two'])
})

test('checking/K18 a foreign host is external until suss.json lists it', () => {
  const run = [provider('GET /v1/charges'), call('GET /v1/charges', { host: 'api.stripe.com' })]
  expect(reasons(run)).toEqual(['externalHost'])
  expect(check(run).findings).toEqual([])
  expect(pairs(run, { config: { hosts: ['api.stripe.com'] } })).toEqual(['GET /v1/charges'])
})

test.each([
  'localhost:3000',
  '10.0.0.4',
  'api',
  'x.example.com',
  '[::1]:80',
  '172.20.1.1',
  '{stage}.svc.internal',
])('checking/K19 %s is one of the project', host => {
  expect(pairs([provider('GET /a'), call('GET /a', { host })])).toEqual(['GET /a'])
})

test.each(['example.co', '172.32.0.1', 'localhost.evil.io', '{stage}.acme.com'])(
  'checking/K19 %s is not',
  host => {
    expect(reasons([provider('GET /a'), call('GET /a', { host })])).toEqual(['externalHost'])
  },
)

const twoServices = [
  provider('GET /health', [{ status: 200 }], { workspace: 'A', id: 'a' }),
  provider('GET /health', [{ status: 200 }, { status: 503 }, { status: 404 }], { workspace: 'B', id: 'b' }),
]

test('checking/K20 two services and nothing that says which', () => {
  const run = [...twoServices, call('GET /health', { workspace: 'W' })]
  expect(lines(run)).toEqual(['W ambiguousProvider.rest'])
  expect(reasons(run)).toEqual(['ambiguousProvider'])
})

test("checking/K21 the service of the client's own workspace comes first", () => {
  expect(check([...twoServices, call('GET /health', { workspace: 'A' })]).pairs).toMatchObject([
    { provider: 'a' },
  ])
})

test('checking/K22 a host that is mapped to a service', () => {
  const run = [...twoServices, call('GET /health', { workspace: 'A', host: 'b.acme.io' })]
  const config = { hosts: { 'b.acme.io': 'B' } }
  expect(check(run, { config }).pairs).toMatchObject([{ provider: 'b' }])
  expect(lines(run, { config })).toEqual([
    'W unhandledProviderCase.status 404',
    'W unhandledProviderCase.status 503',
  ])
})

test('checking/K23 a variable that a runtime sets gives host and path', () => {
  const runtime = {
    ...provider('GET /x', [], {
      id: 'runtime',
      kind: 'library',
      source: 'derived',
      metadata: { config: { variables: { B_URL: { value: 'http://b:80/v1' } }, codeScope: ['src'] } },
    }),
  }
  const config: BehavioralSummary = {
    ...runtime,
    identity: {
      ...runtime.identity,
      boundaryBinding: {
        transport: 'os',
        recognition: 'sam',
        semantics: { name: 'runtime-config', deploymentTarget: 'lambda', instanceName: 'Web' },
      },
    },
  }
  const run = [
    config,
    provider('GET /v1/health', [{ status: 200 }], { workspace: 'B', id: 'b' }),
    provider('GET /health', [{ status: 200 }], { workspace: 'A', id: 'a' }),
    call('GET /health', { host: '{B_URL}' }),
  ]
  expect(check(run).pairs).toMatchObject([{ provider: 'b' }])
})

test('checking/K24 a document in the root workspace speaks of the one service that serves it', () => {
  const run = [
    provider('GET /x', [{ status: 200 }], { workspace: 'A' }),
    document('GET /x', [{ status: 200 }], { workspace: 'root' }),
    call('GET /x'),
  ]
  expect(lines(run)).toEqual([])
  expect(pairs(run)).toEqual(['GET /x'])
})

const api = [
  provider('GET /api/users', [{ status: 200, body: rec({}) }]),
  provider('GET /api/users/:id', [{ status: 200, body: rec({}) }]),
]

test('checking/K25 one prefix that answers a whole group is assumed', () => {
  const expects = rec({ name: { type: 'unknown' } })
  const run = [
    ...api,
    client('GET /users', [{ expects }], { host: '{API}' }),
    call('GET /users/{id}', { host: '{API}' }),
  ]
  const report = check(run)
  expect(report.pairs).toMatchObject([{ assumedBase: '/api' }, { assumedBase: '/api' }])
  expect(report.findings).toMatchObject([
    { kind: 'misreadProviderResponse', severity: 'warning', facts: { assumedBase: '/api' } },
  ])
})

test('checking/K26 one call proves no prefix', () => {
  const run = [...api, call('GET /users', { host: '{API}' })]
  expect(reasons(run)).toEqual(['baseUnread'])
  expect(check(run).findings).toEqual([])
})

const cards = [provider('GET /cards/:id'), provider('PATCH /cards/:id')]

test('checking/K27 a method the path is not served for', () => {
  const report = check([...cards, call('POST /cards/7')])
  expect(report.findings).toMatchObject([
    {
      kind: 'restMethodOnUnknownPath',
      form: 'method',
      severity: 'error',
      boundaryKey: 'POST /cards/7',
      facts: { served: ['GET', 'PATCH'] },
    },
  ])
  expect(report.unmatched.consumers).toMatchObject([{ reason: 'methodNotServed' }])
})

test('checking/K28 routes that were not read may serve it', () => {
  const unread = provider('GET /other', [{ status: 200 }], {
    http: { unreadRoutes: [{ prefix: '/cards', reason: 'unsettledValue' }] },
  })
  const run = [...cards, unread, call('POST /cards/7')]
  expect(check(run).findings).toEqual([])
  expect(reasons(run)).toEqual(['serviceNotRead'])
})

test('checking/K29 a path that only a document declares', () => {
  expect(lines([document('GET /cards/{id}'), call('POST /cards/7')])).toEqual([
    'W restMethodOnUnknownPath.method',
  ])
})

test('checking/K30 a prefix written twice', () => {
  expect(check([provider('POST /api/budgets'), call('POST /api/api/budgets')]).findings).toMatchObject([
    {
      kind: 'restMethodOnUnknownPath',
      form: 'path',
      severity: 'warning',
      facts: { nearest: ['POST /api/budgets'] },
      description:
        'call POST /api/api/budgets sends POST /api/api/budgets; no route has that path, nearest: POST /api/budgets',
    },
  ])
})

test('checking/K31 a prefix on one side only', () => {
  const run = [provider('GET /jobs'), call('GET /api/jobs'), call('GET /api/jobs/{id}')]
  expect(lines(run)).toEqual(['W restMethodOnUnknownPath.path', 'W restMethodOnUnknownPath.path'])
})

test('checking/K32 a file nobody serves', () => {
  const run = [provider('GET /jobs'), call('GET /logo.svg')]
  expect(check(run).findings).toEqual([])
  expect(reasons(run)).toEqual(['pathNotServed'])
})

test('checking/K33 no provider in the run', () => {
  const run = [call('GET /jobs')]
  expect(check(run).findings).toEqual([])
  expect(reasons(run)).toEqual(['noProviderInRun'])
})

test('checking/K34 a literal route of this method may be meant', () => {
  const run = [provider('DELETE /items/a'), provider('GET /items/:id'), call('DELETE /items/{k}')]
  expect(check(run).findings).toEqual([])
  expect(reasons(run)).toEqual(['onlyLiteralRoutes'])
})

test('checking/K189 the host that would be paired if it were listed', () => {
  const report = check([provider('GET /orders'), call('GET /orders', { host: 'api.acme.com' })])
  expect(report.findings).toEqual([])
  expect(report.unmatched.consumers).toMatchObject([{ reason: 'externalHost', hostLine: 'api.acme.com' }])
  expect(
    check([provider('GET /other'), call('GET /orders', { host: 'api.acme.com' })]).unmatched.consumers[0],
  ).not.toHaveProperty('hostLine')
})

test('checking/K185 test code has no role', () => {
  const testCode = { metadata: { testCode: true } }
  const run = [
    provider('GET /y'),
    provider('GET /x', [{ status: 200 }], testCode),
    call('GET /x'),
    call('GET /nope', testCode),
  ]
  expect(check(run).findings).toMatchObject([
    { kind: 'restMethodOnUnknownPath', form: 'path', boundaryKey: 'GET /x' },
  ])
  expect(check(run).unmatched.consumers).toHaveLength(1)
})

test('checking/K159 a mock server neither answers nor hides that nothing does', () => {
  const list = rec({ list: { type: 'array', items: rec({ code: text, value: { type: 'number' } }) } })
  const mock = { metadata: { testCode: true }, source: 'declared' as const }
  const expects = rec({ list: { type: 'array', items: rec({ value: { type: 'unknown' } }) } })
  const run = [
    provider('GET /gauges', [{ status: 200, body: list }]),
    provider('GET /gauges', [{ status: 200, body: { type: 'array', items: { type: 'unknown' } } }], {
      ...mock,
      id: 'mock1',
    }),
    provider('GET /gauges/old', [{ status: 200, body: rec({}) }], { ...mock, id: 'mock2' }),
    client('GET /gauges', [{ when: ok, expects }]),
    call('GET /gauges/old'),
  ]
  expect(lines(run)).toEqual(['W restMethodOnUnknownPath.path'])
  expect(check(run).pairs.map(pair => pair.provider)).not.toContain('mock1')
})

test.each([
  ['/a/:id(\\d+)/b', '/a/{id}/b'],
  ['/a/:x?', '/a/{x?}'],
  ['a//b/', '/a/b'],
  ['/', '/'],
  ['/a/*', '/a/{*}'],
  ['/a/:id?x=1', '/a/{id}'],
  ['/%7Eme', '/~me'],
  ['/{f(a/b)}/c?d', '/{f(a/b)}/c'],
  ['/report-:id.pdf', '/report-{id}.pdf'],
])('the normal form of %s is %s', (path, normal) => {
  expect(normalizePath(path)).toBe(normal)
})
