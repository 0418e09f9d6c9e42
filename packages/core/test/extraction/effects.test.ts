/** extraction.md 25.4: effects, where calls lead, configuration reads. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Effect } from '../../src/ir/index.js'
import { definePack, type PatternPack } from '../../src/pack/index.js'
import { allPacks, extractExpress, extractSources, handlers, shown, unit } from '../../src/testing/extract-source.js'

const handlerOf = (body: string, head = ''): BehavioralSummary => {
  const [found] = handlers(extractExpress(`${head}\napp.get("/t", async function t(req, res, next) {${body}})`))
  if (!found) throw new Error('no handler')
  return found
}
const calleesOf = (effects: readonly Effect[] = []): string[] => effects.flatMap(e => (e.type === 'invocation' ? [e.callee] : []))
const interactionsOf = (effects: readonly Effect[] = []): unknown[] => effects.flatMap(e => (e.type === 'interaction' ? [e.interaction] : []))
/** A function of a module, called at its top level. */
const functionOf = (text: string, name = 'f', more: Record<string, string> = {}): BehavioralSummary => unit(extractSources({ 'src/a.ts': text, ...more }), name)
const effectsOf = (s: BehavioralSummary): Effect[] => s.transitions.flatMap(t => t.effects)
const gapsOf = (s: BehavioralSummary): unknown[] => s.gaps.map(g => [g.type, g.reason, g.callee])

test('extraction/E01 an effect belongs to the paths that reach it', () => {
  const s = handlerOf('const x = req.x; if (!x) return res.status(400).end(); await save(); return res.json(1)', 'import { save } from "save"')
  expect(s.transitions.map(t => [shown(t), calleesOf(t.effects)])).toEqual([['[!req.x] 400', []], ['[req.x] 200', ['save']]])
  expect(s.transitions[1]?.effects).toMatchObject([{ type: 'invocation', callee: 'save', async: true }])
  expect(s.transitions[1]?.effects[0]).not.toHaveProperty('preconditions')
})

test('extraction/E03 arguments of a terminal keep their effects, the terminal is none', () => {
  const s = handlerOf('res.status(code()).set("x", y()).json(toView(req))', 'import { code, y, toView } from "views"')
  expect(calleesOf(s.transitions[0]?.effects).sort()).toEqual(['code', 'toView', 'y'])
})

test('extraction/E04 effects of a loop belong to its ways out and to what follows', () => {
  const s = functionOf('import { g, u } from "g"\nfunction f(xs) { for (const x of xs) { g(); if (x) return "A"; u() } return "B" }\nf([])')
  expect(s.transitions.map(t => calleesOf(t.effects))).toEqual([['g', 'u'], ['g', 'u']])
})

test.each([
  ['const { env: { A: a = "d" } } = process; return a', { class: 'config-read', name: 'A', defaulted: true, default: 'd' }],
  ['const { A: a } = process.env; return a', { class: 'config-read', name: 'A', defaulted: false }],
  ['return process.env["A"] ?? 3', { class: 'config-read', name: 'A', defaulted: true, default: 3 }],
  ['return process.env.A || other()', { class: 'config-read', name: 'A', defaulted: true }],
  ['const { env } = process; return env.A', { class: 'config-read', name: 'A', defaulted: false }],
])('extraction/E05 %s', (body, read) => {
  const s = functionOf(`import { other } from "o"\nfunction f() { ${body} }\nf()`)
  expect(interactionsOf(s.transitions[0]?.effects)).toEqual([read])
})

test('extraction/E06 a helper that reads a name it is given', () => {
  const result = extractSources({ 'src/a.ts': 'import { die } from "d"\nconst need = n => process.env[n] ?? die()\nexport function f() { return need("T") }\nf()' })
  expect(interactionsOf(effectsOf(unit(result, 'need')))).toEqual([{ class: 'config-read', name: null, defaulted: true }])
  expect(interactionsOf(effectsOf(unit(result, 'f')))).toMatchObject([{ class: 'config-read', name: 'T' }])
})

test('extraction/E07 a recognizer that throws costs its own site only', () => {
  const pack: PatternPack = definePack({
    name: 'loud', protocol: 'in-process', languages: ['typescript'], requiresImport: [], discovery: [], terminals: [], inputMapping: { type: 'allPositional' }, declarations: [],
    invocationRecognizers: [call => {
      if (call.callee === 'bad') throw new Error('boom')
      return call.callee === 'good' ? [{ type: 'emission', event: 'good' }] : null
    }],
  })
  const result = extractSources({ 'src/a.ts': 'import { bad, good } from "x"\nfunction f() {\n  bad()\n  good()\n}\nf()' }, [...allPacks, pack])
  expect(result.incomplete).toEqual([{ file: 'src/a.ts', reason: 'recognizerThrew', detail: 'line 3: pack loud: boom' }])
  expect(unit(result, 'f').transitions[0]?.effects.map(e => (e.type === 'invocation' ? e.callee : e.type))).toEqual(['bad', 'good', 'emission'])
})

test('extraction/E08 calls that leave the run leave no gap', () => {
  const s = functionOf('import dep, { load } from "dep"\nimport fs from "node:fs"\ndeclare const shop: { open(): void }\nfunction f(x, cb) { JSON.parse(x); load(); dep.a.b(); new Date(); fs.readFileSync(x); [].map(cb); cb(); x.trim(); shop.open(); unknown() }\nf()')
  expect(gapsOf(s)).toEqual([])
  expect(s.confidence.level).toBe('high')
})

const repo = 'interface Repo { find(id: string): unknown }\n'
const uses = 'class Service { constructor(private repo: Repo) {} run(id: string) { return this.repo.find(id) } }\nexport function f(s: Service) { return s.run("1") }\n'

test('extraction/E09 an interface without, with one and with two implementations', () => {
  const run = (classes: string, made: string): BehavioralSummary =>
    functionOf(`${repo}${classes}\n${uses}const service = new Service(${made})\nexport const g = () => service.run("1")\ng()`, 'run')
  const one = run('export class Db implements Repo { find(id: string) { return id } }', 'undefined as unknown as Repo')
  expect(one.gaps).toEqual([])
  expect(effectsOf(one)).toMatchObject([{ type: 'invocation', callee: 'this.repo.find', summary: 'src/a.ts::Db.find' }])
  const two = run('export class Db implements Repo { find(id: string) { return id } }\nexport class Memory implements Repo { find(id: string) { return [id] } }', 'undefined as unknown as Repo')
  expect(effectsOf(two)).toMatchObject([{ possibleSummaries: ['src/a.ts::Db.find', 'src/a.ts::Memory.find'] }])
  expect(effectsOf(two)[0]).not.toHaveProperty('summary')
  const none = run('', 'undefined as unknown as Repo')
  expect(gapsOf(none)).toEqual([['unfollowedCall', 'noBody', 'this.repo.find']])
})

test('extraction/E12 a client call of a handler is a service call with what it sends', () => {
  const s = handlerOf('await fetch("/a", { method: "POST", body: JSON.stringify({ n: 1 }) }); res.json(1)')
  const calls = s.transitions[0]?.effects.flatMap(e => (e.type === 'interaction' ? [e] : []))
  expect(calls).toMatchObject([{
    binding: { semantics: { name: 'rest', method: 'POST', path: '/a' } },
    interaction: { class: 'service-call', method: 'POST', payload: { type: 'record', properties: { n: { type: 'literal', value: 1 } } } },
  }])
  const without = handlerOf('await fetch("/a"); res.json(1)').transitions[0]?.effects.flatMap(e => (e.type === 'interaction' ? [e.interaction] : []))
  expect(without).toEqual([{ class: 'service-call', method: 'GET' }])
})

test('extraction/E14 without a deployed unit the binding of a read names none', () => {
  const s = functionOf('function f() { return process.env.A }\nf()')
  expect(s.transitions[0]?.effects.flatMap(e => (e.type === 'interaction' ? [e.binding.semantics] : []))).toEqual([{ name: 'runtime-config', deploymentTarget: null, instanceName: null }])
})

test('extraction/E09 through imports, an extended interface and an abstract class', () => {
  const files = {
    'src/repo.ts': 'export interface Reader { read(id: string): unknown }\nexport interface Repo extends Reader { write(): void }\nexport abstract class Base { abstract load(): unknown; all() { return this.load() } }\n',
    'src/db.ts': 'import type { Repo } from "./repo"\nimport { Base } from "./repo"\nexport class Db implements Repo { read(id: string) { return id } write() {} }\nexport class Disk extends Base { load() { return 1 } }\n',
  }
  const s = functionOf('import type { Reader as Source } from "./repo"\nexport function f(source: Source) { return source.read("1") }\nf(other)\nimport { other } from "x"', 'f', files)
  expect(effectsOf(s)).toMatchObject([{ callee: 'source.read', summary: 'src/db.ts::Db.read' }])
  const all = unit(extractSources({ ...files, 'src/a.ts': 'import type { Base } from "./repo"\nexport const f = (base: Base) => base.all()\nf()' }), 'all')
  expect(effectsOf(all)).toMatchObject([{ callee: 'this.load', summary: 'src/db.ts::Disk.load' }])
})
