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
  ['const { A: a } = process.env; return a', { class: 'config-read', name: 'A', defaulted: false, optional: true }],
  ['return process.env["A"] ?? 3', { class: 'config-read', name: 'A', defaulted: true, default: 3 }],
  ['return process.env.A || other()', { class: 'config-read', name: 'A', defaulted: true }],
  ['const { env } = process; return env.A', { class: 'config-read', name: 'A', defaulted: false, optional: true }],
  ['return process.env.A.length', { class: 'config-read', name: 'A', defaulted: false }],
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

const program = (text: string, more: Record<string, string> = {}) => extractSources({ 'src/a.ts': text, ...more })

test('extraction/T26 nothing runs after an exit', () => {
  const s = unit(program('export function f() { a() }\nexport function run() { process.exit(2); f() }\nrun()'), 'run')
  expect(s.transitions.map(shown)).toEqual(['[] exit 2'])
  expect(s.transitions.map(t => t.effects)).toEqual([[]])
})

test('extraction/T27 an exit code that is only set is a change of state', () => {
  const s = unit(program('export function run(x) { process.exitCode = 1; return x }\nrun(1)'), 'run')
  expect(s.transitions.map(t => t.output.type)).toEqual(['return'])
  expect(s.transitions[0]?.effects).toMatchObject([{ type: 'stateChange', variable: 'process.exitCode', newValue: { kind: 'number', value: 1 } }])
})

test('a variable of another function is state, one of its own is not', () => {
  const s = unit(program('let count = 0\nexport function run() { let own = 1; own = 2; count++; count = own; return own }\nrun()'), 'run')
  expect(s.transitions[0]?.effects).toMatchObject([{ type: 'stateChange', variable: 'count' }, { type: 'stateChange', variable: 'count', newValue: { kind: 'identifier', name: 'own' } }])
  const process = unit(program('export function run(process) { process.exitCode = 1 }\nrun({})'), 'run')
  expect(process.transitions[0]?.effects).toEqual([])
})

test('extraction/T39 a returned emission is the outcome, elsewhere an effect', () => {
  const s = unit(program('export function run(bus, id) { if (!id) { bus.emit("none"); return 1 } return bus.emit("done", { id }) }\nrun(b, 1)'), 'run')
  expect(s.transitions.map(t => t.output)).toMatchObject([{ type: 'return' }, { type: 'emit', event: 'done', payload: { type: 'record' } }])
  expect(s.transitions.map(t => t.effects.filter(e => e.type === 'emission'))).toMatchObject([[{ event: 'none' }], []])
  expect(s.transitions[1]?.effects).toEqual([])
  const own = unit(program('const bus = { emit(name) { return name } }\nexport function run() { return bus.emit("done") }\nrun()'), 'run')
  expect(own.transitions.map(t => t.output.type)).toEqual(['return'])
})

test('extraction/T40 a result that becomes the exit code', () => {
  const found = program('async function check() { return work() ? 1 : 0 }\nexport const main = async () => { const failed = await check(); if (failed === 3) return 4; return failed }\nconst other = () => 1\nother()\nprocess.exitCode = await main()')
  expect(unit(found, 'module-init').transitions[0]?.effects).toMatchObject([{ callee: 'other' }, { callee: 'main' }, { type: 'stateChange', variable: 'process.exitCode' }])
  expect(unit(found, 'main').metadata?.process).toEqual({ exitCodeFrom: 'return' })
  expect(unit(found, 'check').metadata?.process).toEqual({ exitCodeFrom: 'return' })
  expect(unit(found, 'check').transitions.map(shown)).toEqual(['[call work] return 1', '[not call work] return 0'])
  expect(unit(found, 'other').metadata?.process).toBeUndefined()
  const settled = program('const main = async () => 1\nmain().then(code => process.exit(code))')
  expect(unit(settled, 'main').metadata?.process).toEqual({ exitCodeFrom: 'return' })
})

test('extraction/E02 equal calls are one with a count', () => {
  const s = unit(program(`export function run() {\n${'  f(1)\n'.repeat(13)}  f(2)\n}\nfunction f(n) { g(n) }\nrun()`), 'run')
  expect(s.transitions[0]?.effects).toMatchObject([{ callee: 'f', count: 13, location: { start: 2 } }, { callee: 'f', location: { start: 15 } }])
})

test('extraction/E11 a function handed over in an object', () => {
  const found = program('export function run() { go(1, { handler: h, more: { done: k } }); lib(h) }\nfunction h() { k() }\nfunction k() {}\nrun()', {})
  expect(unit(found, 'run').transitions[0]?.effects).toMatchObject([
    { callee: 'go', argsSummary: { '1.handler': 'src/a.ts::h', '1.more.done': 'src/a.ts::k' } },
    { callee: 'lib', argsSummary: { 0: 'src/a.ts::h' } },
  ])
})

test('extraction/X26 a table of functions asked by a computed name', () => {
  const found = program('function f() { a() }\nfunction g() { b() }\nconst t = { a: f, b: g }\nexport function run(k) { t[k](1) }\nrun("a")')
  const [effect] = unit(found, 'run').transitions[0]?.effects ?? []
  expect(effect).toMatchObject({ possibleSummaries: ['src/a.ts::f', 'src/a.ts::g'] })
  expect(effect).not.toHaveProperty('summary')
})
