/** Acceptance of Fastify's hooks, folders of plugins and decorations. */
import { httpFacts } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, named } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const plugin = (path: string) =>
  `export default async function (f) { f.get('${path}', async () => ({ a: 1 })) }`

function loaded(options: string, files: Readonly<Record<string, string>>) {
  const app = `import path from 'node:path'
    import autoload from '@fastify/autoload'
    import Fastify from 'fastify'
    import { cfg } from './cfg.js'
    const f = Fastify()
    f.get('/own', async () => ({ a: 1 }))
    f.register(autoload, { ${options} })`
  return summariesOf({ 'src/app.ts': app, ...files })
}

const routesIn = (found: ReturnType<typeof summariesOf>) =>
  listedIn(found).filter(line => line.startsWith('fastify'))

describe('packs/P48 the hooks beside the routes of a folder', () => {
  const files = {
    'src/routes/root.ts': plugin('/root'),
    'src/routes/api/autohooks.ts': `export default async function (f) {
      f.addHook('onRequest', async (q, reply) => { if (!q.headers.key) return reply.unauthorized() })
    }`,
    'src/routes/api/index.ts': plugin('/'),
    'src/routes/api/users/index.ts': plugin('/'),
  }
  const dir = `dir: path.join(import.meta.dirname, 'routes'), autoHooks: true`
  test('cover those below with cascadeHooks', () => {
    expect(routesIn(loaded(`${dir}, cascadeHooks: true`, files))).toEqual([
      'fastify GET /api/users: 200, 401',
      'fastify GET /api: 200, 401',
      'fastify GET /own: 200',
      'fastify GET /root: 200',
    ])
  })
  test('cover that folder only without', () => {
    expect(routesIn(loaded(dir, files))).toEqual([
      'fastify GET /api/users: 200',
      'fastify GET /api: 200, 401',
      'fastify GET /own: 200',
      'fastify GET /root: 200',
    ])
  })
})

describe('extraction/X39 a folder of plugins', () => {
  const files = { 'src/routes/one.ts': plugin('/one') }
  test('whose path is text is read', () => {
    const found = loaded(`dir: path.join(import.meta.dirname, 'routes')`, files)
    expect(routesIn(found)).toEqual(['fastify GET /one: 200', 'fastify GET /own: 200'])
    expect(httpFacts(atRoute(found, 'GET /own')).unreadRoutes ?? []).toEqual([])
  })
  test('whose path is none leaves routes unread', () => {
    const found = loaded('dir: cfg.dir', files)
    expect(routesIn(found)).toEqual(['fastify GET /own: 200'])
    expect(httpFacts(atRoute(found, 'GET /own')).unreadRoutes).toEqual([
      expect.objectContaining({ prefix: '/' }),
    ])
  })
})

test('packs/P49 a decoration of the request that answers', () => {
  const found = summariesIn(`import Fastify from 'fastify'
    const f = Fastify()
    f.decorateRequest('isAdmin', function (r) { if (!this.user) r.status(403).send() })
    f.get('/a', { preHandler: (q, r) => q.isAdmin(r) }, async () => ({ a: 1 }))
    f.get('/b', async () => ({ b: 1 }))`)
  expect(routesIn(found)).toEqual(['fastify GET /a: 200, 403', 'fastify GET /b: 200'])
})

test('extraction/T41 returns of a call and of the reply', () => {
  const found = summariesIn(`import Fastify from 'fastify'
    import { repo } from './repo.js'
    const f = Fastify()
    const x = { a: 1 }
    f.get('/page', async q => { return repo.page(q) })
    f.get('/sent', async (q, reply) => { return reply.send(x) })`)
  const answers = ['GET /page', 'GET /sent'].map(route => atRoute(found, route).transitions.length)
  expect(answers).toEqual([1, 1])
  expect(routesIn(found)).toEqual(['fastify GET /page: 200', 'fastify GET /sent: 200'])
})

test('a hook that returns what is to be sent hands on', () => {
  const found = summariesIn(`import Fastify from 'fastify'
    const f = Fastify()
    const shout = async (q, reply, body) => { if (q.quiet) return reply.code(406).send(); return body }
    f.addHook('onSend', shout)
    f.get('/a', async () => ({ a: 1 }))`)
  expect(answering(named(found, 'shout'), 'delegate').output.type).toBe('delegate')
  expect(routesIn(found)).toEqual(['fastify GET /a: 200, 406'])
})

test('what an error handler returns is sent, with the status of the error', () => {
  const found = summariesIn(`import Fastify from 'fastify'
    const f = Fastify()
    f.setErrorHandler((err, q, reply) => { reply.code(err.statusCode ?? 500); return { message: err.message } })
    f.post('/a', { schema: { body: { type: 'object' } } }, async () => ({ a: 1 }))
    f.get('/b', async () => { throw Object.assign(new Error('twice'), { statusCode: 409 }) })`)
  expect(routesIn(found)).toEqual(['fastify GET /b: 409, 500 (u)', 'fastify POST /a: 200, 400 (u), 500 (u)'])
})
