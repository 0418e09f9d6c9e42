/** extraction.md 11.3, 16.2, 16.3: throws of callees, and what error handlers make of them. */
import { expect, test } from 'vitest'
import express from '../../../../packs/express/pack.js'
import { extract } from '../../src/analyze.js'
import { isUncertain } from '../../src/compose/index.js'
import type { BehavioralSummary, Transition } from '../../src/ir/index.js'
import type { HoleAnswer } from '../../src/host.js'
import { loadedPack } from '../../src/pack/index.js'
import { memoryHost } from '../../src/program/memory-host.js'
import { extractExpress, extractSources, shown, unit } from '../../src/testing/extract-source.js'

const service = `
class NotFound extends Error { constructor() { super("gone"); this.status = 404 } }
const svc = { async find(id) { const row = await db.get(id); if (!row) throw new NotFound(); return row } }
`
const told = (t: Transition): string => `${shown(t)}${isUncertain(t) ? ' ?' : ''}`

/** The outcomes of an async handler `t` with the body; `more` comes after it. */
const routeOf = (body: string, more = '', head = service): BehavioralSummary =>
  unit(extractExpress(`${head}\napp.get("/t", async function t(req, res, next) {${body}})\n${more}`), 't')
const outcomes = (s: BehavioralSummary): string[] => s.transitions.map(told)
const bodyOf = (t: Transition | undefined): unknown => (t?.output.type === 'response' ? t.output.body : null)

const calls = 'const row = await svc.find(req.params.id); res.json(row)'
const found = '[] 200'

test('extraction/T28 a throw of a callee reaches its caller', () => {
  const s = routeOf(calls)
  expect(outcomes(s)).toEqual([found, '[call find throws NotFound] 404'])
  expect(s.transitions[1]?.conditions).toMatchObject([{ type: 'call', args: [{ type: 'input', inputRef: 'req', path: ['params', 'id'] }] }])
  expect(s.transitions[1]).toMatchObject({
    effects: [], metadata: { thrownBy: [expect.stringContaining('::find')], thrown: { type: 'NotFound', message: null, fields: { status: 404 } } },
  })
  expect(s.confidence.level).toBe('high')
})

test('extraction/T29 a catch that ends it', () => {
  expect(outcomes(routeOf('try { const row = await svc.find(1); res.json(row) } catch { return res.json(null) }')).join()).not.toContain('404')
})

test('extraction/T30 an error handler that sends the thrown status', () => {
  const s = routeOf(calls, 'app.use((err, req, res, next) => { res.status(err.status || 500).json({ e: err.message }) })')
  expect(outcomes(s)).toEqual([found, '[call find throws NotFound] 404', '[] 500 ?'])
  expect(bodyOf(s.transitions[1])).toMatchObject({ type: 'record', properties: { e: {} } })
  expect(s.transitions[1]?.metadata).toMatchObject({ thrown: { type: 'NotFound' } })
})

test('extraction/T33 an error handler that always sends 500', () => {
  const s = routeOf(calls, 'app.use((err, req, res, next) => { res.status(500).json({ e: 1 }) })')
  expect(outcomes(s)).toEqual([found, '[call find throws NotFound] throw NotFound', '[] 500'])
})

const http = 'class Http extends Error { constructor(code) { super(); this.errorCode = code } }\n'
const byCode = 'app.use((err, q, res, next) => { if (err.errorCode) res.status(err.errorCode).json({ m: err.message }); else res.status(500).end() })\n'

test('extraction/T36 the member an error handler sends', () => {
  const s = routeOf('throw new Http(403)', byCode, http)
  expect(outcomes(s)).toEqual(['[] 403', '[!err.errorCode] 500 ?'])
  expect(bodyOf(s.transitions[0])).toMatchObject({ type: 'record', properties: { m: {} } })
  expect(outcomes(routeOf('if (req.a) throw new Http(403); throw new Http(409)', byCode, http))).toEqual(['[req.a] 403', '[!req.a] 409', '[!err.errorCode] 500 ?'])
})

test('extraction/T37 a converter answers nothing itself', () => {
  const converter = 'app.use((err, q, s, next) => next(err instanceof Http ? err : new Http(500)))\n'
  expect(outcomes(routeOf('throw new Http(403)', converter + byCode, http))).toEqual(['[] 403', '[!err.errorCode] 500 ?'])
  expect(outcomes(routeOf('throw new Error("x")', converter + byCode, http)).filter(o => !o.endsWith('?'))).toEqual(['[] throw Error', '[not err is Http] 500'])
})

test('a converter that reassigns the error', () => {
  const converter = 'app.use((err, q, s, next) => { let error = err; if (!(error instanceof Http)) { error = new Http(502) } next(error) })\n'
  expect(outcomes(routeOf('throw new Http(403)', converter + byCode, http)).filter(o => !o.endsWith('?'))).toEqual(['[] 403'])
})

test('extraction/T38 statuses of constants packages', () => {
  const route = (text: string): BehavioralSummary => unit(extractSources({ 'src/app.ts': `import express from "express"\n${text}`, 'src/own.ts': 'export const GONE: number = Number("410")' }), 't')
  expect(outcomes(route('import status from "http-status"\nexpress().get("/t", function t(req, res) { res.status(status.NOT_FOUND).end() })'))).toEqual(['[] 404'])
  const typed = (answer: HoleAnswer, text: string): string[] => outcomes(unit(extract({
    host: memoryHost({ 'src/app.ts': text }), packs: [loadedPack(express, 'test')],
    oracle: { name: 'classic', ask: holes => holes.map(h => (h.question === 'literal' ? answer : { type: 'none', reason: 'typesOff' })), close: () => {} },
  }), 't'))
  const asked = 'import express from "express"\nimport { codes } from "some-codes"\nexpress().get("/t", function t(req, res) { res.status(codes.NOT_FOUND).end() })'
  expect(typed({ type: 'literal', value: 404 }, asked)).toEqual(['[] 404'])
  expect(typed({ type: 'none', reason: 'externalValue' }, asked)).toEqual(['[] ~codes.NOT_FOUND'])
  const unknown = route('import { codes } from "some-codes"\nexpress().get("/t", function t(req, res) { res.status(codes.NOT_FOUND).end() })')
  expect(outcomes(unknown)).toEqual(['[] ~codes.NOT_FOUND'])
  expect(unknown.gaps.map(g => g.reason)).toContain('statusUnread')
})

test('a call in a callback that nobody waits for does not throw', () => {
  expect(outcomes(routeOf('setTimeout(() => { svc.find(1) }, 1); res.json(1)')).join()).not.toContain('404')
  expect(outcomes(routeOf('svc.find(1); res.json(1)')).join()).not.toContain('404')
  expect(outcomes(routeOf('[1].forEach(async x => { await svc.find(x) }); res.json(1)')).join()).not.toContain('404')
  expect(outcomes(routeOf('svc.find(1).catch(() => null); res.json(1)')).join()).not.toContain('404')
})

test('promises that are waited for do', () => {
  for (const body of ['await Promise.all([1].map(async x => { await svc.find(x) })); res.json(1)', 'await Promise.all([svc.find(1), 2]); res.json(1)', 'const p = svc.find(1); res.json(await p)', 'return svc.find(1).then(r => res.json(r))', 'svc.find(1).then(r => res.json(r)).catch(next)'])
    expect(outcomes(routeOf(body)), body).toContain('[call find throws NotFound] 404')
  expect(outcomes(routeOf('await Promise.allSettled([svc.find(1)]); res.json(1)')).join()).not.toContain('404')
})

test('a catch that passes on, and one that tests the class', () => {
  const caught = (handler: string): string => outcomes(routeOf(`try { await svc.find(1); res.json(1) } catch (e) { ${handler} }`)).join()
  expect(caught('next(e)')).toContain('[call find throws NotFound] 404')
  expect(caught('throw e')).toContain('[call find throws NotFound] 404')
  expect(caught('if (e instanceof NotFound) return res.json(null); throw e')).not.toContain('404')
  expect(caught('if (e instanceof TypeError) return res.json(null); throw e')).toContain('[call find throws NotFound] 404')
  expect(caught('if (e instanceof NotFound) next(e); else res.json(0)')).toContain('[call find throws NotFound] 404')
  expect(caught('if (e.code === 7) throw e; res.json(0)')).toContain('[call find throws NotFound] 404 ?')
})

test('a rethrow takes the one class that comes there', () => {
  const s = routeOf('try { await svc.find(1); res.json(1) } catch (e) { next(e) }', 'app.use((err, req, res, next) => { res.status(500).end() })')
  expect(outcomes(s)).toContain('[<exception from svc.find()>] throw NotFound')
})

test('levels of functions, recursion, and two callees of one class', () => {
  const chain = `${service}
async function a(id) { return b(id) }
async function b(id) { return svc.find(id) }
async function loop(n) { if (n > 3) throw new NotFound(); return loop(n + 1) }
async function other() { throw new NotFound() }
`
  const deep = routeOf('res.json(await a(1))', '', chain)
  expect(outcomes(deep)).toEqual([found, '[call a throws NotFound] 404'])
  expect(deep.transitions[1]?.metadata?.['thrownBy']).toEqual([expect.stringContaining('::a'), expect.stringContaining('::b'), expect.stringContaining('::find')])
  expect(outcomes(routeOf('res.json(await loop(1))', '', chain))).toEqual([found, '[call loop throws NotFound] 404'])
  const two = routeOf('await svc.find(1); res.json(await other())', '', chain)
  expect(outcomes(two)).toEqual([found, '[call find throws NotFound] 404'])
  expect(two.transitions[1]?.metadata?.['thrownBy']).toEqual([expect.stringContaining('::find'), expect.stringContaining('::other')])
})

test('extraction/X05 the throws of a wrapped handler are its own', () => {
  const wrap = 'const wrap = f => (req, res, next) => Promise.resolve(f(req, res, next)).catch(next)\n'
  const s = unit(extractExpress(`${service}${wrap}const t = wrap(async (req, res) => { ${calls} })\napp.get("/t", t)`), 't')
  expect(outcomes(s)).toEqual([found, '[call find throws NotFound] 404'])
})

test('a member that is not read keeps a status uncertain', () => {
  const head = 'class Http extends Error { constructor(code) { super(); this.errorCode = code } }\n'
  const s = routeOf('throw new Http(req.body.code)', 'app.use((err, q, res, next) => { res.status(err.errorCode || 500).end() })', head)
  expect(outcomes(s)).toEqual(['[] throw Http', '[] 500 ?'])
  const written = routeOf('const e = new Error("x"); e.status = 418; next(e)', 'app.use((err, q, res, next) => { res.status(err.status || 500).end() })', '')
  expect(outcomes(written)).toEqual(['[] 418', '[] 500 ?'])
  const maybe = routeOf('const e = new Error("x"); if (req.a) e.status = 418; next(e)', 'app.use((err, q, res, next) => { res.status(err.status || 500).end() })', '')
  expect(outcomes(maybe).filter(o => !o.endsWith('?'))).toEqual(['[] throw Error'])
  const plain = routeOf('throw new Error("x")', 'app.use((err, q, res, next) => { res.status(err.status || 500).end() })', '')
  expect(outcomes(plain)).toEqual(['[] throw Error', '[] 500'])
})

test('names and other members of the thrown value', () => {
  const handler = 'app.use((err, q, res, next) => { if (err.name === "Denied") return res.status(403).end(); if (err.expose === true) return res.status(400).end(); res.status(500).end() })'
  const head = 'class Denied extends Error { constructor() { super(); this.name = "Denied" } }\nclass Shown extends Error { expose = true }\n'
  const certain = (body: string): string[] => outcomes(routeOf(body, handler, head)).filter(o => !o.endsWith('?') && !o.includes('throw'))
  expect(certain('throw new Denied()')).toEqual(['[err.name = "Denied"] 403'])
  expect(certain('throw new Shown()')).toEqual(['[err.name ≠ "Denied", err.expose = true] 400'])
  expect(certain('throw new Error("x")')).toEqual(['[err.name ≠ "Denied", err.expose ≠ true] 500'])
})

test('a status that depends on what the thrown value holds', () => {
  const handler = 'app.use((err, q, res, next) => { let { statusCode } = err; if (config.prod && !err.operational) { statusCode = 500 } res.status(statusCode).end() })'
  const head = 'class Api extends Error { constructor(statusCode, operational = true) { super(); this.statusCode = statusCode; this.operational = operational } }\n'
  expect(outcomes(routeOf('throw new Api(409)', handler, head)).filter(o => !o.endsWith('?'))).toEqual(['[] 409'])
  expect(outcomes(routeOf('throw new Api(409, false)', handler, head)).filter(o => !o.endsWith('?')).sort()).toEqual(['[] 409', '[config . prod, !err.operational] 500'])
})

test('an error passed to reject of a promise that is waited for', () => {
  const guard = `class Http extends Error { constructor(status) { super(); this.status = status } }
const verify = (req, resolve, reject) => (err, user) => { if (err || !user) return reject(new Http(401)); req.user = user; resolve() }
const auth = () => async (req, res, next) => new Promise((resolve, reject) => { check("jwt", verify(req, resolve, reject))(req, res, next) }).then(() => next()).catch(err => next(err))
`
  const s = unit(extractExpress(`${guard}app.get("/t", auth(), function t(req, res) { res.json(1) })`), 't')
  expect(outcomes(s).map(o => o.replace(/^\[.*\] /, ''))).toEqual(expect.arrayContaining(['401', '200']))
})

test('extraction/X06 a wrapper that answers itself stands beside the handler', () => {
  const s = unit(extractExpress('const auth = f => (req, res) => req.user ? f(req, res) : res.status(401).end()\nfunction t(req, res) { res.json(1) }\napp.get("/t", auth(t))'), 't')
  expect(outcomes(s)).toEqual(['[!req.user] 401', '[] 200'])
  expect(s.transitions[0]?.metadata).toMatchObject({ wrappers: { from: expect.stringContaining('auth') } })
})
