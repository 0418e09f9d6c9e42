/** Correct code on both sides, as people write it: nothing may be an error. */
import { expect, test } from 'vitest'
import { checkSummaries } from '../src/check/index.js'
import { extractSources } from '../src/testing/extract-source.js'

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
