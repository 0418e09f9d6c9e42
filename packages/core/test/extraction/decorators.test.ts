/** extraction.md 25: decorated classes, what containers pass in, methods that classes below run otherwise. */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../../src/ir/index.js'
import { definePack } from '../../src/pack/index.js'
import { extractSources, unit } from '../../src/testing/extract-source.js'

const decorated = definePack({
  name: 'decorated',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['lib'],
  discovery: [
    {
      kind: 'handler',
      match: {
        type: 'decoratedRoute',
        importModule: 'lib',
        classDecorators: ['Controller'],
        methodDecoratorRouteMap: { Get: 'GET' },
      },
    },
  ],
  terminals: [
    { kind: 'response', match: { type: 'returnStatement' }, extraction: { defaultStatusCode: 200 } },
    { kind: 'response', match: { type: 'functionFallthrough' }, extraction: { defaultStatusCode: 200 } },
  ],
  inputMapping: { type: 'decoratedParams', decoratorRoleMap: { Body: 'body' } },
  parameterSuppliers: [{ module: '@nestjs/typeorm', name: 'InjectRepository' }],
})

const head = `import { Body, Controller, Get, Mine } from 'lib'
import { InjectRepository } from '@nestjs/typeorm'
`
const run = (text: string): BehavioralSummary[] =>
  extractSources({ 'src/a.ts': head + text }, [decorated]).summaries

test('extraction/X41 an inherited method has a summary of its own where a call on this leads elsewhere', () => {
  const { summaries } = extractSources({
    'src/a.ts': `import { a, b } from 'x'
      class B { list() { this.load() } load() { a() } }
      export class C extends B { load() { b() } }
      class D extends B {}
      function main() { new C().list(); new D().list() }
      main()`,
  })
  const lists = summaries.filter(({ identity }) => identity.name.endsWith('list'))
  expect(lists.map(s => [s.identity.name, s.identity.exportPath, s.receiverClass?.name])).toEqual([
    ['C.list', ['C', 'list'], 'C'],
    ['list', null, undefined],
  ])
  const called = (s: BehavioralSummary | undefined): unknown[] =>
    s?.transitions.flatMap(t =>
      t.effects.flatMap(e => (e.type === 'invocation' && e.summary ? [e.summary] : [])),
    ) ?? []
  const idOf = (callee: string): string | undefined =>
    summaries.find(s =>
      s.transitions.some(t => t.effects.some(e => e.type === 'invocation' && e.callee === callee)),
    )?.identity.id
  expect(lists.map(called)).toEqual([[idOf('b')], [idOf('a')]])
  expect(called(summaries.find(({ identity }) => identity.name === 'main'))).toEqual(
    lists.map(s => s.identity.id),
  )
})

test('a class below that changes nothing shares the summary', () => {
  const { summaries } = extractSources({
    'src/a.ts': `import { a } from 'x'
      class B { list() { this.load() } load() { a() } }
      class D extends B { other() { a() } }
      new D().list(); new B().list()`,
  })
  expect(summaries.filter(({ identity }) => identity.name.endsWith('list'))).toHaveLength(1)
})

test('extraction/X42 parameters by their decorators', () => {
  const s = unit(
    {
      summaries: run("@Controller('x') class X { @Get() f(@Body() b, x, @Mine() c) { return b } }"),
    } as never,
    'f',
  )
  expect(s.inputs).toEqual([
    { type: 'parameter', name: 'b', position: 0, role: 'body', shape: null },
    { type: 'parameter', name: 'c', position: 2, role: null, shape: null },
  ])
  expect(s.gaps).toMatchObject([
    { type: 'unfollowedCall', reason: 'unknownRole', callee: 'Mine', usedAsValue: true },
  ])
})

test('extraction/E13 what a container passes in by decorator', () => {
  const found = run(`class User {}
    @Controller('x') class X {
      constructor(@InjectRepository(User) private repo, private other: Other) {}
      @Get() f() { return this.repo.find() }
      @Get('g') g() { return 1 } }
    class Other {}`)
  const inputs = (name: string): unknown => found.find(({ identity }) => identity.name === name)?.inputs
  expect(inputs('f')).toEqual([
    { type: 'injection', name: 'repo', mechanism: 'InjectRepository', shape: null },
  ])
  expect(inputs('g')).toEqual([])
})
