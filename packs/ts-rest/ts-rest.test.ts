/** Acceptance of the ts-rest pack. */
import { httpFacts, httpTransition } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, clientsOf, named, only, routeOf } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const contract = `import { initContract } from '@ts-rest/core'
import { z } from 'zod'
const c = initContract()
const contract = c.router({
  internal: c.router({ get: { method: 'GET', path: '/notes/:id', responses: { 200: z.object({ text: z.string() }), 404: c.noBody() } } }),
  getUser: { method: 'GET', path: '/users/:id', responses: { 200: z.object({ id: z.string() }) } },
}, { pathPrefix: '/v1' })
`
const server = `import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
const s = initServer()
const app = express()
`
const client = `import { initClient } from '@ts-rest/core'
const client = initClient(contract, { baseUrl: '', baseHeaders: {} })
`
const handlers = `s.router(contract.internal, { get: async () => ({ status: 404, body: {} }) })`

test('packs/P33 a nested router', () => {
  const found = summariesIn(`${contract}${server}createExpressEndpoints(contract.internal, ${handlers}, app)`)
  expect(listedIn(found)).toEqual(['ts-rest GET /v1/notes/:id: 404'])
})

test('packs/P34 the prefix of the contract stands in front of both sides', () => {
  const found = summariesIn(
    `${contract}${server}${client}createExpressEndpoints(contract.internal, ${handlers}, app)
export const load = async (id: string) => client.internal.get({ params: { id } })`,
  )
  expect(found.map(routeOf).filter(route => route !== null)).toEqual([
    'GET /v1/notes/:id',
    'GET /v1/notes/:id',
  ])
})

test('packs/Q20 a call by the name of the endpoint', () => {
  const found = clientsOf(
    summariesIn(`${contract}${client}export async function id() {
  const r = await client.getUser({ params: { id: '1' } })
  if (r.status === 200) return r.body.id
}`),
  )
  const unit = only(found)
  expect(routeOf(unit)).toBe('GET /v1/users/:id')
  const reading = only(unit.transitions.filter(({ expectedInput }) => expectedInput))
  expect(reading.expectedInput).toEqual({ type: 'record', properties: { id: { type: 'unknown' } } })
  expect(reading.conditions).toMatchObject([{ type: 'comparison', op: 'eq', right: { value: 200 } }])
  expect(httpTransition(reading).reads?.map(({ path }) => path)).toEqual([['id']])
})

describe('what stands in front of the handlers', () => {
  const route = (text: string) => atRoute(summariesIn(`${contract}${server}${text}`), 'GET /v1/notes/:id')
  const open = (text: string) =>
    JSON.stringify(route(text).metadata?.['wrappers'] ?? '').includes('"summary":null')

  test('the middleware of the application', () => {
    expect(
      route(
        `app.use((q, r, n) => { if (!q.headers.authorization) return r.status(401).end(); n() })\ncreateExpressEndpoints(contract.internal, ${handlers}, app)`,
      ).transitions.map(t => t.output),
    ).toMatchObject([{ statusCode: { value: 401 } }, { statusCode: { value: 404 } }])
  })
  test('options by which something else may answer', () => {
    expect(open(`createExpressEndpoints(contract.internal, ${handlers}, app)`)).toBe(false)
    expect(
      open(`createExpressEndpoints(contract.internal, ${handlers}, app, { globalMiddleware: [a] })`),
    ).toBe(true)
    expect(
      open(
        `createExpressEndpoints(contract.internal, ${handlers}, app, { requestValidationErrorHandler: h })`,
      ),
    ).toBe(true)
  })
  test('nobody is seen to serve them', () => {
    expect(open(`export const router = ${handlers}`)).toBe(true)
  })
})

test('a contract of which nothing is read', () => {
  const found = summariesIn(`import { contract } from 'their-contract'\n${server}${client}
createExpressEndpoints(contract, s.router(contract, { get: async () => ({ status: 200, body: 1 }) }), app)
export const load = () => client.get()`)
  expect(found.filter(s => s.kind === 'handler' || s.kind === 'client').map(routeOf)).toEqual([
    'null null',
    'null null',
  ])
})

test('a return that is no answer for sure, an answer made elsewhere', () => {
  const found = summariesOf({
    'src/a.ts': `${contract}${server}import { gone } from './gone.js'
createExpressEndpoints(contract, s.router(contract, {
  getUser: async ({ params }) => (params.id ? gone('x') : load()),
}), app)`,
    'src/gone.ts': `export const gone = (why: string) => ({ status: 410, body: { why } })`,
  })
  const unit = named(found, 'getUser')
  expect(answering(unit, '410').output).toMatchObject({
    body: { type: 'record', properties: { why: { type: 'literal', value: 'x' } } },
  })
  expect(unit.gaps.map(({ reason }) => reason)).toContain('unmatchedReturn')
})

test('what is declared by types, common answers, a spread contract', () => {
  const found = summariesIn(`import { initContract } from '@ts-rest/core'
import { z } from 'zod'
const c = initContract()
const a = c.router({ one: { method: 'GET', path: '/a', responses: { 200: c.otherResponse({ contentType: 'text/plain', body: z.string() }) } } })
const contract = c.router({ ...a, two: c.query({ method: 'GET', path: '/b', responses: c.responses({ 200: c.type<string>() }) }) }, { commonResponses: { 500: z.object({ m: z.string() }) } })
${server}createExpressEndpoints(contract, s.router(contract, { one: async () => ({ status: 200, body: 'x' }), two: async () => ({ status: 200, body: 'x' }) }), app)`)
  const declared = (route: string) => httpFacts(atRoute(found, route)).declaredContract?.responses
  const common = { status: 500, body: { type: 'record', properties: { m: { type: 'text' } } } }
  expect(declared('GET /a')).toEqual([{ status: 200, body: null }, common])
  expect(declared('GET /b')).toEqual([{ status: 200, body: { type: 'unknown' } }, common])
})

test('a catch-all route of Next.js stands in front of what it serves', () => {
  const found = summariesOf({
    'src/pages/api/v2/[...ts-rest].ts': `${contract}import { createNextRoute, createNextRouter } from '@ts-rest/next'
export default createNextRouter(contract, createNextRoute(contract, { getUser: async () => ({ status: 200, body: { id: 'a' } }) }))`,
  })
  expect(listedIn(found).filter(line => line.startsWith('ts-rest'))).toEqual([
    'ts-rest GET /api/v2/v1/users/:id: 200',
  ])
})
