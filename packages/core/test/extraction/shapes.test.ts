/** extraction.md 25.4: shapes by syntax, by following names, and by the type oracle. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type BehavioralSummary, type TypeShape, unreadFacts } from '../../src/ir/index.js'
import { openProject } from '../../src/project.js'
import { extractExpress, handlers } from '../../src/testing/extract-source.js'

const folder = mkdtempSync(join(tmpdir(), 'suss-shapes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Bodies of the one handler, without types. */
function bodiesOf(body: string, head = ''): (TypeShape | null)[] {
  const [found] = handlers(extractExpress(`${head}\napp.get("/t", async (req, res) => { ${body} })`))
  return found ? bodies(found) : []
}
const bodies = (s: BehavioralSummary): (TypeShape | null)[] => s.transitions.flatMap(t => (t.output.type === 'response' ? [t.output.body] : []))

let projects = 0
/** The one handler of a project on disk, with real TypeScript or without. */
function handlerOnDisk(source: string, types: 'classic' | 'off', more: Record<string, string> = {}): BehavioralSummary {
  const root = join(folder, `p${++projects}`)
  const files = {
    'package.json': '{ "name": "shop" }', 'suss.json': '{ "packs": ["express"] }',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "target": "ES2023", "types": [], "skipLibCheck": true }, "include": ["src"] }',
    'src/app.ts': `import express from "express"\nconst app = express()\n${source}`, ...more,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const [found, ...rest] = handlers(openProject({ root, types }).extract())
  if (!found || rest.length > 0) throw new Error(`${rest.length + (found ? 1 : 0)} handlers`)
  return found
}

const text: TypeShape = { type: 'text' }
const number: TypeShape = { type: 'number' }
const unknown: TypeShape = { type: 'unknown' }
const missing: TypeShape = { type: 'undefined' }
const literal = (value: string | number | boolean, raw?: string): TypeShape => ({ type: 'literal', value, ...(raw === undefined ? {} : { raw }) })
const record = (properties: Record<string, TypeShape>): TypeShape => ({ type: 'record', properties })
const union = (...variants: TypeShape[]): TypeShape => ({ type: 'union', variants })

test('extraction/S01 literals keep their type, numbers their text', () => {
  expect(bodiesOf('res.json({ s: "ok", n: -3, h: 0xFF, f: 1.0, t: true, e: null, u: undefined, q: `x` })')).toEqual([
    record({ s: literal('ok'), n: literal(-3, '-3'), h: literal(255, '0xFF'), f: literal(1, '1.0'), t: literal(true), e: { type: 'null' }, u: missing, q: literal('x') }),
  ])
  expect(bodiesOf('const one = "a"; let two = "b"; two = req.x; res.json({ one, two })')).toEqual([record({ one: literal('a'), two: unknown })])
})

test('extraction/S02 spreads', () => {
  const head = 'import { unknown } from "u"\nconst known = { a: "x", b: "y" }'
  expect(bodiesOf('res.json({ ...known, a: 1 })', head)).toEqual([record({ b: literal('y'), a: literal(1, '1') })])
  expect(bodiesOf('res.json({ a: 1, ...known })', head)).toEqual([record({ a: literal('x'), b: literal('y') })])
  expect(bodiesOf('res.json({ ...unknown(), a: 1 })', head)).toEqual([{ ...record({ a: literal(1, '1') }), spreads: [{ sourceText: 'unknown()' }] }])
  expect(bodiesOf('res.json({ ...(req.c && { a: "z" }) })', head)).toEqual([record({ a: union(literal('z'), missing) })])
  expect(bodiesOf('res.json({ ...(req.c ? { a: "z" } : {}), m() {}, f: () => 1 })', head)).toEqual([record({ a: union(literal('z'), missing) })])
})

const found = `interface User { id: string; name: string | null }
declare function find(): Promise<User | null>
app.get("/t", async (req, res) => { const u = await find(); if (!u) return res.status(404).json({ error: "none" }); res.json(u) })`

test('extraction/S03 a value has the type it is narrowed to', () => {
  expect(bodies(handlerOnDisk(found, 'classic'))).toEqual([record({ error: literal('none') }), record({ id: text, name: union({ type: 'null' }, text) })])
})

test('extraction/S04 a dictionary, a Date and a recursive type', () => {
  const s = handlerOnDisk(`interface Tree { id: string; made: Date; kids: Tree[]; extra: Record<string, number> }
declare function load(): { root: Tree; counts: Record<string, { n: number }> }
app.get("/t", (req, res) => { res.json(load()) })`, 'classic')
  const [key = '', ...others] = Object.keys(s.definitions ?? {})
  expect(others).toEqual([])
  expect(key).toMatch(/^Tree#[0-9a-f]{10}$/)
  const ref: TypeShape = { type: 'ref', name: 'Tree', def: key, from: 'src/app.ts' }
  expect(bodies(s)).toEqual([record({ root: ref, counts: { type: 'dictionary', values: record({ n: number }) } })])
  expect(s.definitions).toEqual({ [key]: record({ id: text, made: { type: 'ref', name: 'Date' }, kids: { type: 'array', items: ref }, extra: { type: 'dictionary', values: number } }) })
})

test('extraction/S06 without types only what a type said is unknown', () => {
  const off = handlerOnDisk(found, 'off')
  expect(bodies(off)).toEqual([record({ error: literal('none') }), unknown])
  expect(unreadFacts(off)).toMatchObject([{ at: '/transitions/1/output/body', reason: 'typesOff' }])
  const classic = handlerOnDisk(found, 'classic')
  expect(unreadFacts(classic)).toEqual([])
  const bare = ({ metadata, ...s }: BehavioralSummary): unknown => ({ ...s, metadata: { ...metadata, unread: null }, transitions: s.transitions.map(t => ({ ...t, output: { ...t.output, body: null } })) })
  expect(bare(off)).toEqual(bare(classic))
})
