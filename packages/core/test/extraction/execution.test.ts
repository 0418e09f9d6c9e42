/** extraction.md C57: generated bodies are run under all values of their tests, and exactly one transition holds with what was observed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import express from '../../../../packs/express/pack.js'
import type { Predicate, Transition, ValueRef } from '../../src/ir/index.js'
import type { PatternPack } from '../../src/pack/index.js'
import { extractSources, unit } from '../../src/testing/extract-source.js'

const names = ['v0', 'v1', 'v2', 'v3'] as const
type Env = Record<string, boolean | number>

/** Express with returns and ends as outcomes, so that every path has one. */
const pack: PatternPack = {
  ...express,
  terminals: [
    ...express.terminals,
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
}

interface Scope {
  label: number | null
  inSwitch: boolean
  inLoop: boolean
}

const condition = (depth: number): fc.Arbitrary<string> => {
  const leaf = fc.oneof(fc.constantFrom(...names), fc.constantFrom(...names).map(n => `!${n}`), fc.integer({ min: 1, max: 3 }).map(k => `s === ${k}`))
  if (depth === 0) return leaf
  const inner = condition(depth - 1)
  return fc.oneof({ weight: 4, arbitrary: leaf }, fc.tuple(inner, inner).map(([a, b]) => `(${a} && ${b})`), fc.tuple(inner, inner).map(([a, b]) => `(${a} || ${b})`), fc.tuple(inner, inner).map(([a, b]) => `!(${a} && ${b})`))
}

/** Numbers are put in afterwards, so that every answer of a program is another one. */
const statement = (depth: number, scope: Scope): fc.Arbitrary<string> => {
  const simple = [
    fc.constant('return "#";'), fc.constant('res.json("#");'), fc.integer({ min: 400, max: 404 }).map(n => `res.status(${n}).json("#");`),
    fc.integer({ min: 500, max: 503 }).map(n => `res.status(${n});`), fc.constantFrom('throw new E0();', 'throw new E1();'), fc.constant('next();'),
    fc.constant('next(new X());'), condition(1).map(c => `if (${c}) return res.json("#");`), fc.constant('nop();'), fc.constant('nop();'),
    ...(scope.label === null ? [] : [fc.constant(`break L${scope.label};`)]),
    ...(scope.inSwitch || scope.inLoop ? [fc.constant('break;')] : []), ...(scope.inLoop ? [fc.constant('continue;')] : []),
  ]
  if (depth === 0) return fc.oneof(...simple)
  const block = (s: Scope = scope): fc.Arbitrary<string> => fc.array(statement(depth - 1, s), { minLength: 1, maxLength: 3 }).map(list => list.join(' '))
  const inSwitch = { ...scope, inSwitch: true }
  const clause = fc.tuple(fc.boolean(), block(inSwitch), fc.boolean()).map(([filled, body, stop]) => `${filled ? body : ''}${stop ? ' break;' : ''}`)
  return fc.oneof(
    ...simple,
    fc.tuple(condition(2), block(), fc.option(block())).map(([c, a, b]) => `if (${c}) {${a}}${b === null ? '' : ` else {${b}}`}`),
    fc.tuple(fc.array(clause, { minLength: 1, maxLength: 3 }), fc.option(block(inSwitch))).map(([list, last]) => `switch (s) {${list.map((c, i) => `case ${i + 1}: ${c}`).join(' ')}${last === null ? '' : ` default: ${last}`}}`),
    block({ ...scope, label: depth }).map(b => `L${depth}: {${b}}`),
    fc.tuple(block(), block(), fc.option(block()), fc.boolean()).map(([a, b, c, byClass]) => `try {${a}} catch (e) {${byClass ? `if (e instanceof E0) {${b}} else {nop();}` : b}}${c === null ? '' : ` finally {${c}}`}`),
    fc.tuple(block(), block()).map(([a, b]) => `try {${a}} finally {${b}}`),
    block({ ...scope, inLoop: true, inSwitch: false }).map(b => `for (const x of one) {${b}}`),
  )
}

const program = fc.array(statement(3, { label: null, inSwitch: false, inLoop: false }), { minLength: 1, maxLength: 4 }).map(list => {
  let n = 0
  return list.join('\n').replace(/#/g, () => `k${++n}`)
})

/** Runs the body as Express would see it. */
function observe(body: string, env: Env): string {
  class E0 extends Error {}
  class E1 extends Error {}
  class X extends Error {}
  let answer: string | null = null
  let pending: number | null = null
  let continued = false
  const send = (status: number | null, text: string): void => {
    answer ??= `${status ?? pending ?? 200} ${text}`
  }
  const res = {
    json: (text: string) => send(null, text),
    status: (n: number) => {
      if (answer === null) pending = n
      return { json: (text: string) => send(n, text) }
    },
  }
  const next = (error?: unknown): void => {
    if (error !== undefined) answer ??= 'throw X'
    else continued = true
  }
  const run = new Function(...names, 's', 'res', 'next', 'nop', 'E0', 'E1', 'X', 'one', `return (function () {${body}})()`)
  let end: string
  try {
    const value: unknown = run(...names.map(n => env[n]), env['s'], res, next, () => {}, E0, E1, X, [0])
    end = answer === null && typeof value === 'string' ? `return ${value}` : 'void'
    if (answer === null && continued) return 'delegate'
  } catch (error) {
    end = `throw ${(error as Error).constructor.name}`
  }
  return answer ?? end
}

function predicted({ output }: Transition): string {
  switch (output.type) {
    case 'response': return `${output.statusCode?.type === 'literal' ? output.statusCode.value : '?'} ${output.body?.type === 'literal' ? output.body.value : '?'}`
    case 'return': return output.value?.type === 'literal' ? `return ${output.value.value}` : 'void'
    case 'throw': return `throw ${output.exceptionType}`
    default: return output.type
  }
}

const nameOf = (ref: ValueRef): string => (ref.type === 'input' ? (ref.path.at(-1) ?? '') : '?')

function holds(p: Predicate, env: Env, loops: readonly LoopFacts[]): boolean {
  switch (p.type) {
    case 'truthinessCheck': return Boolean(env[nameOf(p.subject)]) !== p.negated
    case 'comparison': return ((p.op === 'eq') === (p.right.type === 'literal' && env[nameOf(p.left)] === p.right.value))
    case 'compound': return p.op === 'and' ? p.operands.every(o => holds(o, env, loops)) : p.operands.some(o => holds(o, env, loops))
    case 'negation': return !holds(p.operand, env, loops)
    case 'opaque': {
      if (p.sourceText.startsWith('exception from')) return false
      const loop = loops.find(l => p.sourceText === l.marker)
      if (loop) return loop.conditions.some(way => way.every(c => holds(c, env, loops)))
      throw new Error(`cannot judge ${p.sourceText}`)
    }
    default: return false
  }
}

interface LoopFacts {
  marker: string
  conditions: Predicate[][]
}

function loopFacts({ metadata }: Transition): LoopFacts[] {
  const loop = metadata?.['loop']
  return loop === undefined ? [] : ([loop].flat() as LoopFacts[])
}

function check(body: string): void {
  const source = `import express from "express"\nimport { nop, one, E0, E1, X } from "./x"\nconst app = express()\napp.get("/t", function t(req, res, next) { const { ${names.join(', ')}, s } = req;\n${body}\n})`
  const summary = unit(extractSources({ 'a.ts': source, 'x.ts': 'export const nop = () => {}; export const one = [0]; export class E0 extends Error {} export class E1 extends Error {} export class X extends Error {}' }, [pack]), 't')
  // a body over a budget says so, and its conditions are cut
  fc.pre(!summary.gaps.some(g => g.reason === 'pathBudget' || g.reason === 'conditionBudget'))
  for (let bits = 0; bits < 16; bits++) {
    for (const s of [1, 2, 3]) {
      const env: Env = { s, ...Object.fromEntries(names.map((n, i) => [n, Boolean((bits >> i) & 1)])) }
      const expected = observe(body, env)
      const holding = summary.transitions.filter(t => t.conditions.every(c => holds(c, env, loopFacts(t))))
      const got = holding.map(predicted)
      if (got.length !== 1 || got[0] !== expected) throw new Error(`${JSON.stringify(env)}: observed ${expected}, summary says ${JSON.stringify(got)}\n${body}`)
    }
  }
}

const runs = Number(process.env['SUSS_PROGRAMS'] ?? 600)

test('extraction/C57 generated bodies', () => {
  fc.assert(fc.property(program, check), { numRuns: runs, verbose: 1 })
  expect(runs).toBeGreaterThan(0)
})
