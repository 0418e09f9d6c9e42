/** extraction.md 25.5, and G05: whole runs give the same bytes, survive any file, and name a reason for all they do not know. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { packs } from '../../../../packs/testing/all-packs.js'
import { extract, type ExtractResult } from '../../src/analyze.js'
import type { SourceHost } from '../../src/host.js'
import { type BehavioralSummary, httpTransition, reasonTexts, safeParseSummaries, unreadFacts } from '../../src/ir/index.js'
import { loadedPack } from '../../src/pack/index.js'
import { memoryHost } from '../../src/program/memory-host.js'
import { openProject } from '../../src/project.js'
import { allPacks, extractSources } from '../../src/testing/extract-source.js'
import { createNone } from '../../src/types/none.js'

const folder = mkdtempSync(join(tmpdir(), 'suss-runs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shop = {
  'package.json': '{ "name": "shop" }',
  'suss.json': '{ "packs": ["express", "fetch"] }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "target": "ES2023", "types": [] }, "include": ["src"] }',
  'src/app.ts': 'import express from "express"\nimport { users } from "./users"\nimport { load } from "./load"\nconst app = express()\napp.use("/users", users)\napp.get("/all", async (req, res) => {\n  const found = await load("/a")\n  if (!found) return res.status(404).json({ error: "none" })\n  res.json(found)\n})\n',
  'src/users.ts': 'import { Router } from "express"\nimport { Missing } from "./errors"\nexport const users = Router()\nusers.get("/:id", (req, res) => {\n  if (req.params.id === "0") throw new Missing()\n  res.json({ id: req.params.id })\n})\n',
  'src/errors.ts': 'export class Missing extends Error { status = 404 }\n',
  'src/load.ts': 'export async function load(path: string): Promise<{ id: string } | null> {\n  const r = await fetch(path)\n  if (!r.ok) return null\n  return r.json()\n}\nexport const first = async () => (await load("/b"))?.id\n',
  'src/broken.ts': 'export const = 1\n',
  'src/also/broken.ts': 'import { load } from "../load"\nexport const = 1\n',
  'src/more/load.ts': 'import { load } from "../load"\nexport const second = () => load("/c")\n',
}
const bytes = (result: ExtractResult): string => JSON.stringify(result)
const runOn = (host: SourceHost): ExtractResult => extract({ host, packs: allPacks.map(p => loadedPack(p, 'test')), oracle: createNone() })

test('extraction/N01 the same project twice, and listed in reverse', () => {
  const host = memoryHost(shop)
  const once = bytes(runOn(host))
  expect(JSON.parse(once).summaries.length).toBeGreaterThan(5)
  expect(bytes(runOn(memoryHost(shop)))).toBe(once)
  expect(bytes(runOn({ ...host, files: () => [...host.files()].reverse() }))).toBe(once)
})

test('extraction/N01 another root folder', () => {
  const roots = ['one', 'deeper/two'].map(name => join(folder, name))
  const [one, two] = roots.map(root => {
    for (const [file, text] of Object.entries(shop)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return JSON.stringify(openProject({ root, types: 'classic' }).extract())
  })
  expect(one).toBe(two)
  expect(one).toContain('"src/more/load.ts"')
  expect(one).not.toContain(folder)
  // what a type answers is there too
  expect(one).toContain('{"id":{"type":"text"}}')
})

test('extraction/N01 the separators of Windows', () => {
  const host = memoryHost(shop)
  const slashes = (file: string): string => file.replaceAll('\\', '/')
  const windows: SourceHost = {
    ...host,
    root: 'C:\\work\\shop',
    files: () => host.files().map(f => f.replaceAll('/', '\\')),
    read: file => host.read(slashes(file)),
    place: file => host.place(slashes(file)),
    resolve(specifier, from) {
      const found = host.resolve(specifier, slashes(from))
      return found.type === 'project' ? { ...found, file: found.file.replaceAll('/', '\\') } : found
    },
  }
  expect(bytes(runOn(windows))).toBe(bytes(runOn(host)))
})

test('extraction/N01 line ends and a mark at the start of the file change no id', () => {
  const ids = (texts: Record<string, string>): unknown[] => runOn(memoryHost(texts)).summaries.map(s => [s.identity.id, s.transitions.map(t => t.id)])
  const windows = Object.fromEntries(Object.entries(shop).map(([file, text]) => [file, `\uFEFF${text.replaceAll('\n', '\r\n')}`]))
  expect(ids(windows)).toEqual(ids(shop))
})

const brackets = (depth: number): string => `export const deep = ${'['.repeat(depth)}${']'.repeat(depth)}\n`
const elseIfs = (count: number): string => `export function pick(x) { ${Array.from({ length: count }, (_, i) => `if (x === ${i}) return ${i}`).join('\nelse ')} }\n`
const parens = (depth: number): string => `export function nested(x, y) { if (x) return ${'f('.repeat(depth)}y${')'.repeat(depth)}; return 1 }\nfunction f(a) { return a }\nnested()\n`
const bangs = (depth: number): string => `export function denied(x) { if (${'!('.repeat(depth)}x${')'.repeat(depth)}) return 1; return 2 }\ndenied()\n`
const deepFiles = {
  'src/app.ts': 'import express from "express"\nconst app = express()\napp.get("/t", (req, res) => { res.json(1) })\n',
  'src/brackets.ts': brackets(5000),
  'src/else-ifs.ts': elseIfs(5000),
  'src/parens.ts': parens(600),
  'src/bangs.ts': bangs(600),
}

function expectDegraded(result: Pick<ExtractResult, 'summaries' | 'incomplete'>): void {
  const byName = (name: string): BehavioralSummary | undefined => result.summaries.find(s => s.identity.name === name)
  expect(result.incomplete.map(i => [i.file, i.reason])).toEqual([['src/brackets.ts', 'fileTooDeep'], ['src/else-ifs.ts', 'fileTooDeep']])
  expect(result.summaries.filter(s => s.kind === 'handler')).toHaveLength(1)
  expect(byName('nested')?.transitions.map(t => t.output.type)).toEqual(['return', 'return'])
  expect(byName('nested')?.transitions[0]?.conditions).toMatchObject([{ type: 'truthinessCheck' }])
  expect(byName('denied')?.transitions).toHaveLength(2)
  expect(result.summaries.filter(s => unreadFacts(s).some(u => u.at === '/transitions' && u.reason === 'unsupportedSyntax')).map(s => s.identity.name)).toContain('nested')
}

test('extraction/N09 files and expressions that nest too deep', () => expectDegraded(extractSources(deepFiles)))

test('extraction/N09 on the stack a command has', () => {
  const root = join(folder, 'deep')
  for (const [file, text] of Object.entries({ ...deepFiles, 'package.json': '{ "name": "deep" }', 'suss.json': '{ "packs": ["express", "fetch", "node"] }' })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const bin = fileURLToPath(new URL('../../bin/suss.js', import.meta.url))
  const done = spawnSync(process.execPath, [bin, 'extract', '--root', root, '--types', 'off'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  expect(done.stderr).not.toMatch(/Maximum call stack|RangeError/)
  expect(done.status).toBe(0)
  const summaries = JSON.parse(done.stdout) as BehavioralSummary[]
  expect(done.stderr).toMatch(/src\/brackets\.ts/)
  expect(done.stderr).toMatch(/src\/else-ifs\.ts/)
  expect(summaries.filter(s => s.kind === 'handler')).toHaveLength(1)
  expect(summaries.find(s => s.identity.name === 'nested')?.transitions).toHaveLength(2)
})

const own = [
  'import express from "express"\nconst app = express()\nexport const add = p => app.get(p, (req, res) => res.json(1))\napp.get("/a", limiter(h))\nimport { limiter } from "limits"\nconst h = (req, res) => { res.status(req.s).json(req.b) }\napp.get("/b", c ? h : k)\nconst k = (req, res) => { log() }\nimport { c, log } from "x"\napp.use(process.env.PREFIX, r)\nconst r = express.Router()\nr.get("/c", h)',
  'export const f = (u, o) => fetch(u, o)\nexport const g = (b) => fetch(b)\nexport const e = () => fetch(process.env.URL)\nexport const q = async (x) => (await fetch(`${x}users`)).json()',
  'const need = n => process.env[n]\nneed("A")\nneed(other())\nimport { other } from "o"\nprocess.stdout.write(other())\nprocess.exit(other())',
]

/** The texts of every folder below `packs/<name>/fixtures`. */
function fixturesOnDisk(): Record<string, string>[] {
  const root = fileURLToPath(new URL('../../../../packs/', import.meta.url))
  const parents = readdirSync(root).map(name => join(root, name, 'fixtures')).filter(existsSync)
  return parents.flatMap(parent => readdirSync(parent, { withFileTypes: true }).filter(entry => entry.isDirectory() && entry.name !== 'node_modules').map(({ name }) => {
    const files = readdirSync(join(parent, name), { recursive: true, encoding: 'utf8' }).filter(file => /\.[cm]?tsx?$/.test(file))
    return Object.fromEntries(files.map(file => [file.replaceAll('\\', '/'), readFileSync(join(parent, name, file), 'utf8')]))
  }))
}

/** Every null a reader would take for "not known", by JSON pointer, in bindings, roles, statuses and effects. */
function nullsOf(summary: BehavioralSummary): string[] {
  const out: string[] = []
  const semantics = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    // a whole container has no access path
    for (const [key, member] of Object.entries(value)) if (member === null && key !== 'accessPath') out.push(`${at}/${key}`)
  }
  semantics(summary.identity.boundaryBinding?.semantics, '/identity/boundaryBinding/semantics')
  summary.inputs.forEach((input, i) => {
    if (input.type === 'parameter' && (input.role as string | null) === null) out.push(`/inputs/${i}/role`)
  })
  for (const [i, t] of summary.transitions.entries()) for (const [j, effect] of t.effects.entries()) {
    if (effect.type !== 'interaction') continue
    const at = `/transitions/${i}/effects/${j}`
    semantics(effect.binding.semantics, `${at}/binding/semantics`)
    semantics(effect.interaction, `${at}/interaction`)
  }
  return out
}

/** B9: without a deployed unit both fields of a runtime binding are null, and that is all there is to say. */
const isDeployment = (summary: BehavioralSummary, at: string): boolean => {
  const [, , i, , j] = at.split('/')
  const effect = at.startsWith('/transitions') ? summary.transitions[Number(i)]?.effects[Number(j)] : undefined
  return effect?.type === 'interaction' && effect.binding.semantics.name === 'runtime-config' && /\/(deploymentTarget|instanceName)$/.test(at)
}

function unexplained(summary: BehavioralSummary): string[] {
  const unread = unreadFacts(summary)
  const known = new Set<string>(Object.keys(reasonTexts))
  const badGaps = summary.gaps.filter(g => g.reason === undefined || !known.has(g.reason)).map(g => `gap ${g.description}`)
  const badUnread = unread.filter(u => !known.has(u.reason)).map(u => `unread ${u.at}`)
  const nulls = nullsOf(summary).filter(at => !isDeployment(summary, at) && !unread.some(u => u.at === at)
    && !(at.startsWith('/identity/') && summary.gaps.some(g => g.type === 'unreadOutcome' && g.reason !== undefined))
    && !(at.endsWith('/role') && summary.gaps.some(g => g.reason === 'unknownRole')))
  const statuses = summary.transitions.flatMap((t, i) => (t.output.type === 'response' && t.output.statusCode?.type === 'unresolved' && httpTransition(t).statusFrom !== 'throw' && !summary.gaps.some(g => g.reason === 'statusUnread') ? [`status of ${i}`] : []))
  return [...badGaps, ...badUnread, ...nulls, ...statuses].map(text => `${summary.identity.id} ${text}`)
}

test('extraction/G05 every gap and every null of the fixtures has a reason', () => {
  const fixtures = fixturesOnDisk()
  expect(fixtures.length).toBeGreaterThan(20)
  const runs = [...fixtures, ...own.map(text => ({ 'src/a.ts': text }))].map(texts => extractSources(texts, packs))
  const summaries = runs.flatMap(r => r.summaries)
  expect(summaries.flatMap(unexplained)).toEqual([])
  expect(safeParseSummaries(summaries).success).toBe(true)
  // the check has something to look at
  expect(new Set(summaries.flatMap(s => s.gaps.map(g => g.reason))).size).toBeGreaterThan(6)
  expect(summaries.flatMap(nullsOf).length).toBeGreaterThan(6)
  expect(runs.flatMap(r => r.incomplete).every(i => i.reason in reasonTexts)).toBe(true)
})

test('summaries stand in the order of workspace, file, place, kind and id', () => {
  const result = extractSources({ 'src/b.ts': own[0] ?? '', 'src/a.ts': 'import express from "express"\nconst app = express()\napp.use(load())\nimport { load } from "./c"\n', 'src/c.ts': 'export const load = () => other()\nimport { other } from "x"\n', 'src/d.ts': own[1] ?? '' })
  const files = result.summaries.map(s => s.location.file)
  expect(files).toEqual([...files].sort())
  expect(new Set(files)).toContain('src/a.ts')
})

/** What the pointer leads to; undefined when it leads nowhere. */
const pointed = (summary: BehavioralSummary, at: string): unknown =>
  at.split('/').slice(1).reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), summary)

test('what is unread is where it is said to be, also after composition', () => {
  const guarded = 'import express from "express"\nimport { u, v } from "x"\nconst app = express()\nfunction guard(req, res, next) { if (req.a) return res.status(401).end(); next() }\napp.use(guard)\napp.get("/t", (req, res) => { if (req.b) return res.status(400).json({ e: 1 }); res.json(u(process.env[v])) })'
  const summaries = [{ 'src/a.ts': guarded }, ...fixturesOnDisk()].flatMap(texts => extractSources(texts, packs).summaries)
  const entries = summaries.flatMap(s => unreadFacts(s).map(u => [`${s.identity.id} ${u.at}`, pointed(s, u.at)] as const))
  const isUnknown = (value: unknown): boolean => value === null || JSON.stringify(value) === '{"type":"unknown"}'
  expect(entries.filter(([at, value]) => !isUnknown(value) && !at.endsWith(' /transitions')).map(([at]) => at)).toEqual([])
  expect(entries.map(([at]) => at)).toContain('src/a.ts::GET /t /transitions/2/output/body')
})
