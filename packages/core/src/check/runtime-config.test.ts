/** Environment variables against deployed units: checking K120. */
import { expect, test } from 'vitest'
import type { Predicate, ValueRef } from '../ir/index.js'
import { check, lines } from './testing/run.js'
import { configRead, doing, runtime } from './testing/summaries.js'

const scope = ['src']
const web = (variables: string[], extra: Parameters<typeof runtime>[1] = {}): ReturnType<typeof runtime> =>
  runtime('Web', { variables: Object.fromEntries(variables.map(name => [name, { declaredAt: 'unit' }])), codeScope: scope, ...extra })
const call = (summary: string): Parameters<typeof doing>[1][number] => ({ type: 'invocation', callee: 'f', args: [], async: false, summary })

test('checking/K120 read and not set, with a default, set and not read, set by the platform, in two scopes', () => {
  const unset = doing('load', [configRead('KEY'), configRead('STAGE')])
  expect(lines([web(['STAGE']), unset])).toEqual(['E boundaryFieldUnknown.config KEY'])
  expect(lines([web([]), doing('load', [configRead('KEY', { defaulted: true, default: 'x' })])])).toEqual(['W boundaryFieldUnknown.config KEY'])
  expect(lines([web(['LEGACY', 'STAGE']), doing('load', [configRead('STAGE')])])).toEqual(['W boundaryFieldUnused.config'])
  expect(lines([web([]), doing('load', [configRead('AWS_REGION')])])).toEqual([])
  const other = runtime('Job', { variables: {}, codeScope: ['src'] })
  expect(lines([web(['STAGE']), other, doing('load', [configRead('KEY'), configRead('STAGE')])])).toEqual(['I runtimeScopeUnknown.file'])
})

test('the two sides of a variable that is not set', () => {
  const [finding] = check([web(['STAGE', 'QUEUE_URL']), doing('load', [configRead('QUEUE_UR'), configRead('STAGE')])]).findings
  expect(finding).toMatchObject({
    aspect: 'read',
    boundaryKey: 'config:lambda Web',
    description: 'load reads QUEUE_UR; config:lambda Web does not set it, nearest: QUEUE_URL',
    site: { side: 'consumer', file: 'src/load.ts', lines: { start: 12, end: 12 } },
  })
})

test('what the code goes on without, and what the build puts in', () => {
  expect(lines([web([]), doing('load', [configRead('KEY', { optional: true })])])).toEqual(['I boundaryFieldUnknown.config KEY'])
  expect(lines([web(['STAGE_NAME']), doing('load', [configRead('STAGENAME', { optional: true }), configRead('STAGE_NAME')])])).toEqual(['W boundaryFieldUnknown.config STAGENAME'])
  expect(lines([web([]), doing('load', [configRead('NODE_ENV')])])).toEqual([])
  expect(lines([web([], { complete: false }), doing('load', [configRead('KEY')])])).toEqual([])
})

test('only what the handler leads to surely runs', () => {
  const handler = doing('handler', [call('src/used.ts::used')], { deployed: 'Web' })
  const used = doing('used', [configRead('A')])
  const left = doing('left', [configRead('B')])
  expect(lines([web([]), handler, used, left])).toEqual(['E boundaryFieldUnknown.config A', 'W boundaryFieldUnknown.config B'])
})

test('two handlers that share code', () => {
  const job = runtime('Job', { variables: { A: {} }, codeScope: scope })
  const shared = doing('shared', [configRead('A')])
  const handlers = ['Web', 'Job'].map(deployed => doing(`on${deployed}`, [call('src/shared.ts::shared')], { deployed }))
  const found = check([web([]), job, shared, ...handlers])
  expect(found.findings.map(f => [f.kind, f.boundaryKey])).toEqual([['boundaryFieldUnknown', 'config:lambda Web']])
  expect(found.pairs.map(p => p.boundaryKey)).toEqual(['config:lambda Job', 'config:lambda Web'])
})

test('a file that a runtime loads runs its module code in each', () => {
  const loaded = { codeScope: ['src/env.ts'] }
  const env = doing('module-init', [configRead('A')], { kind: 'module-init', file: 'src/env.ts' })
  expect(lines([web([], loaded), runtime('Job', { ...loaded, variables: { A: {} } }), env])).toEqual(['E boundaryFieldUnknown.config A'])
})

test('code of another package', () => {
  const lib = doing('load', [configRead('A')], { workspace: 'lib' })
  expect(lines([web([], { codeScope: ['lib:src/load.ts'] }), lib])).toEqual(['E boundaryFieldUnknown.config A'])
  expect(lines([web([]), lib])).toEqual([])
})

test('reads that nobody can name, and those of libraries and of code that belongs nowhere, count as reads', () => {
  const reading = configRead('STAGE')
  const set = web(['STAGE', 'LEGACY', 'POWERTOOLS_LOG'], { libraries: ['POWERTOOLS_*'] })
  expect(lines([set, doing('load', [reading, configRead(null)])])).toEqual([])
  expect(lines([set, doing('load', [reading]), doing('far', [configRead('LEGACY')], { file: 'other/far.ts' })])).toEqual([])
  const helper = doing('helper', [configRead(null)], {
    metadata: { unread: [{ at: '/transitions/0/effects/0/interaction/name', reason: 'parameterUnbound' }] },
  })
  expect(lines([set, doing('load', [reading]), helper])).toEqual(['W boundaryFieldUnused.config'])
})

test('globals are judged once over all units of their document', () => {
  const shared = (instanceName: string, file: string): ReturnType<typeof runtime> =>
    runtime(instanceName, { variables: { A: { declaredAt: 'globals' }, B: { declaredAt: 'globals' } }, codeScope: [file] })
  const both = [shared('Web', 'src/web.ts'), shared('Job', 'src/job.ts')]
  expect(lines([...both, doing('web', [configRead('A')]), doing('job', [configRead('C', { defaulted: true })])])).toEqual([
    'W boundaryFieldUnknown.config C',
    'W boundaryFieldUnused.config',
  ])
})

test('a run without reads, a unit without a scope, one whose code is not in the run', () => {
  expect(lines([web(['A']), doing('load', [])])).toEqual(['I boundaryFieldUnused.unjudged'])
  const { codeScope: _, ...facts } = { codeScope: scope, variables: {}, complete: true, platform: [] }
  expect(lines([runtime('Web', facts), doing('load', [configRead('A')])])).toEqual(['I runtimeScopeUnknown.runtime'])
  expect(lines([web(['A'], { codeScope: ['python'] }), doing('load', [configRead('B')])])).toEqual([])
})

test('a read that several units run is said once', () => {
  const loaded = { codeScope: ['src/env.ts'] }
  const env = doing('module-init', [configRead('A')], { kind: 'module-init', file: 'src/env.ts' })
  const units = ['Web', 'Job', 'Mail'].map(name => runtime(name, loaded))
  const [finding, ...more] = check([...units, env]).findings
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    boundaryKey: 'config:lambda Job',
    description: 'module-init reads A; config:lambda Job does not set it, nor do 2 others',
    facts: { others: ['Mail', 'Web'] },
    sources: ['template.yaml::Job', 'template.yaml::Mail', 'template.yaml::Web'],
  })
})

const variable = (name: string): ValueRef => ({ type: 'unresolved', sourceText: `process . env . ${name}` })
const truthy = (subject: ValueRef, negated = false): Predicate => ({ type: 'truthinessCheck', subject, negated })
const equals = (subject: ValueRef, value: string): Predicate => ({ type: 'comparison', left: subject, op: 'eq', right: { type: 'literal', value } })

test.each<[string, Predicate, string]>([
  ['one that is not set', truthy(variable('IS_LOCAL')), 'I'],
  ['one that is not set, negated', truthy(variable('IS_LOCAL'), true), 'E'],
  ['one that is set', truthy(variable('STAGE')), 'E'],
  ['the value it is set to', equals(variable('STAGE'), 'prod'), 'E'],
  ['another value', equals(variable('STAGE'), 'local'), 'I'],
  ['a value that is not known', equals(variable('SECRET'), 'local'), 'W'],
  ['itself', truthy(variable('KEY'), true), 'E'],
  ['an input', truthy({ type: 'input', inputRef: 'event', path: ['body'] }), 'E'],
  ['a value of the module', truthy({ type: 'state', name: 'isLocal' }), 'W'],
  ['what is not read', { type: 'opaque', sourceText: 'x', reason: 'dynamicValue' }, 'W'],
  ['either of two', { type: 'compound', op: 'or', operands: [truthy(variable('IS_LOCAL')), truthy(variable('STAGE'))] }, 'E'],
  ['a negation', { type: 'negation', operand: equals(variable('STAGE'), 'local') }, 'E'],
])('a read under a test of %s', (_title, when, level) => {
  const set = web([], { variables: { STAGE: { value: 'prod' }, SECRET: {} } })
  const found = (summaries: Parameters<typeof lines>[0]): string[] => lines(summaries).filter(one => one.endsWith(' KEY'))
  expect(found([set, doing('load', [configRead('KEY')], { when: [when] })])).toEqual([`${level} boundaryFieldUnknown.config KEY`])
  if (level === 'E') return
  const handler = doing('handler', [call('src/load.ts::load')], { when: [when], deployed: 'Web' })
  expect(found([set, handler, doing('load', [configRead('KEY')])])).toEqual(['W boundaryFieldUnknown.config KEY'])
})

test('a read on every path is as sure as its surest', () => {
  const paths = [truthy(variable('IS_LOCAL')), truthy(variable('IS_LOCAL'), true)].map(when => doing('load', [configRead('KEY')], { when: [when] }))
  const [first, second] = paths
  const transitions = paths.flatMap((one, i) => one.transitions.map(t => ({ ...t, id: `f${i}` })))
  expect(first && second && lines([web([]), { ...first, transitions }])).toEqual(['E boundaryFieldUnknown.config KEY'])
})
