/** Acceptance of the axios pack. */
import { httpFacts, httpTransition, type BehavioralSummary } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { clientsOf, only, routeOf } from '../testing/find.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const head = `import axios from 'axios'\n`
const routesIn = (text: string) => clientsOf(summariesIn(head + text)).map(routeOf)

/** Dotted paths read off the body, on any path of the unit. */
const readsOf = ({ transitions }: BehavioralSummary): string[] => [
  ...new Set(transitions.flatMap(one => (httpTransition(one).reads ?? []).map(({ path }) => path.join('.')))),
]

test.each([
  [`axios.create({ baseURL: 'https://h.io/api' }).get('/o')`, 'GET h.io /api/o'],
  [`axios.create({ baseURL: '/v1' }).post('/o', {})`, 'POST /v1/o'],
  [`axios.create({ baseURL: 'https://h.io/api' }).get('https://other.io/o')`, 'GET other.io /o'],
  [`axios.create({ baseURL: 'https://h.io/api' }).postForm('/o', {})`, 'POST h.io /api/o'],
])('packs/Q04 %s', (call, route) => {
  expect(routesIn(`export const load = () => ${call}`)).toEqual([route])
})

describe('packs/Q05 a configuration object', () => {
  test.each([
    [`const url = '/u'\nexport const load = () => axios({ url, method: 'delete' })`, 'DELETE /u'],
    [`const cfg = { url: '/c', method: 'patch' }\nexport const load = () => axios.request(cfg)`, 'PATCH /c'],
    [`export const load = () => axios.request({ url: '/g' })`, 'GET /g'],
    [`export const load = () => axios('/w', { method: 'put' })`, 'PUT /w'],
    [`export const load = () => axios('/w')`, 'GET /w'],
    [
      `const api = axios.create({ baseURL: '/b' })\nexport const load = () => api({ url: '/i', method: 'post' })`,
      'POST /b/i',
    ],
    [
      `const api = axios.create({ baseURL: '/b' })\nexport const load = () => api.request({ url: '/i' })`,
      'GET /b/i',
    ],
  ])('%s', (text, route) => {
    expect(routesIn(text)).toEqual([route])
  })

  test('a method that is not known is null', () => {
    expect(routesIn(`export const load = method => axios({ url: '/m', method })`)).toEqual(['null /m'])
  })
})

test.each([
  `import * as ax from 'axios'\nexport const load = () => ax.default.get('/x')`,
  `import { default as ax } from 'axios'\nexport const load = () => ax.get('/x')`,
  `const ax = require('axios')\nexports.load = () => ax.get('/x')`,
])('packs/Q06 %s', text => {
  expect(clientsOf(summariesIn(text)).map(routeOf)).toEqual(['GET /x'])
})

describe('packs/Q07 a response interceptor', () => {
  const load = `export async function load() { return (await api.get('/u')).name }`

  test('its value is the result', () => {
    const client = only(
      clientsOf(
        summariesIn(`${head}const api = axios.create()\napi.interceptors.response.use(r => r.data)\n${load}`),
      ),
    )
    expect(httpFacts(client)).toMatchObject({ bodyAccessors: [], failureDelivery: 'exception' })
    expect(readsOf(client)).toEqual(['name'])
  })

  test('without one the body is a property of the result', () => {
    const client = only(
      clientsOf(
        summariesIn(
          `${head}const api = axios.create()\nexport async function load() { return (await api.get('/u')).data.name }`,
        ),
      ),
    )
    expect(httpFacts(client).bodyAccessors).toEqual(['data'])
    expect(readsOf(client)).toEqual(['name'])
  })

  test('one that hands the response on changes nothing', () => {
    const client = only(
      clientsOf(
        summariesIn(
          `${head}const api = axios.create()\napi.interceptors.response.use(r => r)
           export async function load() { return (await api.get('/u')).data.name }`,
        ),
      ),
    )
    expect(httpFacts(client).bodyAccessors).toEqual(['data'])
    expect(readsOf(client)).toEqual(['name'])
  })
})

describe('packs/Q08 an instance of another file, wrapped in a method', () => {
  const files = {
    'src/http.ts': `import axios from 'axios'\nexport const http = axios.create({ baseURL: '/api' })`,
    'src/store.ts': `import { http } from './http.js'
      export class Store {
        read(path) { return http.get(path) }
      }`,
    'src/page.ts': `import { Store } from './store.js'
      const store = new Store()
      export async function showUsers() { return (await store.read('/users')).data.total }
      export async function showOrders() { return (await store.read('/orders')).data.count }`,
  }

  test('the client is at the caller', () => {
    const clients = clientsOf(summariesOf(files))
    expect(clients.map(unit => [unit.identity.name, routeOf(unit)])).toEqual([
      ['showUsers', 'GET /api/users'],
      ['showOrders', 'GET /api/orders'],
    ])
    expect(clients.map(readsOf)).toEqual([['total'], ['count']])
  })

  test('a class of the project that has no instance of the library is none', () => {
    const own = { ...files, 'src/http.ts': `export const http = { get: path => ({ data: path }) }` }
    expect(clientsOf(summariesOf(own))).toEqual([])
  })
})
