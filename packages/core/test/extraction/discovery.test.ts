/** extraction.md 25.1: discovery and values. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../../src/project.js'
import { extractExpress, extractSources, handlers, clients, route, shown, unit } from '../../src/testing/extract-source.js'
import { openProgram } from '../../src/program/program.js'
import { memoryHost } from '../../src/program/memory-host.js'
import { openValues } from '../../src/values/resolve.js'
import { textsOf } from '../../src/values/text.js'
import { exprAt } from '../../src/values/value.js'

const routes = (result: ReturnType<typeof extractSources>): string[] => handlers(result).map(route).sort()
const refs = (s: { metadata?: Record<string, unknown> }): { summary: string | null; role: string; reason?: string }[] => (s.metadata?.['wrappers'] as { refs: { summary: string | null; role: string }[] } | undefined)?.refs ?? []
const unreadRoutes = (result: ReturnType<typeof extractSources>): unknown[] => result.summaries.flatMap(s => (s.metadata?.['http'] as { unreadRoutes?: unknown[] } | undefined)?.unreadRoutes ?? [])

test('extraction/X01', () => expect(routes(extractSources({ 'a.ts': 'import ex from "express"; const a = ex(); a.get("/u/:id", (req, res) => { res.json(1) })' }))).toEqual(['GET /u/:id']))
test('extraction/X02', () => expect(extractSources({ 'a.ts': 'import express from "express"; const a = { get(p, f) {} }; a.get("/u", (req, res) => { res.json(1) })' }).summaries.filter(s => s.kind === 'handler')).toEqual([]))
test('extraction/X03', () => {
  const result = extractSources({ 'a.ts': 'import * as E from "express"; const mw = (req, res, next) => { next() }; const r = E.Router(); r.post("/", mw, (req, res) => { res.json(1) })' })
  expect(routes(result)).toEqual(['POST /'])
  expect(unit(result, 'mw').kind).toBe('middleware')
  expect(refs(handlers(result)[0] ?? {})).toMatchObject([{ role: 'before', summary: unit(result, 'mw').identity.id }])
})
test('extraction/X04', () => {
  const result = extractSources({
    'src/app.ts': 'import express from "express"; import { renamed } from "./barrel"; const app = express(); app.get("/x", renamed)',
    'src/barrel.ts': 'export { two as renamed } from "./inner"', 'src/inner.ts': 'export { h as two } from "./h"', 'src/h.ts': 'export function h(req, res) { res.status(201).end() }',
  })
  expect(handlers(result)).toMatchObject([{ location: { file: 'src/h.ts' }, identity: { name: 'h' } }])
  expect(handlers(result)[0]?.transitions.map(shown)).toEqual(['[] 201'])
})
test('extraction/X05', () => {
  const result = extractExpress('const wrap = f => (req, res, next) => Promise.resolve(f(req, res, next)).catch(next); app.get("/x", wrap(async (req, res) => { res.json(1) }))')
  expect(handlers(result)).toHaveLength(1)
  expect(handlers(result)[0]?.transitions.map(shown)).toEqual(['[] 200'])
  expect(handlers(result)[0]?.location.span?.start).toBeGreaterThan(200)
})
test('extraction/X06', () => {
  const result = extractExpress('const auth = f => (req, res) => req.user ? f(req, res) : res.status(401).end(); app.get("/x", auth(h))')
  const [handler] = handlers(result)
  expect(handler?.transitions.map(shown)).toEqual(['[!req.user] 401', '[] 200'])
  expect(handler?.transitions[0]?.metadata?.['wrappers']).toMatchObject({ from: result.summaries.find(s => s.kind === 'middleware')?.identity.id })
})
test('extraction/X07', () => {
  const result = extractExpress('const make = svc => (req, res) => res.json(svc.name); app.get("/x", make({ name: "s" }))')
  expect(handlers(result)[0]?.transitions[0]?.output).toMatchObject({ body: { type: 'literal', value: 's' } })
})
test('extraction/X08', () => {
  const result = extractExpress('const define = r => app[r.method](r.path, r.handler); define({ method: "get", path: "/x", handler: h }); define({ method: "post", path: "/y", handler: h })')
  expect(routes(result)).toEqual(['GET /x', 'POST /y'])
  expect(handlers(result)[0]?.transitions.map(shown)).toEqual(['[] 200'])
})
test('extraction/X09', () => {
  const [handler] = handlers(extractExpress('import limiter from "limiter"; app.get("/x", limiter(h))'))
  expect(handler && route(handler)).toBe('GET /x')
  expect(handler).toMatchObject({ transitions: [], confidence: { level: 'low' }, gaps: [{ type: 'unreadOutcome', reason: 'libraryWrapper' }] })
})
test('extraction/X10', () => {
  const [handler] = handlers(extractExpress('const h1 = (q, s) => { s.json(1) }; const h2 = (q, s) => { s.json(2) }; app.get("/x", c ? h1 : h2)'))
  expect(handler).toMatchObject({ transitions: [], gaps: [{ reason: 'multipleSources' }] })
})
test('extraction/X11', () => {
  const [handler] = handlers(extractExpress('class Ctl { get = async (req, res) => { res.status(202).end() } }; const c = new Ctl(); app.get("/x", c.get)'))
  expect(handler?.transitions.map(shown)).toEqual(['[] 202'])
})
test('extraction/X12', () => {
  const [handler] = handlers(extractExpress('app.get("/x", (req, res, next) => h(req, res, next))'))
  expect(handler?.identity.name).toBe('h')
})
test('extraction/X13', () => {
  const result = extractExpress('import { routes } from "./routes"; for (const r of routes) app[r.m](r.p, r.h)', { 'src/routes.ts': 'const a = (req, res) => { res.json(1) }; const b = (req, res) => { res.status(201).end() }; export const routes = [{ m: "get", p: "/a", h: a }, { m: "post", p: "/b", h: b }]' })
  expect(routes(result)).toEqual(['GET /a', 'POST /b'])
  expect(handlers(result).find(s => route(s) === 'POST /b')?.transitions.map(shown)).toEqual(['[] 201'])
})
test('extraction/X14', () => expect(routes(extractExpress('const other = { get() {} }; for (const r of [{ m: "get", p: "/a", h }]) other[r.m](r.p, r.h)'))).toEqual([]))
test('extraction/X36', () => {
  const result = extractExpress('import { load } from "lib"; for (const r of load()) app[r.m](r.p, r.h)')
  expect(handlers(result)).toEqual([])
  expect(unreadRoutes(result)).toEqual([{ prefix: '/', reason: 'unsettledValue' }])
})
test('extraction/X15', () => {
  const result = extractExpress('function crud(app, n, hs) { app.get(`/${n}`, hs.list); app.get(`/${n}/:id`, hs.one) } const hs = { list: (q, s) => { s.json(1) }, one: (q, s) => { s.json(2) } }; crud(app, "users", hs); crud(app, "posts", hs)')
  expect(routes(result)).toEqual(['GET /posts', 'GET /posts/:id', 'GET /users', 'GET /users/:id'])
})
test('extraction/X16', () => {
  const result = extractExpress('const appA = express.Router(), appB = express.Router(); function add(a) { a.get("/x", h) } add(appA); add(appB); app.use("/a", appA); app.use("/b", appB)')
  expect(routes(result)).toEqual(['GET /a/x', 'GET /b/x'])
})
test('extraction/X17', () => {
  const two = (mount: string) => handlers(extractExpress(`const appA = express.Router(), appB = express.Router(); let a = cond ? appA : appB; a.get("/x", h); ${mount}`))
  expect(two('').map(route)).toEqual(['GET /x'])
  const [split] = two('app.use("/b", appB)')
  expect(split && route(split)).toBe('GET null')
  expect(split?.gaps.map(g => g.reason)).toEqual(['multipleReceivers'])
})
test('extraction/X18', () => {
  const result = extractSources({
    'app.ts': 'import express from "express"; import r from "./r"; const app = express(); app.use("/api", r)',
    'r.ts': 'import { Router } from "express"; import { r2 } from "./r2"; const r = Router(); r.use("/v1", r2); export default r',
    'r2.ts': 'import { Router } from "express"; export const r2 = Router(); r2.get("/x", (req, res) => { res.json(1) })',
  })
  expect(routes(result)).toEqual(['GET /api/v1/x'])
})
test('extraction/X19', () => {
  const result = extractExpress('const r = express.Router(); r.get("/x", h); app.use(process.env.PREFIX, r)')
  expect(routes(result)).toEqual(['GET /x'])
  expect(handlers(result)[0]?.metadata?.['unread']).toMatchObject([{ reason: 'unreadPrefix' }])
})
test('extraction/X20', () => {
  const result = extractExpress('const r = express.Router(); r.get("/x", h); app.use("/a", r); app.use("/b", r)')
  expect(routes(result)).toEqual(['GET /a/x', 'GET /b/x'])
  expect(handlers(result).map(s => s.identity.id).sort()).toEqual(['src/app.ts::h#GET /a/x', 'src/app.ts::h#GET /b/x'])
})
test('extraction/X21', () => expect(routes(extractExpress('const P = "/items"; app.get(P + "/:id", h)'))).toEqual(['GET /items/:id']))
test('extraction/X22', () => expect(routes(extractExpress('import { cfg } from "lib"; app.get(`/${cfg()}/x`, h)'))).toEqual(['GET /{cfg}/x']))
test('extraction/X23', () => {
  const [handler] = handlers(extractExpress('export const add = (p) => app.get(p, h)'))
  expect(handler && route(handler)).toBe('GET null')
  expect(handler?.gaps.map(g => g.reason)).toEqual(['unreadPath'])
})

function valuesOf(text: string, name: string) {
  const program = openProgram(memoryHost({ 'a.ts': text }))
  const values = openValues(program)
  const module = program.modules[0]
  const use = module?.identifiers.get('use')?.[0]
  const call = use ? module?.parents.get(use) : undefined
  const argument = call?.type === 'CallExpression' ? call.arguments[0] : undefined
  if (!module || !argument || argument.type === 'SpreadElement') throw new Error(`no use(${name})`)
  return { values, expr: exprAt(module, argument) }
}
test('extraction/X24', () => {
  const { values, expr } = valuesOf('let q = "a"; if (c) q = "b"; use(q)', 'q')
  expect(textsOf(values, expr).map(t => t.join(''))).toEqual(['a', 'b'])
})
test('extraction/X25', () => {
  const { values, expr } = valuesOf('let xs = load(); xs = xs.filter(f); use(xs)', 'xs')
  expect(values.resolve(expr)).toMatchObject([{ type: 'call', callee: { type: 'global', path: ['load'] } }])
})
test('extraction/X27', () => {
  const result = extractSources({ 'a.ts': 'export const run = (cb) => { cb(1) }\nrun(() => {})' })
  expect(unit(result, 'run').transitions[0]?.effects).toMatchObject([{ callee: 'cb', calleeParameter: 0 }])
  expect(unit(result, 'run').gaps).toEqual([])
})
test('extraction/X28', () => {
  const result = extractSources({ 'a.ts': 'class Api { constructor(private base) {} go() { return fetch(this.base + "/x") } }\nexport const a = () => new Api("/a").go()\nexport const b = () => new Api("/b").go()' })
  expect(clients(result).map(route).sort()).toEqual(['GET /a/x', 'GET /b/x'])
})
test('extraction/X29', () => expect(routes(extractSources({ 'a.ts': 'import type { Router } from "express"; export function add(r: Router) { r.get("/x", (req, res) => { res.json(1) }) }' }))).toEqual([]))
test('extraction/X30', () => {
  const result = extractSources({ 'a.ts': 'import { app } from "./db"; app.get("/x", (req, res) => { res.json(1) })', 'db.ts': 'import express from "express"; export const app = express()' })
  expect(routes(result)).toEqual(['GET /x'])
})
test('extraction/X31', () => {
  const result = extractExpress('app.get("/x", h)', { 'src/big.ts': `export const a = "${'x'.repeat(3 * 1024 * 1024)}"`, 'src/bad.ts': 'export const = 1' })
  expect(result.incomplete.map(i => [i.file, i.reason])).toEqual([['src/bad.ts', 'parseError'], ['src/big.ts', 'fileTooLarge']])
  expect(result.incomplete[0]?.detail).toMatch(/^line 1: /)
  expect(routes(result)).toEqual(['GET /x'])
})
test('extraction/X32', () => {
  const result = extractSources({ 'a.ts': 'main(); function main() { run() } function run() { return 1 }' })
  expect(result.summaries.map(s => [s.kind, s.identity.name])).toEqual([['module-init', 'module-init'], ['library', 'main'], ['library', 'run']])
  expect(unit(result, 'main').transitions[0]?.effects).toMatchObject([{ callee: 'run', summary: unit(result, 'run').identity.id }])
})
test('extraction/X33', () => expect(extractExpress('import x from "./x"; export const y = 1; app.get("/x", h)', { 'src/x.ts': 'export default 1' }).summaries.map(s => s.kind)).toEqual(['handler']))
test('extraction/X34', () => {
  const ids = (gap: string) => handlers(extractExpress(`{ const t = (req, res) => { res.json(1) }; app.get("/a", t) }\n${gap}{ const t = (req, res) => { res.json(2) }; app.get("/a", t) }`)).map(s => s.identity.id)
  expect(ids('')).toEqual(['src/app.ts::t#GET /a', 'src/app.ts::t#GET /a@2'])
  expect(ids('\n'.repeat(10))).toEqual(ids(''))
})
test('extraction/X35', () => {
  const result = extractSources({ 'a.ts': 'const o = {}; const f = () => 1; const g = () => 2; o.x = f; o.x = g; export function run() { o.x() }\nrun()' })
  expect(unit(result, 'run').gaps).toMatchObject([{ type: 'unfollowedCall', reason: 'multipleSources', callee: 'o.x' }])
})
test.each([
  ['forEach', '[{ p: "/a", r: ra }, { p: "/b", r: rb }].forEach(m => api.use(m.p, m.r))'],
  ['for…of', 'for (const m of [{ p: "/a", r: ra }, { p: "/b", r: rb }]) api.use(m.p, m.r)'],
  ['chained', 'api.use("/a", ra).use("/b", rb)'],
])('extraction/X37 %s', (_, mounts) => {
  const result = extractExpress(`const api = express.Router(), ra = express.Router(), rb = express.Router(); ra.get("/", h); rb.get("/y", h); ${mounts}; app.use("/v1", api)`)
  expect(routes(result)).toEqual(['GET /v1/a', 'GET /v1/b/y'])
})
test('extraction/X1 routers made in the list a loop runs over', () => {
  const made = 'const make = (p) => { const r = express.Router(); r.get(p, h); return r }\n'
  expect(routes(extractExpress(`${made}for (const r of [make("/1")]) app.use("/a", r)`))).toEqual(['GET /a/1'])
  expect(routes(extractExpress(`${made}for (const [p, r] of [["/b", make("/2")], ["/c", make("/3")]]) app.use(p, r)`)).toSorted()).toEqual(['GET /b/2', 'GET /c/3'])
})

test('extraction/X44 a function of a workspace package outside the run has that package’s name and path', () => {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'suss-x44-'))
  try {
    const texts = {
      'package.json': '{ "name": "press", "private": true, "workspaces": ["packages/*"] }',
      'packages/app/package.json': '{ "name": "@acme/app" }',
      'packages/app/src/a.ts': 'import { publish } from "@acme/report"\nexport function run() { publish("a") }\nrun()',
      'packages/report/package.json': '{ "name": "@acme/report", "exports": "./src/index.ts" }',
      'packages/report/src/index.ts': 'export function publish(title: string) { return store(title) }\nfunction store(title: string) { return title }',
    }
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    const { summaries } = openProject({ root: join(root, 'packages/app'), types: 'off' }).extract()
    expect(summaries.filter(s => s.kind === 'library').map(s => s.identity.id)).toEqual(['@acme/app:src/a.ts::run', '@acme/report:src/index.ts::publish', '@acme/report:src/index.ts::store'])
    const run = summaries.find(s => s.identity.name === 'run' && s.kind === 'library')
    expect(run?.transitions[0]?.effects[0]).toMatchObject({ callee: 'publish', summary: '@acme/report:src/index.ts::publish' })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
