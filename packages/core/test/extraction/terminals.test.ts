/** extraction.md 25.2: what a path gives, with its status, body and gap. */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../../src/ir/index.js'
import { clients, extractExpress, extractSources, handlers, outcomesOf, shown, unit } from '../../src/testing/extract-source.js'

/** The handler `t` with the body, `(req, res, next)`. */
const handlerOf = (body: string, head = '', more: Record<string, string> = {}): BehavioralSummary =>
  unit(extractExpress(`${head}\napp.get("/t", async function t(req, res, next) {${body}})`, more), 't')

const outcomes = (s: BehavioralSummary): string[] => s.transitions.map(shown)
const calleesOf = (s: BehavioralSummary, index = 0): string[] => (s.transitions[index]?.effects ?? []).flatMap(e => (e.type === 'invocation' ? [e.callee] : []))
const gapsOf = (s: BehavioralSummary): (string | undefined)[][] => s.gaps.map(g => [g.type, g.reason, g.consequence])
const bodiesOf = (s: BehavioralSummary): unknown[] => s.transitions.map(t => (t.output.type === 'response' ? t.output.body : t.output.type))
const text = (value: string): unknown => ({ type: 'literal', value })
const record = (properties: Record<string, unknown>): unknown => ({ type: 'record', properties })

test('extraction/T01 a status of the chain, and none', () => {
  expect(outcomesOf('const o = req.body; res.status(201).json(o)')).toEqual(['[] 201'])
  expect(outcomesOf('const o = req.body; res.json(o)')).toEqual(['[] 200'])
})

test('extraction/T02 pass-through calls are skipped', () => {
  expect(outcomesOf('res.set(req.a).status(404).json(req.b)')).toEqual(['[] 404'])
  expect(outcomesOf('res.status(404).set("x", "y").json(req.b)')).toEqual(['[] 404'])
  expect(outcomesOf('res.status(404).status(409).json(req.b)')).toEqual(['[] 409'])
})

test('extraction/T03 a status statement before the send', () => {
  expect(outcomesOf('res.status(404); res.json(req.b)')).toEqual(['[] 404'])
  expect(outcomesOf('res.statusCode = 404; res.json(req.b)')).toEqual(['[] 404'])
  expect(outcomesOf('res.status(404); res.status(201).json(req.b)')).toEqual(['[] 201'])
})

test('extraction/T04 a computed status keeps its text', () => {
  const s = unit(extractExpress('function t(req, res, next, code) { res.status(code).json(1) }\napp.get("/t", t)'), 't')
  expect(s.transitions.map(t => t.output)).toMatchObject([{ type: 'response', statusCode: { type: 'unresolved', sourceText: 'code' } }])
  expect(JSON.stringify(s)).toContain('"statusUnread"')
  expect(s.transitions[0]?.id).toContain(':dyn:')
})

test('extraction/T05 a returned ternary has two outcomes', () => {
  expect(outcomesOf('const { ok } = req.query; return ok ? res.json(1) : res.status(400).json(2)')).toEqual(['[req.query.ok] 200', '[!req.query.ok] 400'])
})

test('extraction/T06 a send without return goes on, and the first answer stays', () => {
  const s = handlerOf('const u = req.u; if (!u) res.status(404).json({}); res.json(u)')
  expect(outcomes(s)).toEqual(['[!req.u] 404', '[req.u] 200'])
  expect(s.gaps).toEqual([])
})

test('extraction/T07 effects after the send belong to it', () => {
  const s = handlerOf('res.json(req.u); audit(req.u)', 'function audit(u) { write(u) }')
  expect(outcomes(s)).toEqual(['[] 200'])
  expect(calleesOf(s)).toEqual(['audit'])
})

test('extraction/T08 a throw after the send changes nothing', () => {
  expect(outcomesOf('res.json(req.u); if (req.bad) throw new Error("e")')).toEqual(['[] 200'])
})

test('extraction/T09 effects after the continuation are marked', () => {
  const result = extractExpress('function mw(req, res, next) { before(); next(); log() }\napp.use(mw)\napp.get("/t", h)')
  const s = unit(result, 'mw')
  expect(outcomes(s)).toEqual(['[] delegate next'])
  expect(calleesOf(s)).toEqual(['before', 'log'])
  expect(s.transitions[0]?.metadata?.['afterContinuation']).toEqual([1])
  const only = unit(extractExpress('function mw(req, res, next) { next(); log() }\napp.use(mw)\napp.get("/t", h)'), 'mw')
  expect(calleesOf(only)).toEqual(['log'])
  expect(only.transitions[0]?.metadata?.['afterContinuation']).toEqual([0])
})

test('extraction/T11 an argument makes the continuation a throw, but for "route" and "router"', () => {
  const middleware = (body: string): string[] => outcomes(unit(extractExpress(`class HttpError extends Error { constructor(status) { super("x"); this.status = status } }\nfunction mw(req, res, next) { ${body} }\napp.use(mw)\napp.get("/t", h)`), 'mw'))
  expect(middleware('next(new HttpError(404))')).toEqual(['[] throw HttpError 404'])
  expect(middleware('next("route")')).toEqual(['[] delegate next'])
  expect(middleware('next("router")')).toEqual(['[] delegate next'])
  expect(middleware('next(undefined)')).toEqual(['[] delegate next'])
})

test('extraction/T12 a response helper reached through an object', () => {
  expect(outcomes(handlerOf('return R.nf(res)', 'const R = { nf: (res) => res.status(404).json({}) }'))).toEqual(['[] 404'])
  expect(outcomes(handlerOf('return replies.nf(res)', 'import * as replies from "./replies"', { 'src/replies.ts': 'export const nf = res => res.status(404).json({})' }))).toEqual(['[] 404'])
  expect(outcomes(handlerOf('R.nf(res)', 'class R { static nf(res) { res.status(404).json({}) } }'))).toEqual(['[] 404'])
})

test('extraction/T13 a response helper of a base class', () => {
  const result = extractExpress('class B { ok(res, d) { return res.json(d) } }\nclass C extends B { get = (req, res) => this.ok(res, { a: 1 }) }\nconst c = new C()\napp.get("/t", c.get)')
  const [s, ...rest] = handlers(result)
  expect(rest).toEqual([])
  expect(s && outcomes(s)).toEqual(['[] 200'])
  expect(s && bodiesOf(s)).toMatchObject([{ type: 'record', properties: { a: { type: 'literal', value: 1 } } }])
})

test('extraction/T14 a helper with the status as argument', () => {
  const send = 'const send = (res, s, b) => { res.status(s).json(b) }'
  expect(outcomes(handlerOf('send(res, 409, {})', send))).toEqual(['[] 409'])
  expect(outcomes(handlerOf('if (req.a) return send(res, 409, {}); send(res, 201, {})', send))).toEqual(['[req.a] 409', '[!req.a] 201'])
})

test('extraction/T15 tests of a helper between literals are decided', () => {
  const helper = 'function reply(res, s) { if (s > 399) { res.status(s).json({ error: true }) } else { res.status(s).json({ ok: true }) } }'
  const one = handlerOf('return reply(res, 200)', helper)
  expect(outcomes(one)).toEqual(['[] 200'])
  expect(bodiesOf(one)).toMatchObject([{ properties: { ok: {} } }])
  const other = handlerOf('return reply(res, 500)', helper)
  expect(outcomes(other)).toEqual(['[] 500'])
  expect(bodiesOf(other)).toMatchObject([{ properties: { error: {} } }])
  expect(outcomes(handlerOf('return reply(res, req.s)', helper))).toEqual(['[req.s > 399] ~req.s', '[not req.s > 399] ~req.s'])
})

test('extraction/T16 a nested helper closes over the response', () => {
  const s = handlerOf('const fail = m => res.status(400).json({ m }); const x = req.x; if (!x) return fail("x"); res.json(1)')
  expect(outcomes(s)).toEqual(['[!req.x] 400', '[req.x] 200'])
  expect(bodiesOf(s)).toEqual([record({ m: text('x') }), { type: 'literal', value: 1, raw: '1' }])
})

test('extraction/T17 a helper that is never called sends nothing', () => {
  expect(outcomesOf('const fail = m => res.status(400).json({ m }); res.json(1)')).toEqual(['[] 200'])
})

test('extraction/T18 a promise chain reads as the code it stands for', () => {
  expect(outcomes(handlerOf('db.find(req.id).then(u => res.json(u)).catch(e => res.status(500).end())', 'import db from "db"'))).toEqual(['[] 200', '[<exception from db.find()>] 500'])
  expect(outcomes(handlerOf('db.find(req.id).then(u => { if (!u) return res.status(404).end(); res.json(u) }, e => res.status(503).end())', 'import db from "db"')))
    .toEqual(['[!db.find()] 404', '[db.find()] 200', '[<exception from db.find()>] 503'])
})

test('extraction/T32 a returned chain gives the returns and throws of its links', () => {
  const result = extractSources({ 'a.ts': 'class E extends Error {}\nexport function load() { return fetch("/a").then(r => { if (r.status === 404) return null; if (!r.ok) throw new E(); return r.json() }) }' })
  const [s, ...rest] = clients(result)
  expect(rest).toEqual([])
  expect(s && outcomes(s)).toEqual([
    '[fetch().status = 404] return null',
    '[fetch().status ≠ 404, (fetch().status < 200 or fetch().status > 299)] throw E',
    '[fetch().status ≠ 404, fetch().status ≥ 200, fetch().status ≤ 299] return null',
  ])
  expect(s?.transitions.map(t => t.output.type === 'return' && t.output.value)).toEqual([{ type: 'null' }, false, null])
  expect(s?.transitions.map(t => (t.metadata?.['http'] as { bodyParsed?: boolean } | undefined)?.bodyParsed)).toEqual([undefined, undefined, true])
})

test('extraction/T19 a return of a callback is no outcome', () => {
  const s = handlerOf('const xs = req.body; xs.map(x => { return x.id }); res.json(1)')
  expect(outcomes(s)).toEqual(['[] 200'])
  expect(s.gaps).toEqual([])
})

test('extraction/T20 responses in a callback are', () => {
  expect(outcomes(handlerOf('db.find(1, (err, u) => { if (err) return res.status(500).end(); res.json(u) })', 'import db from "db"'))).toEqual(['[_1] 500', '[!_1] 200'])
})

test('extraction/T21 a status set by a base class', () => {
  const classes = 'class AppError extends Error { constructor(m, status) { super(m); this.status = status } }\nclass NotFound extends AppError { constructor() { super("x", 404) } }'
  const s = handlerOf('throw new NotFound()', classes)
  expect(outcomes(s)).toEqual(['[] 404'])
  expect(s.transitions[0]?.metadata?.['thrown']).toMatchObject({ type: 'NotFound', fields: { status: 404 } })
})

test('extraction/T22 a status assigned to a fresh error', () => {
  expect(outcomes(handlerOf('throw Object.assign(new Error("x"), { status: 410 })'))).toEqual(['[] 410'])
  expect(outcomes(handlerOf('const e = Object.assign(new Error("x"), { status: 410 }); throw e'))).toEqual(['[] 410'])
})

test('extraction/T23 a numeric enum', () => {
  expect(outcomes(handlerOf('res.status(HttpStatus.CREATED).end()', 'enum HttpStatus { OK = 200, CREATED }'))).toEqual(['[] 201'])
  expect(outcomes(handlerOf('res.status(S.GONE).end()', 'import { S } from "./s"', { 'src/s.ts': 'export const S = { GONE: 410 } as const' }))).toEqual(['[] 410'])
})

test('extraction/T24 a response handed to a package', () => {
  const s = handlerOf('render(res)', 'import { render } from "views"')
  expect(s.transitions).toEqual([])
  expect(gapsOf(s)).toEqual([['unreadOutcome', 'outcomeEscapes', 'unknown']])
  expect(s.confidence.level).toBe('low')
})

test('extraction/T25 a body that ends without an outcome', () => {
  const s = handlerOf('log("x")', 'import { log } from "log"')
  expect(s.transitions).toEqual([])
  expect(gapsOf(s)).toEqual([['unreadOutcome', 'noOutcome', 'unknown']])
  expect(s.confidence.level).toBe('low')
})

test('extraction/T31 ten responding middleware add, they do not multiply', () => {
  const wrappers = Array.from({ length: 10 }, (_, i) => `function m${i}(req, res, next) { if (req.q${i}) return res.status(${401 + i}).end(); next() }\napp.use(m${i})`).join('\n')
  const s = unit(extractExpress(`${wrappers}\napp.get("/t", function t(req, res) { if (req.x) return res.status(422).end(); res.json(1) })`), 't')
  expect(s.transitions).toHaveLength(12)
  expect(s.transitions.flatMap(t => (t.output.type === 'response' && t.output.statusCode?.type === 'literal' ? [t.output.statusCode.value] : [])).sort()).toEqual([200, ...Array.from({ length: 10 }, (_, i) => 401 + i), 422])
})

test('extraction/T34 a passed error leaves the path going, without a second answer', () => {
  expect(outcomesOf('const x = req.x; if (!x) next(new Error("e")); res.json(x)')).toEqual(['[!req.x] throw Error', '[req.x] 200'])
})

test('extraction/T35 a passed error is not caught', () => {
  const s = handlerOf('const x = req.x; try { if (!x) next(new Error("e")); await g() } catch { return res.json(1) }', 'import { g } from "g"')
  expect(outcomes(s)).toEqual(['[!req.x] throw Error', '[req.x, <exception from g()>] 200'])
  expect(gapsOf(s)).toEqual([['unreadOutcome', 'noOutcome', 'unknown']])
})

test('extraction/T42 a rejection nobody waits for', () => {
  const head = 'async function save() { throw new Error("e") }\nfunction quiet() { return 1 }'
  expect(gapsOf(handlerOf('save();', head))).toEqual([['unreadOutcome', 'noOutcome', 'implicitThrow']])
  expect(gapsOf(handlerOf('await save();', head))).toEqual([['unreadOutcome', 'noOutcome', 'unknown']])
  expect(gapsOf(handlerOf('save().catch(() => {});', head))).toEqual([['unreadOutcome', 'noOutcome', 'unknown']])
  expect(gapsOf(handlerOf('quiet();', head))).toEqual([['unreadOutcome', 'noOutcome', 'unknown']])
})
