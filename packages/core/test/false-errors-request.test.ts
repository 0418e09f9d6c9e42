/** Requests that are right, as people write them: none may be an error. Each kind has a wrong one beside it. */
import { expect, test } from 'vitest'
import { checkSummaries } from '../src/check/index.js'
import { extractSources } from '../src/testing/extract-source.js'
import axios from '../../../packs/axios/pack.js'
import express from '../../../packs/express/pack.js'
import fastify from '../../../packs/fastify/pack.js'
import fetchPack from '../../../packs/fetch/pack.js'
import hono from '../../../packs/hono/pack.js'
import nestjs from '../../../packs/nestjs-rest/pack.js'
import nextjs from '../../../packs/nextjs/pack.js'
import ofetch from '../../../packs/ofetch/pack.js'

const packs = [axios, express, fastify, fetchPack, hono, nestjs, nextjs, ofetch]
const heads = 'import axios from "axios"\nimport { ofetch } from "ofetch"\n'

function problems(server: string, client: string, more: Readonly<Record<string, string>> = {}): string[] {
  const { summaries } = extractSources({ 'server.ts': server, 'client.ts': heads + client, ...more }, packs)
  const report = checkSummaries({ summaries, config: {}, medium: 'check' })
  expect(report.pairs.length).toBeGreaterThan(0)
  return report.findings
    .filter(f => f.aspect === 'send')
    .map(f => `${f.severity} ${f.kind}.${f.form} ${String(f.facts['field'] ?? '')}`.trim())
}

const cards = (schema = 'z.object({ title: z.string() })', part = 'json'): string =>
  `import { Hono } from 'hono'\nimport { zValidator } from '@hono/zod-validator'\nimport { z } from 'zod'
const app = new Hono()
app.post('/cards', zValidator('${part}', ${schema}), c => { const card = c.req.valid('${part}'); return c.json({ ok: true }, 201) })
app.get('/cards', zValidator('query', z.object({ page: z.string() })), c => { const q = c.req.valid('query'); return c.json({ page: q.page }) })`
const posts = (init: string): string => `export async function c(a: any, b: any) { const r = await fetch('/cards', { method: 'POST', ${init} }); if (!r.ok) throw r }`
const put = (init: string): string => `export async function c(a: any) { const r = await fetch('/cards', { ${init} }); if (!r.ok) throw r }`

test('a lacking field, value or type is an error', () => {
  expect(problems(cards(), posts('body: JSON.stringify({ name: a })'))).toEqual(['error boundaryFieldRequired.body title', 'warning boundaryFieldUnknown.request name'])
  expect(problems(cards(), posts('body: JSON.stringify({ title: 1 })'))).toEqual(['error boundaryShapeMismatch.request title'])
  expect(problems(cards('z.object({ kind: z.enum(["a", "b"]) })'), posts('body: JSON.stringify({ kind: "c" })'))).toEqual(['error boundaryConstraintViolation.request kind'])
  expect(problems(cards(), posts(''))).toEqual(['error boundaryFieldRequired.body title'])
  expect(problems(cards(), "export const c = async () => { await axios.post('/cards', {}) }")).toEqual(['error boundaryFieldRequired.body title'])
})

test.each([
  ['options laid over it', put('...a, method: "POST"')],
  ['options laid over it last', put('body: JSON.stringify({}), ...a, method: "POST"')],
  ['a spread', posts('body: JSON.stringify({ ...a })')],
  ['a form', posts('body: new FormData(a)')],
  ['a text made elsewhere', posts('body: a')],
  ['a text of its own type', 'export async function c(body: string) { const r = await fetch("/cards", { method: "POST", body }); if (!r.ok) throw r }'],
  ['either of two', posts('body: JSON.stringify(a ? { title: "x" } : { name: "y" })')],
  ['an object filled later', 'export async function c(a: any) { const o: any = {}; o.title = a; const r = await fetch("/cards", { method: "POST", body: JSON.stringify(o) }); if (!r.ok) throw r }'],
  ['an object filled by another function', 'function fill(o: any) { o.title = 1 + "" }\nexport async function c() { const o: any = {}; fill(o); const r = await fetch("/cards", { method: "POST", body: JSON.stringify(o) }); if (!r.ok) throw r }'],
  ['what a method says of it', 'export async function c(a: any) { const r = await fetch("/cards", { method: "POST", body: JSON.stringify({ toJSON() { return { title: a } } }) }); if (!r.ok) throw r }'],
  ['a request object', 'export async function c(a: any) { const r = await fetch(new Request("/cards", { method: "POST", body: JSON.stringify({ title: a }) })); if (!r.ok) throw r }'],
  ['a request object and options', 'export async function c(a: any) { const r = await fetch(new Request("/cards", { method: "POST", body: a }), { headers: {} }); if (!r.ok) throw r }'],
  ['a replacer', posts('body: JSON.stringify({ name: a }, (k, v) => k === "" ? { title: v.name } : v)')],
  ['a beacon', 'export function c(a: any) { navigator.sendBeacon("/cards", JSON.stringify({ title: a })) }'],
  ['an interceptor', 'const api = axios.create()\napi.interceptors.request.use(config => { config.data = { title: "x", ...config.data }; return config })\nexport const c = async () => { await api.post("/cards", { name: 1 }) }'],
  ['a transformation', 'const api = axios.create({ transformRequest: d => JSON.stringify({ title: "x", ...d }) })\nexport const c = async () => { await api.post("/cards", { name: 1 }) }'],
  ['a hook', 'const api = ofetch.create({ onRequest({ options }) { options.body = { title: "x" } } })\nexport const c = async () => { await api("/cards", { method: "POST", body: { name: 1 } }) }'],
  ['a fetch that the project replaced', `const real = window.fetch\nwindow.fetch = (u, i) => real(u, { ...i, body: "{}" })\n${posts('body: JSON.stringify({})')}`],
  ['a wrapper that adds it', 'async function send(init: any) { const r = await fetch("/cards", { method: "POST", ...init, body: JSON.stringify({ title: "x", ...init.json }) }); if (!r.ok) throw r }\nexport const c = () => send({ json: {} })'],
  ['a wrapper that is given it', 'async function send(path: string, json: unknown) { const r = await fetch(path, { method: "POST", body: JSON.stringify(json) }); if (!r.ok) throw r }\nexport const c = (a: string) => send("/cards", { title: a })'],
  ['options written into', 'export async function c(a: any) { const init: RequestInit = { method: "POST" }; init.body = JSON.stringify({ title: a }); const r = await fetch("/cards", init); if (!r.ok) throw r }'],
  ['an interceptor that is reached by a name', 'const api = axios.create()\nconst { use } = api.interceptors.request\nuse(config => ({ ...config, data: { title: "x", ...config.data } }))\nexport const c = async () => { await api.post("/cards", { name: 1 }) }'],
  ['the media type of a form', 'export const c = async () => { await axios.post("/cards", { title: 1 }, { headers: { "Content-Type": "multipart/form-data" } }) }'],
  ['a form that the library makes', 'export const c = async () => { await axios.postForm("/cards", { title: 1 }) }'],
  ['a fetch that the project lays over', `const real = fetch\nObject.assign(globalThis, { fetch: (u, i) => real(u, { ...i, body: "{}" }) })\n${posts('body: JSON.stringify({})')}`],
])('a body with %s', (_, client) => {
  expect(problems(cards(), client)).toEqual([])
})

test.each([
  ['z.object({ title: z.string().optional() })', '{}'],
  ['z.object({ title: z.string().default("x") })', '{}'],
  ['z.object({ title: z.string().nullish() })', '{ title: null }'],
  ['z.object({ title: z.any() })', '{}'],
  ['z.object({ title: z.coerce.number() })', '{ title: "7" }'],
  ['z.object({ title: z.preprocess(v => String(v), z.string()) })', '{ title: 1 }'],
  ['z.object({ title: z.string() }).partial()', '{}'],
  ['z.object({ title: z.string() }).or(z.object({ name: z.string() }))', '{ name: "n" }'],
  ['z.union([z.object({ title: z.string() }), z.object({ name: z.string() })])', '{ name: "n" }'],
  ['z.discriminatedUnion("kind", [z.object({ kind: z.literal("a"), x: z.string() }), z.object({ kind: z.literal("b") })])', '{ kind: "b" }'],
  ['z.object({ day: z.coerce.date() })', '{ day: "2020-01-01" }'],
  ['z.object({ day: z.date() })', '{ day: new Date() }'],
  ['z.object({ tags: z.array(z.string()).optional() })', '{}'],
  ['z.object({ tags: z.array(z.string()).min(1) })', '{ tags: [a] }'],
  ['z.object({ n: z.number().int() })', '{ n: a.length }'],
  ['z.object({ title: z.string().transform(s => s.length) })', '{ title: "x" }'],
  ['z.record(z.string(), z.string())', '{ any: "x" }'],
  ['z.object({ title: z.string() }).passthrough()', '{ title: "x", more: 1 }'],
  ['z.looseObject({ title: z.string() })', '{ title: "x", more: 1 }'],
  ['z.object({ title: z.string() })', '{ title: "x", more: undefined }'],
  ['z.lazy(() => z.object({ title: z.string() }))', '{ title: "x" }'],
  ['z.object({ email: z.string().email() })', '{ email: "a@b.c" }'],
  ['z.object({ kind: z.nativeEnum({ A: "a" } as const) })', '{ kind: "a" }'],
  ['z.object({ title: z.string() }).refine(x => x.title)', '{ title: "x" }'],
])('a body for %s', (schema, body) => {
  expect(problems(cards(schema), posts(`body: JSON.stringify(${body})`))).toEqual([])
})

test('a query that is asked for', () => {
  const get = (url: string): string => `export async function c(qs: string, p: any) { const r = await fetch(${url}); if (!r.ok) throw r }`
  expect(problems(cards(), get("'/cards'"))).toEqual(['error boundaryFieldRequired.query page'])
  for (const url of ['`/cards?page=${p}`', '`/cards?${qs}`', '"/cards?" + new URLSearchParams(p)', "'/cards?page=1'", "`/cards?sort=a&${qs}`"]) expect(problems(cards(), get(url)).filter(p => p.startsWith('error')), url).toEqual([])
  const built = (url: string): string => `export async function c(p: string) { const u = new URL("/cards", location.origin); u.searchParams.set("page", p); const r = await fetch(${url}); if (!r.ok) throw r }`
  for (const url of ['u', 'u.href', 'u.toString()']) expect(problems(cards(), built(url)), url).toEqual([])
  const own = 'const api = axios.create({ params: { page: 1 } })\nexport const c = async () => { await api.get("/cards") }'
  expect(problems(cards(), own)).toEqual([])
})

const guarded = (check: string): string =>
  `import express from 'express'\nconst app = express()\napp.use((req, res, next) => { ${check} next() })\napp.get('/me', (req, res) => { res.json({ id: 1 }) })`
const me = 'export async function c() { const r = await fetch("/me"); if (!r.ok) throw r }'
const refuses = 'return res.status(401).end();'

test.each([
  `if (!req.headers.authorization) ${refuses}`,
  `if (!req.get('authorization')) ${refuses}`,
  `if (!req.header('Authorization')) ${refuses}`,
  `const { authorization } = req.headers; if (!authorization || !authorization.startsWith('Bearer ')) ${refuses}`,
  `const token = req.headers.authorization?.split(' ')[1]; if (!token) ${refuses}`,
  `const token = req.header('authorization'); if (!token) ${refuses}`,
  `const token = req.headers['x-api-key']; if (token === undefined) ${refuses}`,
])('a header that the code wants: %s', check => {
  expect(problems(guarded(check), me)).toEqual(['error authPolicyMismatch.missing'])
})

test.each([
  `if (!req.headers.authorization && !req.cookies.token) ${refuses}`,
  `const token = req.cookies.token || req.headers.authorization; if (!token) ${refuses}`,
  `if (req.path !== '/health' && !req.headers.authorization) ${refuses}`,
  `if (req.session.user) return next(); if (!req.headers.authorization) ${refuses}`,
  `if (!req.headers.cookie) ${refuses}`,
  `if (!req.headers['x-forwarded-for']) ${refuses}`,
  `if (process.env.AUTH && !req.headers.authorization) ${refuses}`,
  `if (req.headers.authorization === 'bad') ${refuses}`,
  `const h = req.headers.authorization ?? 'guest'; if (!h) ${refuses}`,
])('a header that the code does not want: %s', check => {
  expect(problems(guarded(check), me).filter(p => p.startsWith('error'))).toEqual([])
})

test.each([
  'export async function c(t: string) { const r = await fetch("/me", { headers: { Authorization: t } }); if (!r.ok) throw r }',
  'export async function c(headers: any) { const r = await fetch("/me", { headers }); if (!r.ok) throw r }',
  'export async function c(init: any) { const r = await fetch("/me", { ...init, method: "GET" }); if (!r.ok) throw r }',
  'export async function c(h: any) { const r = await fetch("/me", { headers: { ...h } }); if (!r.ok) throw r }',
  'const api = axios.create()\napi.interceptors.request.use(c => { c.headers.Authorization = "t"; return c })\nexport const c = async () => { await api.get("/me") }',
  'axios.defaults.headers.common.Authorization = "t"\nexport const c = async () => { await axios.get("/me") }',
  'export async function c(t: string) { const headers: Record<string, string> = {}; if (t) headers.Authorization = t; const r = await fetch("/me", { headers }); if (!r.ok) throw r }',
  'export async function c(t: string) { const init: any = { headers: {} }; init.headers.Authorization = t; const r = await fetch("/me", init); if (!r.ok) throw r }',
  'export async function c() { const h = new Headers(); h.set("Authorization", "t"); const r = await fetch("/me", { headers: h }); if (!r.ok) throw r }',
])('a header that is sent, or may be: %s', client => {
  expect(problems(guarded(`if (!req.headers.authorization) ${refuses}`), client)).toEqual([])
})

test('an address without a text leads to the page it stands on', () => {
  const { summaries } = extractSources({ 'server.ts': cards().replaceAll("'/cards'", "'/'"), 'client.ts': 'async function send(url: string) { const r = await fetch(url, { method: "POST", body: JSON.stringify({ text: 1 }) }); if (!r.ok) throw r }\nexport const c = () => send("")' }, packs)
  expect(checkSummaries({ summaries, config: {}, medium: 'check' }).pairs).toEqual([])
})

const parsing = (body: string, before = ''): string =>
  `import express from 'express'\nimport { z } from 'zod'\nconst app = express()\nconst S = z.object({ title: z.string() })\n${before}\napp.post('/cards', (req, res) => { ${body} })`
const replacing = (write: string): string => `app.use((req, res, next) => { ${write}; next() })`
const empty = posts('body: JSON.stringify({})')

test.each([
  ['written into before it is checked', parsing('req.body.title = req.params.title ?? "x"; res.json(S.parse(req.body))')],
  ['made of another one', parsing('res.json(S.parse(req.body))', replacing('req.body = { title: "x", ...req.body }'))],
  ['unpacked', parsing('res.json(S.parse(req.body))', replacing('req.body = JSON.parse(atob(req.body.payload))'))],
  ['given a field', parsing('res.json(S.parse(req.body))', replacing('req.body.title ??= "x"'))],
])('a body that is %s', (_, server) => {
  expect(problems(server, empty)).toEqual([])
})

test('a body that a check replaces', () => {
  expect(problems(parsing('res.json(S.parse(req.body))'), empty)).toEqual(['error boundaryFieldRequired.body title'])
  expect(problems(parsing('res.json(req.body)', replacing('req.body = S.parse(req.body)')), empty)).toEqual(['error boundaryFieldRequired.body title'])
})

test('a body that is filled by its handler', () => {
  const route = (fill: string): string => `import { z } from 'zod'\nexport async function POST(req: Request) { const json = await req.json(); ${fill} return Response.json(z.object({ title: z.string() }).parse(json)) }`
  const of = (fill: string): string[] => problems('', 'export async function c() { const r = await fetch("/api/cards", { method: "POST", body: JSON.stringify({ name: 1 }) }); if (!r.ok) throw r }', { 'app/api/cards/route.ts': route(fill) })
  expect(of('').filter(p => p.startsWith('error'))).toEqual(['error boundaryFieldRequired.body title'])
  expect(of('json.title = "x";')).toEqual([])
})

const fast = (property: string, before = ''): string =>
  `import Fastify from 'fastify'\nconst app = Fastify()\n${before}\napp.post('/cards', { schema: { body: { type: 'object', required: ['title'], properties: { title: ${property} } } } }, async () => ({ ok: true }))`

test.each([
  ['{ type: "string", default: "x" }', '{}'],
  ['{ type: "array", items: { type: "string" } }', '{ title: "x" }'],
  ['{ type: "string" }', '{ title: ["x"] }'],
  ['{ type: "string", nullable: true }', '{ title: null }'],
  ['{ type: "number" }', '{ title: "7" }'],
])('what Fastify makes fit %s', (property, body) => {
  expect(problems(fast(property), posts(`body: JSON.stringify(${body})`))).toEqual([])
})

test('a hook in front of the validation', () => {
  expect(problems(fast('{ type: "string" }'), empty)).toEqual(['error boundaryFieldRequired.body title'])
  expect(problems(fast('{ type: "string" }', 'app.addHook("preValidation", async req => { req.body.title = "x" })'), empty)).toEqual([])
})

const nest = (members: string, options = ''): string => `import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { IsInt, IsString } from 'class-validator'
import { Expose } from 'class-transformer'
class CardDto { ${members} }
@Controller('cards') class Cards { @Post() create(@Body() dto: CardDto) { return { ok: true } } }
@Module({ controllers: [Cards] }) class AppModule {}
async function main() { const app = await NestFactory.create(AppModule); app.useGlobalPipes(new ValidationPipe(${options})); await app.listen(1) }
main()`

test('a class that is checked', () => {
  expect(problems(nest('@IsString({ message: "m" }) title: string'), empty)).toEqual(['error boundaryFieldRequired.body title'])
  expect(problems(nest('@IsString() title: string', '{ whitelist: true, transform: true }'), empty)).toEqual(['error boundaryFieldRequired.body title'])
})

test.each([
  ['a default', '@IsString() title: string = "x"', '', '{}'],
  ['a check for some', '@IsString({ groups: ["update"] }) title: string', '', '{}'],
  ['another name', '@Expose({ name: "name" }) @IsString() title: string', '{ whitelist: true }', '{ name: "x" }'],
  ['checks of some', '@IsString() title: string', '{ groups: ["create"] }', '{}'],
  ['what is missing passed over', '@IsString() title: string', '{ skipMissingProperties: true }', '{}'],
  ['conversion', '@IsInt() title: number', '{ transform: true, transformOptions: { enableImplicitConversion: true } }', '{ title: "7" }'],
  ['options from elsewhere', '@IsString() title: string', 'optionsOf(app)', '{}'],
])('a class with %s', (_, members, options, body) => {
  expect(problems(nest(members, options), posts(`body: JSON.stringify(${body})`))).toEqual([])
})

const wants = 'const auth = (req, res, next) => { if (!req.headers.authorization) return res.status(401).end(); next() }'
const around = (use: string): string => `import express from 'express'\nconst app = express()\n${wants}\n${use}\napp.get('/me', (req, res) => { res.json({ id: 1 }) })`

test.each([
  ['app.use(auth)', ['error authPolicyMismatch.missing']],
  ['const wrap = f => (req, res, next) => Promise.resolve(f(req, res, next)).catch(next)\napp.use(wrap(auth))', ['error authPolicyMismatch.missing']],
  ['app.use(/^\\/(?!me)/, auth)', []],
  ['const most = /^\\/(?!me)/\napp.use(most, auth)', []],
  ['app.use([/^\\/(?!me)/, "/x"], auth)', []],
  ["const unless = (path, f) => (req, res, next) => req.path === path ? next() : f(req, res, next)\napp.use(unless('/me', auth))", []],
  ["const unless = (path, f) => (req, res, next) => { if (req.path === path) return next(); return f(req, res, next) }\napp.use(unless('/me', auth))", []],
  ['const only = f => (req, res, next) => { if (req.secure) f(req, res, next); else next() }\napp.use(only(auth))', []],
])('a middleware that may leave the route out: %s', (use, expected) => {
  expect(problems(around(use), me)).toEqual(expected)
})
