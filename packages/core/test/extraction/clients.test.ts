/** extraction.md 25.4: what a client calls, what it reads of the answer, and how it fails. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, HttpTransitionFacts, Read, RequestFacts, TypeShape } from '../../src/ir/index.js'
import { httpFacts, httpTransition, unreadFacts } from '../../src/ir/index.js'
import { clients, extractSources, route, shown } from '../../src/testing/extract-source.js'

const clientsOf = (text: string, more: Record<string, string> = {}): BehavioralSummary[] => clients(extractSources({ 'src/a.ts': text, ...more }))

function clientOf(text: string, more: Record<string, string> = {}): BehavioralSummary {
  const [only, ...rest] = clientsOf(text, more)
  if (!only || rest.length > 0) throw new Error(`${rest.length + (only ? 1 : 0)} clients`)
  return only
}

const outcomes = (s: BehavioralSummary): string[] => s.transitions.map(shown)
const expected = (s: BehavioralSummary): (TypeShape | undefined)[] => s.transitions.map(t => t.expectedInput)
const facts = (s: BehavioralSummary): HttpTransitionFacts[] => s.transitions.map(httpTransition)
const readsOf = (s: BehavioralSummary): Read[] => facts(s).flatMap(f => f.reads ?? [])
const withoutPlace = ({ place: _place, ...read }: Read): Omit<Read, 'place'> => read
const unknown: TypeShape = { type: 'unknown' }
const optional: TypeShape = { type: 'union', variants: [{ type: 'undefined' }, { type: 'unknown' }] }
const record = (properties: Record<string, TypeShape>): TypeShape => ({ type: 'record', properties })
const array = (items: TypeShape): TypeShape => ({ type: 'array', items })
const reasons = (s: BehavioralSummary): (string | undefined)[] => s.gaps.map(g => g.reason)
const success = 'fetch().status ≥ 200, fetch().status ≤ 299'
const failure = '(fetch().status < 200 or fetch().status > 299)'

test('extraction/R01 a status test, and the reads under it', () => {
  const s = clientOf('export async function name(id) { const r = await fetch("/u/" + id); if (!r.ok) return null; const b = await r.json(); return b.name }')
  expect(route(s)).toBe('GET /u/{id}')
  expect(outcomes(s)).toEqual([`[${failure}] return null`, `[${success}] return null`])
  expect(s.transitions.map(t => t.output.type === 'return' && t.output.value)).toEqual([{ type: 'null' }, null])
  expect(expected(s)).toEqual([undefined, record({ name: unknown })])
  expect(facts(s).map(f => f.bodyParsed)).toEqual([undefined, true])
  expect(httpFacts(s)).toMatchObject({ statusAccessors: ['status'], expectedInputRoot: 'body' })
  expect(httpFacts(s).bodyAccessors).toContain('json')
})

test('extraction/R02 nested destructuring counts the names of the properties', () => {
  const s = clientOf('import axios from "axios"\nconst api = axios.create()\nexport async function f() { const { data: { id: uid } } = await api.get("/u"); return uid }')
  expect(expected(s)).toEqual([record({ id: unknown })])
  expect(readsOf(s).map(r => r.path)).toEqual([['id']])
})

test('extraction/R03 an array method makes an array of what its callback reads', () => {
  const s = clientOf('export const f = async () => (await (await fetch("/u")).json()).items.map(i => i.sku)')
  expect(expected(s)).toEqual([record({ items: array(record({ sku: unknown })) })])
  const each = clientOf('export async function f() { const b = await (await fetch("/u")).json(); for (const { sku: s } of b.items) use(s); return [...b.tags, b.rows[0].id] }')
  expect(expected(each)).toEqual([record({ items: array(record({ sku: unknown })), rows: array(record({ id: unknown })), tags: array(unknown) })])
  const nothing = clientOf('export async function f() { const b = await (await fetch("/u")).json(); return b.text.length + b.text.slice(1) }')
  expect(expected(nothing)).toEqual([record({ text: unknown })])
})

test('extraction/R04 optional links', () => {
  const s = clientOf('export async function f() { const b = await (await fetch("/u")).json(); return b?.user?.name ?? "x" }')
  expect(expected(s)).toEqual([record({ user: { type: 'union', variants: [record({ name: optional }), { type: 'undefined' }] } })])
})

test('extraction/R05 a wrapper gives its callers the units', () => {
  const found = clientsOf('const getJson = p => fetch(p).then(r => r.json())\nexport const a = async () => (await getJson("/a")).x\nexport async function b() { const { y } = await getJson("/b"); return y }')
  expect(found.map(s => [s.identity.name, route(s)])).toEqual([['a', 'GET /a'], ['b', 'GET /b']])
  expect(found.map(s => httpFacts(s).bodyAccessors)).toEqual([[], []])
  expect(found.map(expected)).toEqual([[record({ x: unknown })], [record({ y: unknown })]])
  expect(found.map(s => s.metadata?.['derivedFromWrapper'])).toEqual(['src/a.ts::getJson', 'src/a.ts::getJson'])
})

test('extraction/R06 a wrapper with an object argument', () => {
  const s = clientOf('function call({ path, method = "GET" }) { return fetch(path, { method }) }\nexport const save = () => call({ path: "/a", method: "POST" })')
  expect([s.identity.name, route(s)]).toEqual(['save', 'POST /a'])
  expect(route(clientOf('function call({ path, method = "GET" }) { return fetch(path, { method }) }\nexport const load = () => call({ path: "/a" })'))).toBe('GET /a')
})

test('extraction/R08 options that are not read leave the method open, readable ones do not', () => {
  const open = clientOf('export const f = (opts) => fetch("/u", opts)')
  expect(route(open)).toBe('null /u')
  expect(reasons(open)).toEqual(['unreadMethod'])
  expect(route(clientOf('export const f = (headers) => fetch("/u", { headers })'))).toBe('GET /u')
})

test('extraction/R09 an environment base, a path and a query', () => {
  const s = clientOf('export const f = y => fetch(`${process.env.API}/o?x=${y}`)')
  expect(route(s)).toBe('{API} GET /o')
  const request = httpFacts(s).request as RequestFacts
  expect(Object.keys(request.query.values)).toEqual(['x'])
  expect(request.query.complete).toBe(true)
})

test('extraction/R10 an absolute URL keeps its host, without a default port', () => {
  expect(route(clientOf('export const f = () => fetch("https://h.io:443/a")'))).toBe('h.io GET /a')
  expect(route(clientOf('export const f = () => fetch("http://H.io:8080/a#x")'))).toBe('h.io:8080 GET /a')
})

test('extraction/R11 reads of a failed answer in a catch', () => {
  const s = clientOf('import axios from "axios"\nconst api = axios.create()\nexport async function f() { try { await api.get("/u") } catch (e) { if (e.response.status === 404) return e.response.data.code; throw e } return 1 }')
  const caught = s.transitions.find(t => t.output.type === 'return' && httpTransition(t).delivery === 'exception')
  expect(caught && shown(caught)).toBe('[<exception from api.get()>, catch().response.status = 404] return null')
  expect(caught?.expectedInput).toEqual(record({ code: unknown }))
  expect(caught && httpTransition(caught).reads?.map(r => r.path)).toEqual([['code']])
  expect(httpFacts(s).failureDelivery).toBe('exception')
})

test('extraction/R12 a method of the same name on an own class is no call', () => {
  expect(clientsOf('class Api { fetch(p) { return p } get(p) { return p } }\nconst api = new Api()\nexport const f = () => api.fetch("/x")\nexport const g = () => api.get("/x")')).toEqual([])
  expect(clientsOf('export const f = fetch => fetch("/x")')).toEqual([])
})

test('extraction/R13 a parsed body counts where nothing is read', () => {
  const s = clientOf('export async function f() { await (await fetch("/x", { method: "DELETE" })).json() }')
  expect(route(s)).toBe('DELETE /x')
  expect(facts(s).map(f => f.bodyParsed)).toEqual([true])
  expect(expected(s)).toEqual([undefined])
  const text = clientOf('export async function f() { await (await fetch("/x")).text() }')
  expect(facts(text).map(f => f.bodyParsed)).toEqual([undefined])
})

const wrapper = (more = ''): string => `class Failed extends Error {}\nasync function get(p) { const r = await fetch(p); if (!r.ok) throw new Failed(); ${more} return r.json() }\n`

test('extraction/R14 a wrapper that throws outside 2xx', () => {
  const s = clientOf(`${wrapper()}export const f = async () => (await get("/a")).x`)
  expect(outcomes(s)).toEqual([`[${failure}] throw Failed`, `[${success}] return null`])
  expect(facts(s).map(f => f.bodyParsed)).toEqual([undefined, true])
  expect(expected(s)).toEqual([undefined, record({ x: unknown })])
  expect(httpFacts(s)).toMatchObject({ failureDelivery: 'exception', bodyAccessors: [] })
})

test('extraction/R15 and returns early on 204', () => {
  const s = clientOf(`${wrapper('if (r.status === 204) return undefined;')}export const f = async () => { const b = await get("/a"); return b }`)
  expect(outcomes(s)).toEqual([
    `[${failure}] throw Failed`,
    `[${success}, fetch().status = 204] return undefined`,
    `[${success}, fetch().status ≠ 204] return null`,
  ])
  expect(facts(s).map(f => f.bodyParsed)).toEqual([undefined, undefined, true])
  expect(httpFacts(s).wrapperStatuses).toEqual([204])
})

test('extraction/R16 inside the try of its caller', () => {
  const s = clientOf(`${wrapper()}export async function f() { try { return (await get("/a")).x } catch { return null } }`)
  const caught = s.transitions.filter(t => httpTransition(t).delivery === 'exception')
  expect(caught.map(shown)).toContain(`[${failure}] return null`)
  expect(caught.every(t => t.output.type === 'return' && t.output.value?.type === 'null')).toBe(true)
  expect(s.transitions.filter(t => httpTransition(t).delivery !== 'exception').map(t => t.expectedInput)).toEqual([record({ x: unknown })])
})

test('extraction/R17 reads of a caller in another file, and the asserted body', () => {
  const list = 'import { lines } from "./a"\nexport async function List() {\n  return (await lines()).map(l => l.name)\n}\n'
  const s = clientOf('export interface Line { name: string }\nexport async function lines() {\n  const r = await fetch("/lines")\n  return (await r.json()) as Line[]\n}\n', { 'src/list.tsx': list })
  const read = readsOf(s).find(r => r.path.join('.') === '[].name')
  expect(read?.place).toMatchObject({ file: 'src/list.tsx', line: 3, column: list.split('\n')[2]?.indexOf('l.name') })
  expect(list.slice(read?.place.start, read?.place.end)).toBe('l.name')
  expect(expected(s)).toEqual([array(record({ name: unknown }))])
  const { declaredBody } = facts(s)[0] ?? {}
  expect(declaredBody?.place).toMatchObject({ line: 4 })
  // what `Line` is only the type oracle knows; without one the place says so
  expect(declaredBody?.shape).toEqual(unknown)
  expect(unreadFacts(s)).toMatchObject([{ at: '/transitions/0/metadata/http/declaredBody/shape', reason: 'typesOff' }])
})

test.each<[string, Omit<Read, 'place'>[]]>([
  ['return f.message ?? "x"', [{ path: ['message'], optional: 'nullish', fallback: [] }]],
  ['return f.detail ?? f.message', [{ path: ['detail'], optional: 'nullish', fallback: [['message']] }, { path: ['message'], fallback: [['detail']] }]],
  ['const { tags = [] } = f; return tags', [{ path: ['tags'], optional: 'missing', fallback: [] }]],
])('extraction/R19 %s', (body, reads) => {
  const s = clientOf(`export async function g() { const f = await (await fetch("/u")).json(); ${body} }`)
  expect(readsOf(s).map(withoutPlace)).toEqual(reads)
})

test('extraction/R21 tests that hold in no condition', () => {
  const s = clientOf('import { log } from "log"\nexport async function f() { const r = await fetch("/o"); if (r.status === 404) log(); const o = await r.json(); return o.state === "SENT" }')
  expect(outcomes(s)).toEqual(['[] return boolean'])
  expect(facts(s)[0]?.tests).toMatchObject([{ on: 'status', path: [], op: 'eq', value: 404 }, { on: 'body', path: ['state'], op: 'eq', value: 'SENT' }])
})

test('extraction/R22 members used on a read value', () => {
  const s = clientOf('export async function f() { const v = await (await fetch("/o")).json(); return v.at.getTime() }')
  expect(readsOf(s).map(withoutPlace)).toEqual([{ path: ['at'], uses: ['getTime'] }])
  expect(expected(s)).toEqual([record({ at: unknown })])
})

test('extraction/R23 the base of an instance', () => {
  expect(route(clientOf('import axios from "axios"\nexport const f = () => axios.create({ baseURL: "https://api.acme.com/v1" }).get("/u")'))).toBe('api.acme.com GET /v1/u')
})

const namesStatus = (text: string): boolean => /"accessChain":\["status"\]|"property":"status"/.test(text)

test.each([
  ['one after the other', 'const a = await fetch("/a"); const b = await fetch("/b")', ''],
  ['together', 'const [a, b] = await Promise.all([fetch("/a"), fetch("/b")])', ''],
  ['through one wrapper', 'const a = await raw("/a"); const b = await raw("/b")', 'const raw = p => fetch(p)\n'],
])('a client names no status of another call of its function: %s', (_name, calls, head) => {
  const found = clientsOf(`${head}export async function f() { ${calls}; if (a.status === 404) return 1; if (!b.ok) return 2; return 3 }`)
  expect(found.map(route)).toEqual(['GET /a', 'GET /b'])
  expect(found.map(s => s.transitions.map(t => t.conditions.map(c => namesStatus(JSON.stringify(c)))))).toEqual([
    [[true], [true, false], [true, false]],
    [[false], [false, true], [false, true, true]],
  ])
  expect(found.map(s => facts(s).map(f => (f.tests ?? []).map(t => t.value)))).toEqual([[[404], [404], [404]], [[], [], []]])
})

test('a client names no body of another call of its function', () => {
  const [first] = clientsOf('export async function f() { const a = await (await fetch("/a")).json(); const b = await (await fetch("/b")).json(); if (b.done) return a.x; return a.y }')
  expect(first?.transitions.map(t => t.conditions)).toMatchObject([[{ subject: { type: 'unresolved' } }], [{ subject: { type: 'unresolved' } }]])
})
test('extraction/R10 a client made by a factory, passed on as a parameter of its type', () => {
  const result = extractSources({
    'src/api.ts': 'export type Api = ReturnType<typeof createApi>\nexport function createApi({ base }: { base: string }) { return async <T>({ path, ...rest }: { path: string }) => send<T>({ base, url: path, ...rest }) }\nasync function send<T>({ url, base, ...rest }) { return fetch(`${base}${url}`, rest) }',
    'src/users.ts': 'import type { Api } from "./api"\nexport function rename({ id, api }: { id: string; api: Api }) { return api({ method: "PATCH", path: `/api/users/${id}` }) }',
  })
  expect(clients(result).filter(u => u.location.file === 'src/users.ts').map(u => [u.identity.name, route(u)])).toEqual([['rename', '{base} PATCH /api/users/{id}']])
})
test('extraction/R9 a base in front of the path stays with the function unless a caller passes a path', () => {
  const result = extractSources({
    'src/a.ts': 'export const ping = (base: string) => fetch(`${base}/ping`)\nexport const list = (base: string) => fetch(`${base}/list`)',
    'src/b.ts': 'import { list, ping } from "./a"\nexport const first = (host: string) => ping(host)\nexport const second = () => list("/v1")',
  })
  expect(clients(result).map(u => [u.identity.name, route(u)]).sort()).toEqual([['ping', '{base} GET /ping'], ['second', 'GET /v1/list']])
})
test('what is read of an answer is no read of a refused call that throws', () => {
  const client = clientOf('import axios from "axios"\nexport async function load() { try { const { data } = await axios.get("/x"); const a = data.name; return f(a) } catch (e) { if (e.response.status === 404) return e.response.data.message; throw e } }\nfunction f(a) { if (!a) throw new Error(); return a }')
  const pathsOf = (status: string) => client.transitions.filter(t => (httpTransition(t).delivery ?? 'response') === status).flatMap(t => httpTransition(t).reads ?? []).map(r => r.path.join('.'))
  expect([...new Set(pathsOf('response'))]).toEqual(['name'])
  expect([...new Set(pathsOf('exception'))]).toEqual(['message'])
})

test('a base that is a hole glued to text is unread as a whole: the path stays as the call wrote it', () => {
  const s = clientOf('import axios from "axios"\nconst api = axios.create({ baseURL: `${window.base}api` })\nexport const f = () => api.get("/queues")')
  expect(route(s)).toMatch(/^\{.*\} GET \/queues$/)
  const made = clientsOf('import axios from "axios"\nexport class Api { constructor({ basePath } = { basePath: "" }) { this.axios = axios.create({ baseURL: `${basePath}api` }) } queues() { return this.axios.get("/queues") } }')
  expect(made.map(route)).toEqual([expect.stringMatching(/GET \/queues$/)])
})

test('extraction/R07 a wrapper in another package of the workspace, three calls deep and four', () => {
  const files = (levels: number) => ({
    'packages/http/package.json': '{ "name": "@acme/http", "exports": "./src/index.ts" }',
    'packages/http/src/index.ts': [
      'const one = p => fetch(p)',
      ...['two', 'three', 'four'].slice(0, levels - 1).map((name, i) => `const ${name} = p => ${['one', 'two', 'three'][i]}(p)`),
      `export const get = ${['one', 'two', 'three', 'four'][levels - 1]}`,
    ].join('\n'),
    'package.json': '{ "name": "web" }',
  })
  const app = 'import { get } from "@acme/http"\nexport const load = () => get("/a")'
  expect(clientsOf(app, files(3)).map(s => `${s.location.file} ${route(s)}`)).toEqual(['src/a.ts GET /a'])
  const deep = clientsOf(app, files(4))
  expect(new Set(deep.map(route))).toEqual(new Set(['GET null']))
  expect(deep.flatMap(reasons)).toContain('depthLimit')
})
