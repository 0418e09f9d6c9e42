/** Acceptance of the Express pack. */
import { httpFacts, wrapperRefs } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, named, only, routeOf } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { run, summariesIn, summariesOf } from '../testing/run.js'

const head = `import express from 'express'
const app = express()
const h = (req, res) => { res.json({ ok: true }) }
`

const listed = (text: string) => listedIn(summariesIn(head + text))

test('packs/P01 all verbs', () => {
  expect(listed(`app.all('/x', h)`)).toEqual(['express * /x: 200'])
})

describe('packs/P02 a route link gives the path', () => {
  test.each([
    ['of an application', head, 'app'],
    ['of a router', `import { Router } from 'express'\nconst r = Router()\n`, 'r'],
    ['of a router of the default export', `import express from 'express'\nconst r = express.Router()\n`, 'r'],
  ])('%s', (_title, text, receiver) => {
    const handlers = 'const a = (req, res) => res.json(1)\nconst b = (req, res) => res.status(201).end()\n'
    const found = summariesIn(`${text}${handlers}${receiver}.route('/u').get(a).post(b)`)
    expect(listedIn(found)).toEqual(['express GET /u: 200', 'express POST /u: 201'])
  })
})

test.each([
  ['res.redirect(u)', '302'],
  ['res.redirect(301, u)', '301'],
])('packs/P03 %s', (call, status) => {
  expect(listed(`app.get('/r', (req, res) => { const u = '/x'; ${call} })`)).toEqual([
    `express GET /r: ${status}`,
  ])
})

test('packs/P04 a pass-through call before sendStatus', () => {
  const found = summariesIn(`${head}app.get('/c', (req, res) => res.cookie('a', req.ip).sendStatus(204))`)
  const { output } = answering(atRoute(found, 'GET /c'), '204')
  expect(output).toMatchObject({ type: 'response', body: null })
})

describe('packs/P05 error handlers and middleware', () => {
  const found = summariesIn(`${head}
    app.use((q, s, n) => n())
    app.get('/ok', h)
    app.get('/bad', () => { throw new Error('x') })
    app.use((e, q, s, n) => s.status(500).end())
  `)

  test('middleware delegates, the error handler answers', () => {
    const outcomes = found
      .filter(({ kind }) => kind === 'middleware')
      .map(unit => unit.transitions.map(({ output }) => output.type))
    expect(outcomes).toEqual([['delegate'], ['response']])
  })

  test('the error handler answers throws only', () => {
    expect(wrapperRefs(atRoute(found, 'GET /ok')).map(({ role }) => role)).toEqual(['before', 'onThrow'])
    expect(listedIn(found)).toEqual(
      expect.arrayContaining(['express GET /bad: 500, throw Error', 'express GET /ok: 200, 500 (u)']),
    )
  })

  test('the roles of its parameters are one further', () => {
    const handler = only(
      found.filter(unit => unit.kind === 'middleware' && unit.transitions[0]?.output.type === 'response'),
    )
    expect(handler.inputs.map(input => (input.type === 'parameter' ? input.role : null))).toEqual([
      'error',
      'request',
      'response',
      'next',
    ])
  })
})

describe('packs/P06 middleware of packages', () => {
  const withLibrary = (line: string, use: string) =>
    atRoute(summariesIn(`${line}\n${head}app.use(${use})\napp.get('/x', h)`), 'GET /x')

  test('declared without outcomes: nothing', () => {
    const unit = withLibrary(`import cors from 'cors'`, 'cors()')
    expect(wrapperRefs(unit)).toEqual([])
    expect(unit.gaps).toEqual([])
  })

  test.each([
    [`import rateLimit from 'express-rate-limit'`, 'rateLimit()'],
    [`import { rateLimit } from 'express-rate-limit'`, 'rateLimit({ limit: 1 })'],
  ])('declared with outcomes: an uncertain answer of a stub, %s', (line, use) => {
    const text = `${line}\n${head}app.use(${use})\napp.get('/x', h)`
    const found = summariesIn(text)
    expect(listedIn(found)).toEqual(['express GET /x: 200, 429 (u)'])
    const stub = only(found.filter(({ confidence }) => confidence.source === 'declared'))
    expect(wrapperRefs(atRoute(found, 'GET /x')).map(({ summary }) => summary)).toEqual([stub.identity.id])
    expect(answering(stub, '429').metadata).toMatchObject({ http: { uncertain: true } })
  })

  test.each([
    [`import { body } from 'express-validator'`, `body('n').notEmpty()`],
    [`import passport from 'passport'`, 'passport.initialize()'],
  ])('declared without outcomes, %s %s: nothing', (line, use) => {
    const unit = withLibrary(line, use)
    expect(wrapperRefs(unit)).toEqual([])
    expect(unit.gaps).toEqual([])
  })

  test('a method of what the library returns', () => {
    const unit = withLibrary(`import multer from 'multer'\nconst upload = multer()`, `upload.single('f')`)
    expect(unit.transitions.map(({ output }) => output)).toEqual([
      expect.objectContaining({ type: 'response', statusCode: { type: 'literal', value: 500 } }),
      expect.objectContaining({ type: 'response', statusCode: { type: 'literal', value: 200 } }),
    ])
  })

  test('undeclared: a reference that cannot be read, no gap', () => {
    const unit = withLibrary(`import other from 'some-other-middleware'`, 'other()')
    expect(wrapperRefs(unit)).toEqual([expect.objectContaining({ summary: null, reason: 'libraryWrapper' })])
    expect(unit.gaps).toEqual([])
  })
})

test('packs/P07 a project function without a readable result is a gap on each route', () => {
  const found = summariesIn(`${head}
    const table = new Map()
    const pick = () => table.get('auth')
    app.use(pick())
    app.get('/a', h)
    app.get('/b', h)
  `)
  for (const route of ['GET /a', 'GET /b']) {
    const unit = atRoute(found, route)
    expect(
      unit.gaps.map(({ reason }) => reason),
      route,
    ).toEqual(['unresolvedWrapper'])
    expect(wrapperRefs(unit)).toEqual([
      expect.objectContaining({ summary: null, reason: 'unresolvedWrapper' }),
    ])
  }
})

test('packs/P08 a scope covers only the routes under it', () => {
  const found = summariesIn(`${head}
    function auth(req, res, next) { if (!req.user) return res.sendStatus(401); next() }
    app.use('/v1', auth)
    app.get('/v1/in', h)
    app.get('/v1', h)
    app.get('/v10', h)
    app.get('/out', h)
  `)
  expect(listedIn(found)).toEqual([
    'express GET /out: 200',
    'express GET /v1/in: 200, 401',
    'express GET /v10: 200',
    'express GET /v1: 200, 401',
    'middleware auth: 401, delegate',
  ])
})

describe('packs/P09 errors of http-errors', () => {
  test.each([
    ['throw createError.NotFound()', '404'],
    ['throw new createError.NotFound()', '404'],
    ['throw createError(409)', '409'],
    [`throw createError(422, 'bad')`, '422'],
    ['next(createError.Forbidden())', '403'],
  ])('%s', (statement, status) => {
    const text = `import createError from 'http-errors'\n${head}app.get('/e', (req, res, next) => { ${statement} })`
    expect(listedIn(summariesIn(text))).toEqual([`express GET /e: ${status}`])
  })

  test('a project function of the same name is none', () => {
    const text = `${head}const createError = code => new Error(String(code))
      app.get('/e', (req, res) => { throw createError(409) })`
    expect(listedIn(summariesIn(text))).not.toContain('express GET /e: 409')
  })
})

describe('packs/P40 a router of a package mounted under a prefix', () => {
  const text = `import { createBoard } from 'some-board'
    ${head}const board = createBoard()
    app.use('/queues', board.getRouter())
    app.get('/x', h)`

  test('its routes are unread under that prefix', () => {
    expect(httpFacts(atRoute(summariesIn(text), 'GET /x')).unreadRoutes).toEqual([
      expect.objectContaining({ prefix: '/queues' }),
    ])
  })

  test('a router of the project is read', () => {
    const own = `${head}const r = express.Router()\nr.get('/q', h)\napp.use('/queues', r)`
    const unit = atRoute(summariesIn(own), 'GET /queues/q')
    expect(httpFacts(unit).unreadRoutes ?? []).toEqual([])
  })
})

describe('packs/P57', () => {
  test.each([
    `[{ path: '/a', route: r }].forEach(x => app.use(x.path, x.route))`,
    `for (const x of [{ path: '/a', route: r }]) app.use(x.path, x.route)`,
    `const list = [{ path: '/a', route: r }]\nfor (const { path, route } of list) app.use(path, route)`,
  ])('routers mounted in a loop: %s', loop => {
    expect(listed(`const r = express.Router()\nr.get('/b', h);\n${loop}`)).toEqual(['express GET /a/b: 200'])
  })

  test('a list of routers from another file', () => {
    const found = summariesOf({
      'src/routes/b.ts': `import { Router } from 'express'
        const r = Router()
        r.get('/b', (req, res) => res.json(1))
        export default r`,
      'src/routes/index.ts': `import b from './b.js'\nexport const list = [{ path: '/a', route: b }]`,
      'src/app.ts': `import express from 'express'
        import { list } from './routes/index.js'
        const app = express()
        list.forEach(x => app.use(x.path, x.route))`,
    })
    expect(found.flatMap(unit => routeOf(unit) ?? [])).toEqual(['GET /a/b'])
  })

  test.each([
    [`import httpStatus from 'http-status'`, 'httpStatus.NOT_FOUND'],
    [`import { status } from 'http-status'`, 'status.NOT_FOUND'],
    [`import { StatusCodes } from 'http-status-codes'`, 'StatusCodes.NOT_FOUND'],
    [`import * as codes from 'http-status-codes'`, 'codes.NOT_FOUND'],
    [`import * as codes from 'stoker/http-status-codes'`, 'codes.NOT_FOUND'],
    [`import { constants } from 'node:http2'`, 'constants.HTTP_STATUS_NOT_FOUND'],
    [`import { HttpStatusCode } from 'axios'`, 'HttpStatusCode.NotFound'],
  ])('a status constant: %s', (line, status) => {
    const text = `${line}\n${head}app.get('/s', (req, res) => res.status(${status}).end())`
    expect(listedIn(summariesIn(text))).toEqual(['express GET /s: 404'])
  })

  test('a constant of that name elsewhere is no status', () => {
    const text = `import { NOT_FOUND } from 'some-codes'\n${head}app.get('/s', (req, res) => res.status(NOT_FOUND).end())`
    const unit = atRoute(summariesIn(text), 'GET /s')
    expect(unit.transitions.map(({ output }) => output)).toEqual([
      expect.objectContaining({
        type: 'response',
        statusCode: expect.objectContaining({ type: 'unresolved' }),
      }),
    ])
  })
})

test('several routes of one run', () => {
  const { funnel } = run({
    'src/app.ts': `${head}app.get('/a', h)\napp.get('/b', h)`,
    'src/other.ts': 'export const a = 1',
  })
  expect(funnel.find(({ pack }) => pack === 'express')).toMatchObject({
    files: 2,
    importing: 1,
    units: 2,
    withTransitions: 2,
  })
})

test('the name of a route is its handler, else its address', () => {
  const found = summariesIn(`${head}app.get('/a', h)\napp.get('/b', (req, res) => res.end())`)
  expect(named(found, 'h').identity.nameKind).toBe('binding')
  expect(named(found, 'GET /b').identity.nameKind).toBe('label')
})

test('packs/P40 a page of a package mounted under a prefix', () => {
  const text = `import swaggerUi from 'swagger-ui-express'
    ${head}app.use('/docs', swaggerUi.serve, swaggerUi.setup({}))
    app.get('/x', h)`
  const unit = atRoute(summariesIn(text), 'GET /x')
  expect(httpFacts(unit).unreadRoutes).toEqual([expect.objectContaining({ prefix: '/docs' })])
})
