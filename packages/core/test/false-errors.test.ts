/** Correct code on both sides, as people write it: nothing may be an error. */
import { expect, test } from 'vitest'
import { checkSummaries } from '../src/check/index.js'
import { allPacks, extractSources } from '../src/testing/extract-source.js'
import fastify from '../../../packs/fastify/pack.js'
import hono from '../../../packs/hono/pack.js'
import packageExports from '../../../packs/package-exports/pack.js'

const head = 'import express from "express"\nimport axios from "axios"\nimport _ from "lodash"\nconst app = express()\n'

function errorsOf(server: string, client: string, more: Readonly<Record<string, string>> = {}): string[] {
  const { summaries } = extractSources({ 'server.ts': head + server, 'client.ts': `import axios from "axios"\n${client}`, ...more })
  const report = checkSummaries({ summaries, config: {}, medium: 'check' })
  expect(report.pairs.length).toBeGreaterThan(0)
  return report.findings.filter(f => f.severity === 'error').map(f => `${f.kind}.${f.form} ${String(f.facts['field'] ?? '')}`)
}

const getT = (body: string): string => `app.get("/t", (req, res) => { ${body} })`
const readsToken = (path: string): string => `export async function c() { const r = await fetch("/t"); if (!r.ok) throw r; const b = await r.json(); return b${path} }`

test('a lacking field is an error', () => {
  expect(errorsOf(getT('const o = { id: 1 }; res.json(o)'), readsToken('.token'))).toEqual(['misreadProviderResponse.field token'])
  expect(errorsOf(getT('const o = { id: 1 }; o.name = 2; res.json(o)'), readsToken('.token'))).toEqual(['misreadProviderResponse.field token'])
  expect(errorsOf(getT('const list = [{ id: 1 }]; list.push({ id: 2 }); res.json(list)'), readsToken('[0].token'))).toEqual(['misreadProviderResponse.field [].token'])
})

test.each([
  ['a later property', 'const o: any = { id: 1 }; if (req.query.x) o.token = 1; res.json(o)', '.token'],
  ['a computed key', 'const o: any = { id: 1 }; o[req.query.k] = 1; res.json(o)', '.token'],
  ['a loop over keys', 'const o: any = { id: 1 }; ["token"].forEach(k => { o[k] = 1 }); res.json(o)', '.token'],
  ['Object.assign', 'const o: any = { id: 1 }; Object.assign(o, { token: 1 }); res.json(o)', '.token'],
  ['a merging library', 'const o: any = { id: 1 }; _.set(o, "token", 1); res.json(o)', '.token'],
  ['a nested object', 'const o: any = { meta: {} }; o.meta.token = 1; res.json(o)', '.meta.token'],
  ['an alias', 'const o: any = { id: 1 }; const v = o; v.token = 1; res.json(o)', '.token'],
  ['a function of the project', 'const o: any = { id: 1 }; fill(o); res.json(o) }); function fill(x: any) { x.token = 1 } app.get("/u", (req, res) => { res.end()', '.token'],
  ['a callback', 'const o: any = { id: 1 }; run(o, (x: any) => { x.token = 1 }); res.json(o) }); function run(x: any, f: any) { f(x) } app.get("/u", (req, res) => { res.end()', '.token'],
  ['items of a list', 'const o: any[] = [{ id: 1 }]; for (const x of o) x.token = 1; res.json(o)', '[0].token'],
  ['items of a list by a callback', 'const o: any[] = [{ id: 1 }]; o.forEach(x => { x.token = 1 }); res.json(o)', '[0].token'],
  ['pushed items', 'const o: any[] = [{ id: 1 }]; o.push({ id: 2, token: 1 }); res.json(o)', '[0].token'],
  ['a destructuring', 'const o: any = { id: 1 }; [o.token] = [1]; res.json(o)', '.token'],
  ['a member of a store', 'const store: any = { o: { id: 1 } }; store.o.token = 1; res.json(store.o)', '.token'],
  ['what the object says of itself', 'const o = { _id: 1, toJSON() { return { token: this._id } } }; res.json(o)', '.token'],
])('an object that is changed later: %s', (_, body, path) => {
  expect(errorsOf(getT(body), readsToken(path))).toEqual([])
})

test('an object that another file changes', () => {
  const server = `export const shared: any = { id: 1 }\n${getT('res.json(shared)')}`
  expect(errorsOf(server, readsToken('.token'), { 'other.ts': 'import { shared } from "./server"\nshared.token = 1' })).toEqual([])
})

const deletes = 'app.delete("/t", (req, res) => { res.sendStatus(204) })'
const send = (rest: string): string => `export async function c() { const r = await fetch("/t", { method: "DELETE" }); ${rest} }`
const through = (rest: string): string => `async function http(path, init) { const r = await fetch(path, init); ${rest} }\nexport const c = () => http("/t", { method: "DELETE" })`

test('a parse of a body that is never there is an error', () => {
  for (const client of [send('return r.json()'), send('if (!r.ok) throw r; return r.json()'), 'export async function c() { try { const r = await fetch("/t", { method: "DELETE" }); await r.json() } catch (e) { show(e) } }'])
    expect(errorsOf(deletes, client)).toEqual(['misreadProviderResponse.bodyless '])
})

test.each([
  ['a catch on the parse', send('return r.json().catch(() => null)')],
  ['a try around the parse', send('let b = null; try { b = await r.json() } catch {} return b?.id')],
  ['a constant for every failure', 'export const c = () => fetch("/t", { method: "DELETE" }).then(r => r.json()).catch(() => null)'],
  ['the content type', send('if (r.headers.get("content-type")?.includes("json")) return r.json(); return null')],
  ['a set of statuses in a name', send('const empty = [204, 205].includes(r.status); return empty ? undefined : r.json()')],
  ['status or length, in a wrapper', through('if (!r.ok) throw r; if (r.status === 204 || r.headers.get("content-length") === "0") return undefined; return r.json()')],
  ['a parse that rejoins, in a wrapper', through('let b; if (r.status !== 204) b = await r.json(); if (!r.ok) throw b; return b')],
  ['a parse in a choice, in a wrapper', through('const b = r.status === 204 ? null : await r.json(); if (!r.ok) throw b; return b')],
])('a parse that expects an empty body: %s', (_, client) => {
  expect(errorsOf(deletes, client)).toEqual([])
})

test.each([
  ['a blob', 'axios.get("/t", { responseType: "blob" })', 'r.data.size'],
  ['a stream', 'axios({ url: "/t", responseType: "stream" })', 'r.data.pipe(out)'],
  ['an instance for buffers', 'axios.create({ responseType: "arraybuffer" }).get("/t")', 'r.data.byteLength'],
  ['a transformed body', 'axios.get("/t", { transformResponse: d => JSON.parse(d).items })', 'r.data[0].id'],
])('a body in another format: %s', (_, call, read) => {
  expect(errorsOf(getT('res.json({ items: [{ id: 1 }] })'), `export async function c(out) { const r = await ${call}; return ${read} }`)).toEqual([])
})

const getB = (rest: string): string => `export async function c(id) { const r = await fetch("/t"); if (!r.ok) throw r; let b = await r.json(); ${rest} }`

test.each([
  ['a field in front of the body', 'return (b.payload ?? b).id'],
  ['a field or the body, in a name', 'const p = b.payload || b; return p.id + p.items.length'],
  ['a field asked for with in', 'const p = "payload" in b ? b.payload : b; return p.id'],
  ['a list or a page', 'return Array.isArray(b.items) ? b.items.map(i => i.a) : b.data.items'],
  ['a copy under the same name', 'b = { ...b, count: b.items.length }; return b.count'],
  ['fields the client adds', 'b.items.forEach(i => { i.checked = false }); return b.items.filter(i => i.checked)'],
])('a body used in another form: %s', (_, rest) => {
  expect(errorsOf(getT('res.json({ id: 1, items: [{ a: 1 }] })'), getB(rest))).toEqual([])
})

test('one call of two addresses', () => {
  const server = `${getT('res.json({ hits: [] })')}\napp.get("/t/:id", (req, res) => { res.json({ name: "n" }) })`
  expect(errorsOf(server, 'export async function c(id) { const r = await fetch(id ? `/t/${id}` : "/t"); if (!r.ok) throw r; const b = await r.json(); return id ? b.name : b.hits }')).toEqual([])
})

test.each([
  ['by name', 'const s = JSON.stringify({ token: 1 }); res.send(s)'],
  ['as a template', 'res.type("json").send(`{"token": ${1}}`)'],
])('a document that was serialised before: %s', (_, body) => {
  const server = getT(body)
  expect(errorsOf(server, readsToken('.token'))).toEqual([])
})

test.each([
  ['settings of a package', 'import { s } from "s"; const api = axios.create(s)'],
  ['a spread', 'import { s } from "s"; const api = axios.create({ ...s, timeout: 3 })'],
  ['several bases', 'const api = axios.create({ baseURL: process.env.P ? "https://x.example.com/api" : "/api" })'],
  ['an interceptor that sets it', 'const api = axios.create(); api.interceptors.request.use(c => { c.baseURL = "/api"; return c })'],
  ['defaults that something assigns', 'import { s } from "s"; const api = axios.create(); Object.assign(api.defaults, s)'],
])('a base that is there and is not read makes no path unknown: %s', (_, made) => {
  const { summaries } = extractSources({
    'server.ts': `${head}const r = express.Router(); r.get("/u", (q, s) => { s.json(1) }); app.use("/api", r)`,
    'client.ts': `import axios from "axios"\n${made}\nexport const paired = () => fetch("/api/u")\nexport const c = () => api.get("/u")`,
  })
  const report = checkSummaries({ summaries, config: {}, medium: 'check' })
  expect(report.findings.filter(f => f.severity !== 'info').map(f => f.kind)).toEqual([])
})

const errorsIn = (texts: Readonly<Record<string, string>>): string[] => {
  const { summaries } = extractSources(texts, [...allPacks, fastify, hono, packageExports])
  return checkSummaries({ summaries, config: {}, medium: 'check' }).findings.filter(f => f.severity === 'error').map(f => `${f.kind}.${f.form}`)
}

const created = (handler: string, more = '', declared = '409: { description: "d" }'): Record<string, string> => ({
  'app.ts': `import { OpenAPIHono, createRoute } from '@hono/zod-openapi'\nimport lib from 'some-lib'\nimport { save } from './service'\nconst app = new OpenAPIHono()\nconst list = [{ id: 'a' }]\n${more}\napp.openapi(createRoute({ method: 'get', path: '/a', responses: { 200: { description: 'd' }, ${declared} } }), ${handler})`,
  'service.ts': 'import lib from "some-lib"\nexport const save = (x) => keep(x)\nconst keep = x => lib.keep(x)\n',
})
const never = 'providerContractViolation.neverProduced'

test.each([
  ['methods of values', 'c => c.json(list.filter(x => x.id).map(x => x.id.trim()), 200)'],
  ['names of the language', 'c => c.json({ at: new Date(Date.now()).toISOString(), n: Math.max(1, Number("2")) }, 200)'],
  ['parts of the request', 'async c => { const { id } = c.req.valid("param"); c.header("x", id); return c.json(await c.req.json(), 200) }'],
])('a declared answer that cannot come is an error beside %s', (_, handler) => {
  expect(errorsIn(created(handler))).toEqual([never])
})

test.each([
  ['a call of a library', 'async c => c.json(await lib.load(), 200)', ''],
  ['a library behind functions of the project', 'async c => c.json(await save(1), 200)', ''],
  ['a library in a callback', 'async c => c.json(await Promise.all(list.map(x => lib.check(x))), 200)', ''],
  ['what a middleware left', 'c => c.json(c.get("user").load(), 200)', ''],
  ['a method of a repository', 'async c => c.json(await c.var.db.find({ id: 1 }), 200)', ''],
  ['a query by a template', 'async c => c.json(await lib.sql`select 1`, 200)', ''],
  ['a stream of a library', 'async c => { for await (const x of lib.rows) console.log(x); return c.json({}, 200) }', ''],
  ['a promise made elsewhere', 'async c => c.json(await lib.ready, 200)', ''],
  ['an object of a library', 'c => c.json({ n: new lib.Thing().n }, 200)', ''],
  ['a middleware that calls a library', 'c => c.json({}, 200)', 'app.use(async (c, next) => { await lib.check(c); await next() })'],
  ['a parameter that is called', 'c => c.json(run(() => lib.x()), 200)', 'const run = f => f()'],
])('an error of %s may have the declared status', (_, handler, more) => {
  expect(errorsIn(created(handler, more))).toEqual([])
})

test.each([
  ['several routes share', '...shared', 'const shared = { 404: { description: "d" }, 409: { description: "d" } }'],
  ['what stands in front may give', '401: { description: "d" }, 403: { description: "d" }, 429: { description: "d" }', ''],
])('a declared answer that %s is not said never to come', (_, declared, more) => {
  expect(errorsIn(created('c => c.json({}, 200)', more, declared))).toEqual([])
})

test('a decoration of the application may throw', () => {
  const route = (body: string): Record<string, string> => ({ 'app.ts': `import Fastify from 'fastify'\nconst f = Fastify()\nf.get('/x', { schema: { response: { 200: { type: 'object', properties: {} }, 409: { type: 'object', properties: {} } } } }, async (q, r) => { ${body}; return {} })` })
  expect(errorsIn(route('q.log.info("x")'))).toEqual([never])
  for (const body of ['f.jwt.verify(q.headers.a)', 'await q.jwtVerify()', 'await f.store.load(1)', 'await q.server.check()']) expect(errorsIn(route(body)), body).toEqual([])
})

test.each(["client.tasks[':id'].$delete({ param: { id } })", "make.client.tasks[':id'].$delete({ param: { id } })"])('the status of an answer whose route is asked for by members: %s', call => {
  const server = "import { Hono } from 'hono'\nconst app = new Hono().delete('/tasks/:id', c => { if (!c.req.param('id')) return c.json({ message: 'm' }, 404); return c.body(null, 204) })\nexport type App = typeof app\nexport default app"
  const client = `import { hc } from 'hono/client'\nimport type { App } from './server'\nconst client = hc<App>('/')\nconst make = { client }\nexport const remove = async (id: string) => { const r = await ${call}; if (r.status !== 204) { const b = await r.json(); throw new Error(b.message) } }`
  expect(errorsIn({ 'server.ts': server, 'client.ts': client })).toEqual([])
})

test('members of the promise of a package are no exports', () => {
  const run = (use: string): string[] => errorsIn({
    'p/package.json': '{ "name": "@s/p", "exports": "./i.ts" }', 'p/i.ts': 'export const a = () => 1\nexport default a',
    'app/package.json': '{ "name": "app", "dependencies": { "@s/p": "*" } }', 'app/i.ts': `export async function run() { ${use} }`,
  })
  expect(run('return (await import("@s/p")).b()')).toEqual(['packageExportUnknown.name'])
  for (const use of ['return import("@s/p").then(m => m.a)', 'import("@s/p").catch(() => {})', 'const p = import("@s/p"); return p.then(m => m.a())', 'return (await import("@s/p")).a()', 'const p = await import("@s/p"); return p.default()']) expect(run(use), use).toEqual([])
})

test('an object made from itself', () => {
  expect(errorsIn({ 'a.ts': `${head}const o: any = { p: { a: 1 } }\no.p = { ...o.p, b: 2 }\no.p = { ...o.p, a: 3 }\napp.get("/t", (req, res) => { res.json(o.p.c) })` })).toEqual([])
})
