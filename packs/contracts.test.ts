/** Contracts that code declares beside its handlers, and what validators let through. */
import { type BehavioralSummary, httpFacts, httpTransition } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { atRoute, only } from './testing/find.js'
import { listedIn } from './testing/listed.js'
import { summariesIn, summariesOf } from './testing/run.js'

const fastify = `import Fastify from 'fastify'\nconst f = Fastify()\n`
const openapi = `import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi'\nconst app = new OpenAPIHono()\n`
const text = { type: 'text' }

const differences = ({ gaps }: BehavioralSummary) =>
  gaps.filter(({ type }) => type === 'unhandledCase').map(({ reason, status }) => `${reason} ${status}`)
const contractOf = (summary: BehavioralSummary) => httpFacts(summary).declaredContract?.responses
const acceptsOf = (summary: BehavioralSummary) => httpFacts(summary).accepts

test('packs/P15 a declared answer that is not given, and one that is not declared', () => {
  const found = summariesIn(
    `${fastify}f.get('/x', { schema: { response: { 204: { type: 'null' } } } }, async () => ({ a: 1 }))`,
  )
  expect(differences(atRoute(found, 'GET /x'))).toEqual([
    'producedNotDeclared 200',
    'declaredNotProduced 204',
  ])
})

test('packs/P18 the contract of a route written in another file', () => {
  const found = summariesOf({
    'src/routes.ts': `import { createRoute, z } from '@hono/zod-openapi'
export const missing = { 404: { description: 'gone', content: { 'application/json': { schema: z.object({ message: z.string() }) } } } }
export const one = createRoute({ method: 'get', path: '/tasks/{id}', request: { params: z.object({ id: z.string().min(2) }) }, responses: { 200: { description: 'found', content: { 'application/json': { schema: z.object({ id: z.string() }) } } }, ...missing } })`,
    'src/app.ts': `import { OpenAPIHono } from '@hono/zod-openapi'\nimport { one } from './routes.js'\nconst app = new OpenAPIHono()\napp.openapi(one, c => c.json({ id: 'a' }, 200))`,
  })
  const route = atRoute(found, 'GET /tasks/{id}')
  expect(contractOf(route)).toEqual([
    { status: 200, body: { type: 'record', properties: { id: text } } },
    { status: 404, body: { type: 'record', properties: { message: text } } },
  ])
  expect(acceptsOf(route)?.path).toEqual({
    id: { required: true, shape: text, constraint: { minLength: 2 } },
  })
})

test('packs/P41 a validator in front of the handler', () => {
  const found = summariesIn(`import { Hono } from 'hono'
import { z } from 'zod'
import { zValidator } from '@hono/zod-validator'
const app = new Hono()
app.post('/v', zValidator('json', z.object({ a: z.string(), b: z.number().optional() })), c => c.json(c.req.valid('json'), 201))`)
  expect(acceptsOf(atRoute(found, 'POST /v'))).toEqual({
    enforced: true,
    rejects: 400,
    strips: ['body'],
    body: {
      required: true,
      shape: {
        type: 'record',
        properties: { a: text, b: { type: 'union', variants: [{ type: 'number' }, { type: 'undefined' }] } },
      },
    },
  })
})

test('packs/P46 refusals of the framework are no cases of the contract', () => {
  const route = (more: string) =>
    summariesIn(
      `${fastify}f.get('/x', { ${more}schema: { querystring: { type: 'object', properties: { n: { type: 'integer' } } }, response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } } }, async () => ({ a: 1 }))`,
    )
  expect(listedIn(route(''))).toEqual(['fastify GET /x: 200, 400 (u)'])
  expect(differences(atRoute(route(''), 'GET /x'))).toEqual([])
  expect(acceptsOf(atRoute(route(''), 'GET /x'))).toMatchObject({ enforced: true, rejects: 400 })
  const attached = route('attachValidation: true, ')
  expect(listedIn(attached)).toEqual(['fastify GET /x: 200'])
  expect(acceptsOf(atRoute(attached, 'GET /x'))).toBeUndefined()
})

test('packs/P54 statuses by name and bodies by a helper', () => {
  const found = summariesIn(`${openapi}import * as codes from 'stoker/http-status-codes'
import { jsonContent } from 'stoker/openapi/helpers'
const S = z.object({ message: z.string() })
app.openapi(createRoute({ method: 'get', path: '/a', responses: { [codes.NOT_FOUND]: jsonContent(S, 'x') } }), c => c.json({ message: 'm' }, codes.FOO))`)
  const route = atRoute(found, 'GET /a')
  expect(contractOf(route)).toEqual([
    { status: 404, body: { type: 'record', properties: { message: text } } },
  ])
  expect(route.gaps.map(({ reason }) => reason)).toEqual(['statusUnread'])
})

describe('packs/K22 what becomes of names the schema does not have', () => {
  const body = (schema: string, handler: string) =>
    acceptsOf(
      atRoute(
        summariesIn(`import { Hono } from 'hono'
import { z } from 'zod'
import { zValidator } from '@hono/zod-validator'
const app = new Hono()
app.post('/v', zValidator('json', ${schema}), ${handler})`),
        'POST /v',
      ),
    )
  const valid = `c => c.json(c.req.valid('json'))`
  test('Fastify takes forbidden ones out', () => {
    const found = summariesIn(
      `${fastify}f.post('/x', { schema: { body: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string' } } } } }, async () => ({}))`,
    )
    expect(acceptsOf(atRoute(found, 'POST /x'))).toMatchObject({ strips: ['body'] })
    expect(acceptsOf(atRoute(found, 'POST /x'))).not.toHaveProperty('strict')
  })
  test('a strict schema refuses', () => {
    expect(body('z.strictObject({ a: z.string() })', valid)).toMatchObject({ strict: true })
    expect(body('z.object({ a: z.string() }).strict()', valid)).not.toHaveProperty('strips')
  })
  test('an object schema drops them where its result alone is used', () => {
    expect(body('z.object({ a: z.string() })', valid)).toMatchObject({ strips: ['body'] })
    for (const handler of [
      'async c => c.json(await c.req.json())',
      'c => save(c)',
      'c => { const { req } = c; return c.json(req) }',
      '({ req, json }) => json(req.body)',
    ])
      expect(body('z.object({ a: z.string() })', handler), handler).not.toHaveProperty('strips')
    expect(body('z.object({ a: z.string() }).passthrough()', valid)).not.toHaveProperty('strips')
  })
})

const declared = (responses: string, handler: string, more = '') =>
  summariesIn(
    `${openapi}${more}\napp.openapi(createRoute({ method: 'get', path: '/a', responses: ${responses} }), ${handler})`,
  )
const answers = (...statuses: number[]) => `{ ${statuses.map(s => `${s}: { description: 'd' }`).join(', ')} }`

test('extraction/G01 a declared answer that no path gives', () => {
  const found = declared(answers(200, 410), 'c => c.json({}, 200)')
  expect(differences(atRoute(found, 'GET /a'))).toEqual(['declaredNotProduced 410'])
})

test('extraction/G02 an answer that is not declared', () => {
  const found = declared(
    answers(200),
    'c => { if (c.req.query("t")) return c.json({}, 418); return c.json({}, 200) }',
  )
  expect(differences(atRoute(found, 'GET /a'))).toEqual(['producedNotDeclared 418'])
})

test('extraction/G03 a declared answer that only a middleware gives', () => {
  const found = declared(
    answers(200, 401),
    'c => c.json({}, 200)',
    `app.use(async (c, next) => { if (!c.req.header('authorization')) return c.json({}, 401); await next() })`,
  )
  expect(differences(atRoute(found, 'GET /a'))).toEqual([])
})

test('extraction/G04 a wrapper of a dependency may give what is declared', () => {
  const found = declared(
    answers(200, 409),
    'c => c.json({}, 200)',
    `import { guard } from 'some-guard'\napp.use(guard())`,
  )
  expect(differences(atRoute(found, 'GET /a'))).toEqual([])
})

test('extraction/G06 what a declared validator answers need not be declared', () => {
  const found = summariesIn(
    `${openapi}app.openapi(createRoute({ method: 'post', path: '/a', request: { body: { content: { 'application/json': { schema: z.object({ a: z.string() }) } } } }, responses: ${answers(201)} }), c => c.json({}, 201))`,
  )
  expect(listedIn(found)).toEqual(['hono POST /a: 201, 400 (u), 415 (u)'])
  expect(differences(atRoute(found, 'POST /a'))).toEqual([])
})

test('extraction/G07 declared statuses stand beside the boundary, sorted', () => {
  const found = declared(
    `{ 404: { description: 'd' }, default: { description: 'd' }, 200: { description: 'd' } }`,
    'c => c.json({}, 200)',
  )
  expect(atRoute(found, 'GET /a').identity.boundaryBinding?.semantics).toMatchObject({
    declaredResponses: [200, 404],
  })
})

test('a part of the contract that is not read may declare anything', () => {
  const found = declared(`{ 200: { description: 'd' }, ...load() }`, 'c => c.json({}, 418)')
  const route = atRoute(found, 'GET /a')
  expect(contractOf(route)?.map(({ status }) => status)).toEqual([200, 'default'])
  expect(differences(route)).toEqual(['declaredNotProduced 200'])
})

test('a contract that is not read declares nothing', () => {
  const found = declared('load()', 'c => c.json({}, 418)')
  expect(contractOf(atRoute(found, 'GET /a'))?.map(({ status }) => status)).toEqual(['default'])
  expect(differences(atRoute(found, 'GET /a'))).toEqual([])
})

describe('extraction/R20 a schema that runs on the body', () => {
  const facts = (body: string) =>
    only(
      summariesIn(`import { z } from 'zod'
const S = z.object({ name: z.string(), age: z.number().optional() })
const T = z.object({ name: z.string().transform(text => text.length) })
export async function load() {
  const r = await fetch('/a')
  ${body}
}`).filter(({ kind, identity }) => kind === 'client' && identity.name === 'load'),
    ).transitions.map(httpTransition)
  const shape = {
    type: 'record',
    properties: { name: text, age: { type: 'union', variants: [{ type: 'number' }, { type: 'undefined' }] } },
  }
  const parsed = (body: string) => facts(body).flatMap(({ parsedBody }) => parsedBody ?? [])
  const reads = (body: string) =>
    facts(body).flatMap(http => http.reads?.map(({ path }) => path.join('.')) ?? [])

  test('throws', () => {
    expect(parsed('return S.parse(await r.json())')).toMatchObject([{ shape, throws: true }])
    expect(parsed('const b = await r.json(); return (await S.parseAsync(b)).name')).toMatchObject([
      { shape, throws: true },
    ])
  })
  test('does not throw', () => {
    expect(parsed('return S.safeParse(await r.json())')).toMatchObject([{ shape, throws: false }])
    expect(
      new Set(parsed('try { return S.parse(await r.json()) } catch { return null }').map(p => p.throws)),
    ).toEqual(new Set([false]))
  })
  test('a part of the body, something else, a type parameter that nobody binds', () => {
    expect(parsed('return S.parse((await r.json()).user)')).toEqual([])
    expect(parsed('return S.parse({ name: r.url })')).toEqual([])
    const generic =
      summariesIn(`async function get<T>(url: string): Promise<T> { const r = await fetch(url); return (await r.json()) as T }
export const load = () => get('/a')`)
    expect(
      generic.flatMap(({ transitions }) => transitions.flatMap(t => httpTransition(t).declaredBody ?? [])),
    ).toEqual([])
  })
  test('what is read of its result is read of the body', () => {
    expect(reads('return S.parse(await r.json()).name.length')).toEqual(['name'])
    expect(reads('const { data } = S.safeParse(await r.json()); return data?.name')).toEqual(['name'])
    expect(
      reads('const found = S.safeParse(await r.json()); return found.success ? found.data.name : null'),
    ).toEqual(['name'])
    expect(reads('return T.parse(await r.json()).name.toFixed()')).toEqual([])
  })
})

describe('answers a framework or a plugin may give by itself are never said not to come', () => {
  const of = (method: string, status: number, more: string) =>
    differences(
      only(
        summariesIn(
          `${fastify}f.${method}('/x', { ${more}schema: { response: { 200: { type: 'object', properties: {} }, ${status}: { type: 'object', properties: {} } } } }, async () => ({}))`,
        ).filter(({ kind }) => kind === 'handler'),
      ),
    )
  test('a body that is not JSON', () => {
    expect(of('post', 400, '')).toEqual([])
    expect(of('post', 409, '')).toEqual(['declaredNotProduced 409'])
    expect(of('get', 400, '')).toEqual(['declaredNotProduced 400'])
  })
  test('a method that a plugin adds to requests', () => {
    expect(of('get', 401, 'onRequest: async q => { await q.jwtVerify() }, ')).toEqual([])
    expect(of('get', 410, 'onRequest: async q => { q.log.info(q.url.trim()) }, ')).toEqual([
      'declaredNotProduced 410',
    ])
  })
})
