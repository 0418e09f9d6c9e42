/** Acceptance of the package-exports pack. */
import type { BehavioralSummary } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { listedIn } from '../testing/listed.js'
import { summariesOf } from '../testing/run.js'

const manifest = (name: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name, ...more })
const listed = (texts: Record<string, string>): string[] =>
  listedIn(summariesOf(texts)).filter(line => line.startsWith('package-exports'))
const unitAt = (found: readonly BehavioralSummary[], key: string): BehavioralSummary => {
  const unit = found.find(s => {
    const semantics = s.identity.boundaryBinding?.semantics
    return (
      semantics?.name === 'function-call' &&
      `${semantics.package}::${semantics.exportPath?.join('.')}` === key
    )
  })
  if (!unit) throw new Error(`no unit ${key}`)
  return unit
}

test('packs/U11 entries in dist lead to src, with sub paths', () => {
  expect(
    listed({
      'p/package.json': manifest('@s/p', {
        exports: { '.': './dist/index.js', './sub': { types: './dist/sub.d.ts', default: './dist/sub.js' } },
      }),
      'p/src/index.ts': 'export const a = () => 1\nexport type T = string\nexport const LIST = [1]',
      'p/src/sub.ts': 'export function b() {}\nexport default () => 2',
      'p/dist/index.js': 'export const a = () => 1',
    }),
  ).toEqual([
    'package-exports library fn:@s/p/sub::b',
    'package-exports library fn:@s/p/sub::default',
    'package-exports library fn:@s/p::a',
  ])
})

test('packs/U12 a namespace and its members, each once per function', () => {
  const found = summariesOf({
    'lib/package.json': manifest('lib', { main: 'index.ts' }),
    'lib/index.ts': 'export const a = () => 1\nexport * as ns from "./ns"',
    'lib/ns.ts': 'export const b = () => 2',
    'app/package.json': manifest('app'),
    'app/index.ts': 'import * as L from "lib"\nexport function run() { L.a(); L.ns.b(); L.a(); L.ns.b() }',
  })
  const callers = found.filter(s => s.kind === 'caller')
  expect(callers.map(s => s.metadata?.functionCall)).toEqual([{ callees: ['L.a'] }, { callees: ['L.ns.b'] }])
  expect(listedIn(callers)).toEqual([
    'package-exports caller fn:lib::a',
    'package-exports caller fn:lib::ns.b',
  ])
})

test.each(['packs/U18', 'extraction/X40'])('%s a pattern over the files its target maps to', () => {
  const texts = (file: string) => ({
    'p/package.json': manifest('@s/p', {
      exports: { '.': './dist/i.js', './utils/*': './dist/utils/*.js', './utils/own/*': null },
    }),
    'p/src/i.ts': 'export const i = () => 1',
    [file]: 'export const a = () => 1',
    'p/src/utils/own/z.ts': 'export const z = () => 1',
  })
  const met = summariesOf(texts('p/src/utils/a.ts'))
  expect(listedIn(met)).toEqual([
    'package-exports library fn:@s/p/utils/a::a',
    'package-exports library fn:@s/p::i',
  ])
  expect(unitAt(met, '@s/p::i').metadata).toMatchObject({
    package: { exportNames: ['i'], subpaths: ['.', './utils/a'] },
  })
  const unmet = summariesOf(texts('p/src/other.ts'))
  expect(listedIn(unmet)).toEqual(['package-exports library fn:@s/p::i'])
  expect(unitAt(unmet, '@s/p::i').metadata?.unread).toMatchObject([{ reason: 'patternExport' }])
})

test('a path that exports states is one, whatever it is built from', () => {
  const found = summariesOf({
    'p/package.json': manifest('@s/p', { exports: { '.': './dist/i.js', './web': './dist/web.js', './made': './dist/bundle-of-all.js' } }),
    'p/src/i.ts': 'export const i = () => 1',
    'p/src/web/index.ts': 'export const w = () => 1',
  })
  expect(listedIn(found)).toEqual(['package-exports library fn:@s/p/web::w', 'package-exports library fn:@s/p::i'])
  expect(unitAt(found, '@s/p::i').metadata).toMatchObject({ package: { subpaths: ['.', './web', './made'] } })
})

test('packs/U19 without exports the first field that leads to source is the entry; a sub path is a package of its own', () => {
  expect(
    listed({
      'p/package.json': manifest('@s/p', { types: 'dist/t.d.ts', main: 'dist/m.js' }),
      'p/src/t.ts': 'export const X = () => 1',
      'p/src/m.ts': 'export const Y = () => 1',
      'app/package.json': manifest('app'),
      'app/a.ts': 'import { X } from "@s/p/sub"\nexport const run = () => X()',
    }),
  ).toEqual(['package-exports caller fn:@s/p/sub::X', 'package-exports library fn:@s/p::X'])
})

test('what a package exports through a star from outside the run is no whole list', () => {
  const found = summariesOf({
    'p/package.json': manifest('p', { main: 'i.ts' }),
    'p/i.ts': 'export * from "elsewhere"\nexport const a = () => 1',
  })
  expect(unitAt(found, 'p::a').metadata?.package).toEqual({})
})

test('a package calls nothing of its own through a boundary, types are no calls', () => {
  expect(
    listed({
      'p/package.json': manifest('p', { exports: './i.ts' }),
      'p/i.ts': 'export const a = () => 1',
      'p/own.ts': 'import { a } from "p"\nexport const b = () => a()',
      'q/package.json': manifest('q'),
      'q/i.ts': 'import type { a } from "p"\nexport const c = (a: () => number) => a()',
    }),
  ).toEqual(['package-exports library fn:p::a'])
})

test.each([
  ['workspace:*', 1],
  ['^2.0.0', 1],
  ['^1.0.0', 0],
])('a call of a sibling of which %s is asked', (range, callers) => {
  const found = summariesOf({
    'lib/package.json': manifest('@s/lib', { version: '2.1.0', main: 'index.ts' }),
    'lib/index.ts': 'export const a = () => 1',
    'app/package.json': manifest('@s/app', { dependencies: { '@s/lib': range } }),
    'app/index.ts': 'import { b } from "@s/lib"\nexport function run() { return b() }',
  })
  expect(found.filter(s => s.kind === 'caller')).toHaveLength(callers)
})
