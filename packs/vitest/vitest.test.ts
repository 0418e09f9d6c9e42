/** Acceptance of the vitest pack. */
import type { BehavioralSummary } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { summariesOf } from '../testing/run.js'

const casesIn = (texts: Record<string, string>): BehavioralSummary[] =>
  summariesOf(texts).filter(s => s.kind === 'test')
const namesIn = (texts: Record<string, string>): string[] => casesIn(texts).map(s => s.identity.name)
const factsOf = (units: readonly BehavioralSummary[]): Record<string, unknown> =>
  Object.fromEntries(units.map(s => [s.identity.name, s.metadata?.['test']]))
const head = 'import { describe, it, test, vi } from "vitest"\n'

test('packs/U08 titles are joined; a skipped case, rows', () => {
  const found = casesIn({
    'src/a.test.ts': `${head}const f = () => {}\ndescribe("a", () => { it.skip("b", f); it.each([1])("c %s", f) })\nit(title(), f)`,
  })
  expect(factsOf(found)).toEqual({
    'a > b': { skipped: true },
    'a > c %s': { unresolvedTitle: 'a > c %s' },
    'title()': { unresolvedTitle: 'title()' },
  })
  expect(found.every(s => s.metadata?.['testCode'] === true && s.identity.boundaryBinding === null)).toBe(
    true,
  )
})

test('packs/U09 a mock holds where it is written', () => {
  const found = casesIn({
    'src/a.test.ts': `${head}vi.mock("./m")\ndescribe("a", () => { vi.spyOn(console, "log"); it("b", () => {}) })\nit("c", () => { vi.doMock("./n") })\nit("d", () => {})`,
  })
  expect(factsOf(found)).toEqual({
    'a > b': { mocks: [{ module: './m' }, { object: 'console', member: 'log' }] },
    c: { mocks: [{ module: './m' }, { module: './n' }] },
    d: { mocks: [{ module: './m' }] },
  })
})

test('packs/U10 the names as globals, in test files only', () => {
  const text = 'describe("a", () => { it("b", () => { run() }) })'
  expect(namesIn({ 'src/x.test.ts': text })).toEqual(['a > b'])
  expect(namesIn({ 'src/__tests__/x.ts': text })).toEqual(['a > b'])
  expect(namesIn({ 'src/x.ts': text })).toEqual([])
})

test('a call of a case names the class that answers it', () => {
  const [found] = casesIn({
    'src/account.ts': 'export class Account { static find(id) { return new Account() } close() {} }',
    'src/a.test.ts': `${head}import { Account } from "./account"\nit("b", () => { Account.find(1); const a = new Account(); a.close() })`,
  })
  const calls = found?.transitions[0]?.effects.flatMap(e =>
    e.type === 'invocation' ? [[e.callee, e.receiverClass]] : [],
  )
  expect(calls).toEqual([
    ['Account.find', { file: 'src/account.ts', name: 'Account' }],
    ['new Account', undefined],
    ['a.close', { file: 'src/account.ts', name: 'Account' }],
  ])
})
