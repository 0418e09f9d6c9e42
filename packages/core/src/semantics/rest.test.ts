/** The relations of REST paths, as tables. */
import { expect, test } from 'vitest'
import fc from 'fast-check'
import {
  compareSpecificity,
  pathContains,
  pathMeets,
  restPaths,
  boundaryKey,
  identityKey,
  type Segment,
} from './index.js'

const path = (text: string): Segment[] => restPaths(text)[0] ?? []

test.each([
  ['/users', '/users', true, true],
  ['/users', '/Users/', true, true],
  ['/users', '/{x}', false, true],
  ['/{x}', '/users', true, true],
  ['/{x}', '/a/b', false, false],
  ['/{x}', '/{y}', true, true],
  ['/a-{x}', '/a-1', true, true],
  ['/a-{x}', '/b-1', false, false],
  ['/a-{x}', '/a-{y}', true, true],
  ['/a-{x}', '/{y}', false, true],
  ['/a-{x}', '/b-{y}', false, false],
  ['/a{x}b', '/a{y}', false, true],
  ['/{x*}', '/a/b/c', true, true],
  ['/{x*}', '/', true, true],
  ['/{x+}', '/', false, false],
  ['/{x?}/b', '/b', true, true],
  ['/{x?}/b', '/a/b', true, true],
  ['/{x?}/b', '/a/a/b', false, false],
  ['/a/{x}', '/a/{y+}', false, true],
  ['/{x+}', '/{y*}', false, true],
  ['/{x*}', '/{y+}', true, true],
  ['/{a*}/x/{b*}', '/1/2/x', true, true],
  ['/{a*}/x', '/y/{b*}', false, true],
  ['/a', '/{x?}', false, true],
  ['/a/b', '/{x?}', false, false],
  ['/A%7Eb', '/a~B', true, true],
])('%s contains and meets %s: %s, %s', (provider, client, contains, meets) => {
  expect(pathContains(path(provider), path(client))).toBe(contains)
  expect(pathMeets(path(provider), path(client))).toBe(meets)
})

const segment = fc.constantFrom('a', 'b', 'a-{x}', '{x}', '{x?}', '{x+}', '{x*}')
const paths = fc.array(segment, { maxLength: 4 }).map(parts => `/${parts.join('/')}`)

test('what a path contains it meets, and meeting has no direction', () => {
  fc.assert(
    fc.property(paths, paths, (one, other) => {
      if (pathContains(path(one), path(other))) expect(pathMeets(path(one), path(other))).toBe(true)
      expect(pathMeets(path(one), path(other))).toBe(pathMeets(path(other), path(one)))
    }),
  )
})

test('containing is transitive and holds for each request', () => {
  const plain = fc
    .array(fc.constantFrom('a', 'b', 'a-1'), { maxLength: 4 })
    .map(parts => `/${parts.join('/')}`)
  fc.assert(
    fc.property(paths, paths, plain, (one, other, request) => {
      const holds = pathContains(path(one), path(other)) && pathContains(path(other), path(request))
      if (holds) expect(pathContains(path(one), path(request))).toBe(true)
    }),
  )
})

test.each([
  ['/a/{x}', '/{x}/b', 1],
  ['/a-{x}', '/{x}', 1],
  ['/{x}', '/{x*}', 1],
  ['/{x*}', '/', 1],
  ['/a/{x}', '/a/{y}', 0],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareSpecificity(path(a), path(b)))).toBe(sign)
})

test.each([
  [{ name: 'rest', method: 'get', path: '/users/:id' }, 'GET /users/{id}', 'GET /users/{}'],
  [{ name: 'rest', method: 'GET', path: null }, null, null],
  [
    { name: 'function-call', package: '@acme/core/text', exportPath: ['a', 'b'] },
    'fn:@acme/core/text::a.b',
    'fn:@acme/core/text::a.b',
  ],
  [{ name: 'graphql-resolver', typeName: 'Query', fieldName: 'user' }, 'gql:Query.user', 'gql:Query.user'],
  [
    { name: 'graphql-operation', operationType: 'query', operationName: 'Me' },
    'gql:query Me',
    'gql:query Me',
  ],
  [
    { name: 'storage', storageSystem: null, scope: 'default', container: 'orders', accessPath: 'byDate' },
    'storage:?:orders#byDate',
    'storage:?:orders#byDate',
  ],
  [
    { name: 'storage', storageSystem: 'postgresql', scope: 'shop', container: 'o', accessPath: null },
    'storage:postgresql:shop/o',
    'storage:postgresql:shop/o',
  ],
  [
    { name: 'message-bus', messageBus: 'aws_sqs', channel: '{stage}-jobs' },
    'bus:aws_sqs {stage}-jobs',
    'bus:aws_sqs {stage}-jobs',
  ],
  [{ name: 'runtime-config', deploymentTarget: 'lambda', instanceName: null }, null, null],
  [
    { name: 'runtime-config', deploymentTarget: 'lambda', instanceName: 'Intake' },
    'config:lambda Intake',
    'config:lambda Intake',
  ],
  [
    {
      name: 'unit-invocation',
      deploymentTarget: 'lambda',
      instanceName: 'arn:aws:lambda:eu:1:function:Mailer',
    },
    'unit:lambda Mailer',
    'unit:lambda Mailer',
  ],
  [
    { name: 'metric', metricSystem: 'prometheus', metricType: 'x' },
    'metric:prometheus x',
    'metric:prometheus x',
  ],
  [{ name: 'io', target: 'stdout' }, 'io:stdout', 'io:stdout'],
] as const)('the key of %j is %s', (semantics, shown, key) => {
  const own =
    semantics.name === 'function-call' ? { ...semantics, exportPath: [...semantics.exportPath] } : semantics
  const binding = { transport: 'x', recognition: 'y', semantics: own }
  expect(identityKey(binding)).toBe(shown)
  expect(boundaryKey(binding)).toBe(key)
})
