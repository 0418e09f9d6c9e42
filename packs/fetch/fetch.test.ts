/** Acceptance of the fetch pack. */
import { describe, expect, test } from 'vitest'
import { pairSummaries } from '../../packages/core/src/pair/index.js'
import { clientsOf, only, routeOf } from '../testing/find.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const routesIn = (text: string) => clientsOf(summariesIn(text)).map(routeOf)

describe('packs/Q01 the global and what only has its name', () => {
  test.each(['fetch("/x")', 'window.fetch("/x")', 'globalThis.fetch("/x")', 'self.fetch("/x")'])(
    '%s',
    call => {
      expect(routesIn(`export const load = () => ${call}`)).toEqual(['GET /x'])
    },
  )

  test.each([
    'export const load = fetch => fetch("/x")',
    'export function load() { const fetch = path => path; return fetch("/x") }',
    'import { fetch } from "./own.js"\nexport const load = () => fetch("/x")',
    'export const load = window => window.fetch("/x")',
    'export const load = store => store.fetch("/x")',
  ])('none: %s', text => {
    expect(routesIn(text)).toEqual([])
  })
})

test.each([
  ['fetch(new URL("/o", "http://localhost:3000"))', 'GET localhost:3000 /o'],
  ['fetch(new URL("o", "https://H.io:443/api/"))', 'GET h.io /api/o'],
  ['fetch(new URL("https://a.io/b"))', 'GET a.io /b'],
])('packs/Q02 %s', (call, route) => {
  expect(routesIn(`export const load = () => ${call}`)).toEqual([route])
})

test.each([
  ['fetch(new Request("/x", { method: "PUT" }))', 'PUT /x'],
  ['fetch(new Request("/x"))', 'GET /x'],
  ['fetch(new Request("/x", { method: "PUT" }), { method: "PATCH" })', 'PATCH /x'],
])('packs/Q03 %s', (call, route) => {
  expect(routesIn(`export const load = () => ${call}`)).toEqual([route])
})

describe('packs/K21 test code', () => {
  const client = 'export const load = () => fetch("/x")'

  test.each(['src/load.test.ts', 'src/load.spec.ts', 'src/__tests__/load.ts'])('a client in %s', file => {
    expect(only(clientsOf(summariesOf({ [file]: client }))).metadata).toMatchObject({ testCode: true })
  })

  test('a client elsewhere is none', () => {
    expect(only(clientsOf(summariesOf({ 'src/load.ts': client }))).metadata?.['testCode']).toBeUndefined()
  })

  test('a client of a test pairs with no route, the others do', () => {
    const summaries = summariesOf({
      'src/app.ts': `import express from 'express'
        const app = express()
        app.get('/x', (req, res) => res.json(1))`,
      'src/load.ts': client,
      'src/load.test.ts': client,
    })
    const { rest } = pairSummaries({ summaries })
    const files = rest.pairs.map(pair => pair.client.summary.location.file)
    expect(files).toEqual(['src/load.ts'])
  })

  test('a mock serves nobody', () => {
    const summaries = summariesOf({
      'src/load.ts': client,
      'src/mocks.ts': `import { http, HttpResponse } from 'msw'
        export const mocks = [http.get('/x', () => HttpResponse.json(1))]`,
    })
    expect(summaries.filter(({ kind }) => kind === 'handler')).toEqual([])
    const { rest, unmatched } = pairSummaries({ summaries })
    expect(rest.pairs).toEqual([])
    expect(unmatched.consumers.map(({ summary }) => summary)).toEqual([
      only(clientsOf(summaries)).identity.id,
    ])
  })
})
