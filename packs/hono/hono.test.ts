/** Acceptance of the Hono pack. */
import { httpFacts } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, clientsOf, named, only, routeOf } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const head = `import { Hono } from 'hono'
const app = new Hono()
`
const listed = (text: string, before = head) => listedIn(summariesIn(before + text))

test('packs/P16 answers of the context', () => {
  expect(
    listed(`app.get('/a', c => c.json({ b: 1 }, 201))
app.get('/b', c => c.json({ b: 1 }))
app.get('/c', c => c.notFound())
app.get('/d', c => c.redirect('/x'))`),
  ).toEqual(['hono GET /a: 201', 'hono GET /b: 200', 'hono GET /c: 404', 'hono GET /d: 302'])
})

test('packs/P17 a base path and a chain', () => {
  expect(
    listed(`const h = c => c.text('a')
const g = c => c.text('b', 201)
new Hono().basePath('/api').get('/a', h).post('/b', g)`),
  ).toEqual(['hono GET /api/a: 200', 'hono POST /api/b: 201'])
})

const openapi = `import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi'
`
const withRequest = `createRoute({ method: 'post', path: '/p', request: { body: { content: { 'application/json': { schema: z.object({ a: z.string() }) } } } }, responses: { 201: { description: 'made' } } })`
const without = `createRoute({ method: 'get', path: '/g', responses: { 200: { description: 'fine' } } })`

test('packs/P18 a route written in another file', () => {
  const found = summariesOf({
    'src/routes.ts': `${openapi}export const one = createRoute({ method: 'get', path: '/tasks/{id}', request: { params: z.object({ id: z.string() }) }, responses: { 200: { description: 'found' }, ...missing } })\nexport const missing = { 404: { description: 'gone' } }`,
    'src/app.ts': `import { OpenAPIHono } from '@hono/zod-openapi'\nimport { one } from './routes.js'\nconst app = new OpenAPIHono()\napp.openapi(one, c => c.json({ id: 1 }, 200))`,
  })
  expect(listedIn(found).filter(line => line.includes('/tasks'))).toEqual([
    expect.stringMatching(/^hono GET \/tasks\/(\{id\}|:id): 200/),
  ])
})

describe('packs/P19 a default hook answers refused requests', () => {
  const hooked = `${openapi}const app = new OpenAPIHono({ defaultHook: (r, c) => { if (!r.success) return c.json({}, 422) } })\n`
  test('of its own routes that have a request', () => {
    const found = summariesIn(
      `${hooked}app.openapi(${withRequest}, c => c.json({}, 201))\napp.openapi(${without}, c => c.json({}, 200))`,
    )
    expect(listedIn(found)).toEqual([
      'hono GET /g: 200',
      'hono POST /p: 201, 415 (u), 422',
      'middleware defaultHook: 422, delegate',
    ])
  })
  test('of applications mounted on it', () => {
    const found = summariesIn(
      `${hooked}const sub = new OpenAPIHono()\nsub.openapi(${withRequest}, c => c.json({}, 201))\napp.route('/s', sub)`,
    )
    expect(listedIn(found)).toEqual([
      'hono POST /s/p: 201, 415 (u), 422',
      'middleware defaultHook: 422, delegate',
    ])
  })
})

test('packs/P20 the typed client', () => {
  const found = summariesIn(`import { hc } from 'hono/client'
export const done = (id: string) => hc<App>('/').tasks[':id'].$patch({ param: { id }, json: { done: true } })
export const root = () => hc<App>('https://api.example.com/v1').index.$get()
export const address = () => hc<App>('/').tasks.$url()`)
  expect(clientsOf(found).map(routeOf)).toEqual(['PATCH /tasks/:id', 'GET api.example.com /v1'])
})

test('packs/Q21 a typed client with a transport of its own', () => {
  const found = summariesIn(`import { hc } from 'hono/client'
class E extends Error {}
const strict = hc<App>('/', { fetch: async (u, i) => { const r = await fetch(u, i); if (!r.ok) throw new E(); return r } })
const plain = hc<App>('/', { fetch: (u, i) => fetch(u, i) })
export const a = () => strict.a.$get()
export const b = () => plain.b.$get()`)
  expect(
    ['a', 'b'].map(name => named(found, name)).map(s => [routeOf(s), httpFacts(s).failureDelivery]),
  ).toEqual([
    ['GET /a', 'exception'],
    ['GET /b', undefined],
  ])
})

test('packs/P43 a segment with a pattern', () => {
  expect(listed(`app.get('/u/:id{[0-9]+}', c => c.text('a'))`)).toEqual(['hono GET /u/{id}: 200'])
})

describe('packs/P51 the handler of unmatched requests', () => {
  const answers = (text: string) => listed(text).filter(line => line.startsWith('hono'))
  test('answers no route, and what calls it takes its outcome', () => {
    const found = summariesIn(
      `${head}app.notFound(c => c.json({ n: 1 }, 404))\napp.get('/a', c => c.text('a'))\napp.get('/b', c => { if (!c.req.query('id')) return c.notFound(); return c.json({ ok: true }) })`,
    )
    expect(listedIn(found)).toEqual([
      'hono GET /a: 200',
      'hono GET /b: 200, 404',
      'middleware middleware#1: 404',
    ])
    expect(answering(atRoute(found, 'GET /b'), '404').output).toMatchObject({
      body: { type: 'record', properties: { n: { type: 'literal', value: 1 } } },
    })
  })
  test('of the outermost application answers; a mounted one has none of its own', () => {
    expect(
      answers(
        `const sub = new Hono()\nsub.notFound(c => c.json({ n: 1 }, 410))\nsub.get('/b', c => c.notFound())\napp.route('/s', sub)`,
      ),
    ).toEqual(['hono GET /s/b: 404'])
    expect(
      answers(
        `const sub = new Hono()\nsub.get('/b', c => c.notFound())\napp.notFound(c => c.json({ n: 1 }, 410))\napp.route('/s', sub)`,
      ),
    ).toEqual(['hono GET /s/b: 410'])
  })
  test('that does not settle leaves the status unread', () => {
    expect(answers(`app.notFound(load())\napp.get('/b', c => c.notFound())`)).toEqual([
      'hono GET /b: unresolved',
    ])
    expect(
      answers(
        `app.notFound(c => c.json({}, 404))\napp.notFound(c => c.json({}, 410))\napp.get('/b', c => c.notFound())`,
      ),
    ).toEqual(['hono GET /b: unresolved'])
  })
  test('is called by middleware too', () => {
    const found = summariesIn(
      `${head}app.notFound(c => c.json({ n: 1 }, 404))\napp.use(async (c, next) => { if (!c.req.header('x')) return c.notFound(); await next() })\napp.get('/a', c => c.text('a'))`,
    )
    expect(listedIn(found)).toContain('hono GET /a: 200, 404')
  })
})

test('a list of routes made with defineOpenAPIRoute', () => {
  const entry = (method: string, more: string) =>
    `defineOpenAPIRoute({ route: createRoute({ method: '${method}', path: '/l', ${more}responses: { 200: { description: 'x' } } }), handler: c => c.json({ a: 1 }, 200)`
  const body = `request: { body: { content: { 'application/json': { schema: z.object({}) } } } }, `
  expect(
    listed(
      `import { defineOpenAPIRoute } from '@hono/zod-openapi'\nconst app = new OpenAPIHono()\nconst one = ${entry('get', '')} })\napp.openapiRoutes([one, ${entry('post', body)}, hook: (r, c) => { if (!r.success) return c.json({}, 422) } }), ${entry('put', '')}, addRoute: false })])`,
      openapi,
    ).filter(line => line.startsWith('hono')),
  ).toEqual(['hono GET /l: 200', 'hono POST /l: 200, 415 (u), 422'])
})

describe('packs/P52 what a created route refuses', () => {
  test.each([
    ['a body without a hook', withRequest, '', ['hono POST /p: 201, 400 (u), 415 (u)']],
    ['no request', without, '', ['hono GET /g: 200']],
    ['a hook of stoker', withRequest, '{ defaultHook }', ['hono POST /p: 201, 415 (u), 422 (u)']],
  ])('%s', (_title, route, options, expected) => {
    const status = route === without ? 200 : 201
    expect(
      listed(
        `import { defaultHook } from 'stoker/openapi'\nconst app = new OpenAPIHono(${options})\napp.openapi(${route}, c => c.json({}, ${status}))`,
        openapi,
      ),
    ).toEqual(expected)
  })
})

test.each([
  [
    '(r, c) => { if (!r.success) return c.json({}, 422) }',
    ['hono POST /v: 201, 422', 'middleware middleware#1: 422, delegate'],
  ],
  [
    '(r, c) => { console.log(r) }',
    ['hono POST /v: 201, 400 (u)', 'middleware middleware#1: delegate', 'node stream-write stdout text'],
  ],
])('packs/P53 a validator with the hook %s', (hook, expected) => {
  expect(
    listed(
      `import { zValidator } from '@hono/zod-validator'\nimport { z } from 'zod'\napp.post('/v', zValidator('json', z.object({ a: z.string() }), ${hook}), c => c.json({}, 201))`,
    ),
  ).toEqual(expected)
})

test('packs/P55 the handler of errors of stoker', () => {
  const found = summariesIn(
    `${head}import { onError } from 'stoker/middlewares'\napp.onError(onError)\napp.get('/a', c => c.text('a'))`,
  )
  expect(listedIn(found)).toEqual(['hono GET /a: 200, 500 (u)'])
  expect(JSON.stringify(only(found.filter(s => s.kind === 'handler')).metadata)).not.toContain(
    '"summary":null',
  )
})
