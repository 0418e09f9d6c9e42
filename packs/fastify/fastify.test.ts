/** Acceptance of the Fastify pack. */
import { describe, expect, test } from 'vitest'
import { answering, atRoute } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const head = `import Fastify from 'fastify'
const f = Fastify()
const user = { id: 1 }
const h = async () => user
`
const listed = (text: string) => listedIn(summariesIn(head + text))

test('packs/P10 what is returned is sent', () => {
  expect(
    listed(`f.get('/a', async () => { return user })
f.get('/b', async (q, reply) => { return reply.code(201).send(user) })
f.get('/c', async (q, reply) => { return })`),
  ).toEqual(['fastify GET /a: 200', 'fastify GET /b: 201', 'fastify GET /c: '])
})

test('packs/P11 a route with several methods', () => {
  expect(listed(`f.route({ method: ['GET', 'HEAD'], url: '/x', handler: h })`)).toEqual([
    'fastify GET /x: 200',
    'fastify HEAD /x: 200',
  ])
})

test('packs/P12 a plugin under a prefix', () => {
  expect(listed(`f.register(async i => { i.get('/z', h) }, { prefix: '/v1' })`)).toEqual([
    'fastify GET /v1/z: 200',
  ])
})

describe('packs/P13 a hook', () => {
  const hook = `async i => { i.addHook('onRequest', async (q, reply) => { if (!q.headers.key) return reply.code(401).send() }); i.get('/inner', h) }`
  test('of a plugin without a context of its own covers the parent', () => {
    expect(listed(`import fp from 'fastify-plugin'\nf.register(fp(${hook}))\nf.get('/outer', h)`)).toEqual([
      'fastify GET /inner: 200, 401',
      'fastify GET /outer: 200, 401',
      'middleware middleware#1: 401, delegate',
    ])
  })
  test('of a plain plugin covers its own routes only', () => {
    expect(listed(`f.register(${hook})\nf.get('/outer', h)`)).toEqual([
      'fastify GET /inner: 200, 401',
      'fastify GET /outer: 200',
      'middleware middleware#1: 401, delegate',
    ])
  })
})

test.each([
  ['with', ', routeParams: true', ['fastify GET /users/:id: 200']],
  ['without', '', ['fastify GET /users/_id: 200']],
])('packs/P14 a folder of plugins %s parameters in its names', (_title, option, expected) => {
  const found = summariesOf({
    'src/app.ts': `import Fastify from 'fastify'\nimport autoload from '@fastify/autoload'\nimport { join } from 'node:path'\nconst f = Fastify()\nf.register(autoload, { dir: join(import.meta.dirname, 'routes')${option} })`,
    'src/routes/users/_id/index.ts': `export default async function (i) { i.get('/', async () => ({ a: 1 })) }`,
  })
  expect(listedIn(found).filter(line => line.startsWith('fastify'))).toEqual(expected)
})

test('packs/P42 what a hook throws, and an error that is sent', () => {
  const found = summariesIn(`${head}import createError from '@fastify/error'
f.addHook('onRequest', async q => { if (!q.headers.key) throw Object.assign(new Error('key'), { statusCode: 401 }) })
f.get('/a', h)
f.get('/b', async (q, reply) => { const err = Object.assign(new Error('twice'), { statusCode: 409 }); reply.send(err) })`)
  expect(listedIn(found)).toEqual([
    expect.stringMatching(/^fastify GET \/a: 200, 401/),
    expect.stringMatching(/^fastify GET \/b: 401, 409/),
    expect.stringMatching(/^middleware /),
  ])
})

test('packs/P43 two parameters in one segment', () => {
  expect(listed(`f.get('/at/:lat-:lng', h)`)).toEqual(['fastify GET /at/{lat}-{lng}: 200'])
})

test('packs/P47 returns of values that are not written out', () => {
  const found = summariesIn(`${head}import { repo } from './repo.js'
f.get('/a', async q => { return repo.paginate(q) })
f.get('/b', async (q, reply) => { return reply.send(user) })
f.get('/c', async (q, reply) => { reply.code(201); return { id: 1 } })
f.get('/d', async (q, reply) => { reply.code(202).send(user); return reply })`)
  expect(listedIn(found)).toEqual([
    'fastify GET /a: 200',
    'fastify GET /b: 200',
    'fastify GET /c: 201',
    'fastify GET /d: 202',
  ])
  expect(answering(atRoute(found, 'GET /c'), '201').output).toMatchObject({ body: { type: 'record' } })
})

test('packs/P50 replies of sensible', () => {
  const found = summariesIn(`${head}import sensible from '@fastify/sensible'
f.register(sensible)
f.get('/a', async () => { throw f.httpErrors.conflict() })
f.get('/b', async (q, reply) => { return reply.unprocessableEntity() })
f.get('/c', async (q, reply) => { return reply.getHttpError(418) })
f.get('/d', async q => { f.assert(q.user, 401); return user })`)
  expect(listedIn(found)).toEqual([
    'fastify GET /a: 409',
    'fastify GET /b: 422',
    'fastify GET /c: 418',
    'fastify GET /d: 200, 401',
  ])
})

test('packs/P51 the handler of unmatched requests answers no route, and what calls it takes its outcome', () => {
  const found = (text: string) => listed(text).filter(line => line.startsWith('fastify'))
  expect(
    found(
      `const g = async (q, reply) => reply.code(404).send({ n: 1 })\nf.setNotFoundHandler(g)\nf.get('/a', h)`,
    ),
  ).toEqual(['fastify GET /a: 200'])
  expect(
    found(
      `f.setNotFoundHandler((q, reply) => { reply.code(410).send({ n: 1 }) })\nf.get('/a', (q, reply) => { reply.callNotFound() })`,
    ),
  ).toEqual(['fastify GET /a: 410'])
  expect(
    found(
      `f.setNotFoundHandler((q, reply) => { reply.code(410).send({ n: 1 }) })\nf.register(async i => { i.setNotFoundHandler((q, reply) => { reply.code(404).send() }); i.get('/b', (q, reply) => { reply.callNotFound() }) })`,
    ),
  ).toEqual(['fastify GET /b: 404'])
})

test.each([
  ['throw f.httpErrors.createError(404)', '404'],
  ['throw f.httpErrors.getHttpError(403)', '403'],
  ['f.assert.deepEqual(q.a, {}, 409)\nreturn user', '200, 409'],
])('packs/P50 %s', (statement, outcomes) => {
  const found = summariesIn(
    `${head}import sensible from '@fastify/sensible'\nf.register(sensible)\nf.get('/a', async q => { ${statement} })`,
  )
  expect(listedIn(found)).toEqual([`fastify GET /a: ${outcomes}`])
})

test('the arguments of a redirect in the order of Fastify 4', () => {
  expect(listed(`f.get('/a', async (q, reply) => reply.redirect(301, '/x'))`)).toEqual([
    'fastify GET /a: 301',
  ])
})

test('a handler that takes what validation found for itself', () => {
  const route = (option: string) =>
    listed(`f.get('/a', { ${option}schema: { querystring: { type: 'object' } } }, async () => ({ a: 1 }))`)
  expect(route('')).toEqual(['fastify GET /a: 200, 400 (u)'])
  expect(route('attachValidation: true, ')).toEqual(['fastify GET /a: 200'])
  expect(route('attachValidation: false, ')).toEqual(['fastify GET /a: 200, 400 (u)'])
})

test('a redirect with a status of its own', () => {
  expect(listed(`f.get('/a', async (q, reply) => reply.redirect('/x', 308))`)).toEqual([
    'fastify GET /a: 308',
  ])
})
