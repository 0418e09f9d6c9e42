/** A schema that the code runs on the request is what the route accepts (packs.md 5.4). */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../../src/ir/index.js'
import { httpFacts } from '../../src/ir/index.js'
import { checkSummaries } from '../../src/check/index.js'
import { allPacks, extractSources } from '../../src/testing/extract-source.js'
import hono from '../../../../packs/hono/pack.js'
import nextjs from '../../../../packs/nextjs/pack.js'

const head = 'import express from "express"\nimport { z } from "zod"\nconst app = express()\nconst S = z.object({ title: z.string(), note: z.string().optional() })\n'
const units = (text: string): BehavioralSummary[] => extractSources({ 'app.ts': head + text }).summaries
const acceptsOf = (text: string) => httpFacts(units(text).find(s => s.kind === 'handler') as BehavioralSummary).accepts
const handler = (body: string): string => `app.post("/cards", async (req, res) => { ${body} })`

const shape = { type: 'record', properties: { title: { type: 'text' }, note: { type: 'union', variants: [{ type: 'text' }, { type: 'undefined' }] } } }

test.each([
  ['a parse', 'const card = S.parse(req.body); res.status(201).json({ title: card.title })', undefined],
  ['a parse that is waited for', 'const card = await S.parseAsync(req.body); res.json({ title: card.title })', undefined],
  ['a safe parse', 'const p = S.safeParse(req.body); if (!p.success) return res.status(422).json({ error: "no" }); res.json({ title: p.data.title })', 422],
  ['a safe parse the other way round', 'const p = S.safeParse(req.body); if (p.success) { res.json({ title: p.data.title }) } else { res.status(400).end() }', 400],
  ['a safe parse in parts', 'const { success, data } = S.safeParse(req.body); if (!success) { res.status(400).end(); return } res.json({ title: data.title })', 400],
  ['a safe parse compared', 'const p = S.safeParse(req.body); if (p.success === false) return res.status(400).end(); res.json({ title: p.data.title })', 400],
  ['a guard in front', 'if (!req.user) return res.status(401).end(); const p = S.safeParse(req.body); if (!p.success) return res.status(400).end(); res.json({ title: p.data.title })', 400],
  ['a catch that refuses', 'let card; try { card = S.parse(req.body) } catch (e) { return res.status(400).end() } res.json({ title: card.title })', undefined],
])('packs/U5 what a route accepts by %s', (_, body, rejects) => {
  expect(acceptsOf(handler(body))).toEqual({ enforced: true, ...(rejects === undefined ? {} : { rejects }), strips: ['body'], body: { required: true, shape } })
})

test.each([
  ['a result nobody asks', 'const p = S.safeParse(req.body); res.json({ ok: p.success })'],
  ['a result that is logged', 'const p = S.safeParse(req.body); if (!p.success) console.log(p.error); res.json({ ok: true })'],
  ['a way around it', 'if (req.query.draft) return res.json({ draft: true }); const card = S.parse(req.body); res.json({ title: card.title })'],
  ['one of two ways', 'if (req.query.draft) { S.parse(req.body) } res.json({ ok: true })'],
  ['an answer of success on failure', 'const p = S.safeParse(req.body); if (!p.success) return res.json({ errors: [] }); res.json({ title: p.data.title })'],
  ['a caught parse', 'let card; try { card = S.parse(req.body) } catch (e) { card = { title: "none" } } res.json({ title: card.title })'],
  ['a caught parse that answers', 'try { const card = S.parse(req.body); res.json({ title: card.title }) } catch (e) { res.json({ error: "x" }) }'],
  ['something else', 'const card = S.parse(req.user); res.json({ title: card.title })'],
  ['a part of the body', 'const card = S.parse(req.body.card); res.json({ title: card.title })'],
  ['two of them', 'const a = S.safeParse(req.body); const b = z.object({ x: z.string() }).safeParse(req.body); if (!a.success && !b.success) return res.status(400).end(); res.json({ ok: true })'],
  ['a loop', 'for (const x of list) S.parse(req.body); res.json({ ok: true })'],
  ['a callback', 'list.forEach(() => S.parse(req.body)); res.json({ ok: true })'],
])('a route accepts anything with %s', (_, body) => {
  expect(acceptsOf(handler(body))).toBeUndefined()
})

test('names are dropped only where nothing else is used', () => {
  const strips = (body: string): unknown => acceptsOf(handler(body))?.strips
  expect(strips('const c = S.parse(req.body); res.json({ c })')).toEqual(['body'])
  expect(strips('const c = S.parse(req.body); save(req.body); res.json({ c })')).toBeUndefined()
  expect(strips('const c = S.parse(req.body); save(req); res.json({ c })')).toBeUndefined()
})

const validate = 'const validate = schema => (req, res, next) => { const p = schema.safeParse(req.body); if (!p.success) return res.status(400).json({ error: "no" }); next() }\n'

test('a middleware of the project validates for the routes behind it', () => {
  const route = 'app.post("/cards", validate(S), (req, res) => { res.json({ ok: true }) })'
  expect(acceptsOf(validate + route)).toEqual({ enforced: true, rejects: 400, body: { required: true, shape } })
  const around = 'const validate = schema => (req, res, next) => { if (req.query.x) return next(); const p = schema.safeParse(req.body); if (!p.success) return res.status(400).end(); next() }\n'
  expect(acceptsOf(around + route)).toBeUndefined()
})

test('bodies of other frameworks', () => {
  const of = (text: string, pack: typeof hono, file = 'app.ts') => httpFacts(extractSources({ [file]: `import { z } from "zod"\nconst S = z.object({ title: z.string() })\n${text}`, 'next.config.js': '', 'package.json': '{ "dependencies": { "next": "15" } }' }, [pack]).summaries.find(s => s.kind === 'handler') as BehavioralSummary).accepts?.body
  const body = { required: true, shape: { type: 'record', properties: { title: { type: 'text' } } } }
  expect(of('import { Hono } from "hono"\nconst app = new Hono()\napp.post("/a", async c => { const b = S.parse(await c.req.json()); return c.json({ t: b.title }) })', hono)).toEqual(body)
  expect(of('export async function POST(request) { const json = await request.json(); const p = S.safeParse(json); if (!p.success) return Response.json({}, { status: 400 }); return Response.json({ t: p.data.title }) }', nextjs, 'app/a/route.ts')).toEqual(body)
})

test('checking/K167 a client that misnames a field of such a route', () => {
  const found = (init: string, schema = 'S.partial()'): string[] => {
    const server = `${head}app.patch("/cards/:id", (q, s) => { const p = ${schema}.safeParse(q.body); if (!p.success) return s.status(400).end(); s.json(update(q.params.id, p.data)) })`
    const client = `export async function c(form) { const r = await fetch("/cards/1", { method: "PATCH", body: JSON.stringify(${init}) }); if (!r.ok) throw r }`
    return checkSummaries({ summaries: extractSources({ 'app.ts': server, 'client.ts': client }, allPacks).summaries, config: {}, medium: 'check' }).findings
      .filter(f => f.aspect === 'send').map(f => `${f.severity} ${f.kind}.${f.form} ${String(f.facts['field'])}`)
  }
  expect(found('{ name: "n" }')).toEqual(['warning boundaryFieldUnknown.request name'])
  expect(found('{ name: "n" }', 'S.partial().strict()')).toEqual(['error boundaryFieldUnknown.request name'])
  expect(found('{ ...form }')).toEqual([])
  expect(found('{ title: "n" }')).toEqual([])
  expect(found('{ name: "n" }', 'S.partial().passthrough()')).toEqual([])
})
