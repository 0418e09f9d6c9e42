/** Acceptance of applications made by the project, and of answers after `next`. */
import { httpFacts } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { atRoute, named } from '../testing/find.js'
import { listedIn, outputText } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

test('extraction/X38 a function of another file makes the application', () => {
  const found = summariesOf({
    'src/create.ts': `import { Hono } from 'hono'\nexport const createRouter = () => new Hono()`,
    'src/input.ts': `import { createRouter } from './create.js'
      const h = c => c.text('a')
      const r = createRouter()
      r.get('/x', h)`,
  })
  expect(listedIn(found)).toEqual(['hono GET /x: 200'])
})

test('extraction/T10 an answer after the handler ran', () => {
  const found = summariesIn(`import { Hono } from 'hono'
    const app = new Hono()
    const late = async (c, next) => { await next(); if (c.req.header('bad')) return c.json({}, 500) }
    app.use(late)
    app.get('/x', c => c.text('a'))`)
  const paths = named(found, 'late').transitions.map(({ conditions, output }) => [
    conditions.map(condition => JSON.stringify(condition).includes('"negation"')),
    outputText(output),
  ])
  expect(paths).toEqual([
    [[true], 'delegate'],
    [[false], '500'],
  ])
})

test('what another framework serves under a prefix is unread there', () => {
  const found = summariesIn(`import { Hono } from 'hono'
    import { handle } from 'other-framework'
    const app = new Hono()
    app.mount('/old', handle)
    app.get('/x', c => c.text('a'))`)
  expect(httpFacts(atRoute(found, 'GET /x')).unreadRoutes).toEqual([
    expect.objectContaining({ prefix: '/old' }),
  ])
})

test.each([
  ['if (e instanceof HTTPException) return c.json({}, e.status)\nreturn c.json({}, 500)'],
  ['return c.json({}, e instanceof HTTPException ? e.status : 500)'],
  ['return c.json({}, e.status ?? 500)'],
])('an error handler reads the status of an HTTPException: %s', body => {
  const found = summariesIn(`import { Hono } from 'hono'
    import { HTTPException } from 'hono/http-exception'
    const app = new Hono()
    app.onError((e, c) => { ${body} })
    app.get('/x', () => { throw new HTTPException(418) })`)
  expect(listedIn(found)).toContain('hono GET /x: 418, 500 (u)')
})

test('an error of another class that has a status is answered without it', () => {
  const answers = (thrown: string, head = '') =>
    listedIn(
      summariesIn(
        `import { Hono } from 'hono'\nimport { HTTPException } from 'hono/http-exception'\n${head}const app = new Hono()\napp.get('/x', c => { throw ${thrown} })`,
      ),
    )
  expect(answers('new Gone()', 'class Gone extends Error { status = 410 }\n')).toEqual(['hono GET /x: throw Gone'])
  expect(answers('Object.assign(new Error("x"), { status: 410 })')).toEqual(['hono GET /x: throw Error'])
  expect(answers('new Gone()', 'class Gone extends HTTPException { constructor() { super(410) } }\n')).not.toContain('hono GET /x: 500')
  expect(answers('new HTTPException(410)')).toEqual(['hono GET /x: 410'])
})
