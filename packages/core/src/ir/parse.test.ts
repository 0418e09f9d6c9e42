import { expect, test } from 'vitest'
import { BehavioralSummarySchema, parseSummaries, safeParseSummaries } from './index.js'

const base = {
  kind: 'consumer',
  location: { file: 'src/a.ts', range: { start: 1, end: 3 }, exportName: 'run' },
  identity: { name: 'run', exportPath: ['run'], boundaryBinding: null as unknown },
  inputs: [],
  transitions: [] as unknown[],
  gaps: [] as unknown[],
  confidence: { source: 'inferred_static', level: 'high' },
}

const bound = (schemaVersion: number | undefined, binding: unknown) => ({
  ...base,
  ...(schemaVersion === undefined ? {} : { schemaVersion }),
  identity: { ...base.identity, boundaryBinding: binding },
})

const withEffect = (schemaVersion: number, effect: unknown) => ({
  ...base,
  schemaVersion,
  transitions: [
    {
      id: 'run:void:none:da39a3e',
      conditions: [],
      output: { type: 'void' },
      effects: [effect],
      location: { start: 1, end: 3 },
      isDefault: true,
    },
  ],
})

const queue = (messageBus: string, channel: string | null) => ({
  transport: messageBus,
  semantics: { name: 'message-bus', messageBus, channel },
  recognition: 'sqs',
})

const problem = (json: unknown): string | null => {
  const result = safeParseSummaries(json)
  return result.success ? null : result.error.message
}

test('checking/K153 an empty name is null in version 1 and refused in version 2', () => {
  const [old] = parseSummaries([bound(undefined, queue('aws_sqs', ''))])
  expect(old?.identity.boundaryBinding?.semantics).toMatchObject({ channel: null })
  expect(old?.schemaVersion).toBe(6)
  expect(problem([bound(2, queue('aws_sqs', ''))])).toContain('channel')
})

test('checking/K154 a relational container of version 3 is a storage container', () => {
  const binding = {
    transport: 'postgres',
    semantics: { name: 'storage-relational', storageSystem: 'postgres', scope: 'default', table: 'User' },
    recognition: 'prisma',
  }
  const [read] = parseSummaries([bound(3, binding)])
  expect(read?.identity.boundaryBinding).toEqual({
    transport: 'postgresql',
    semantics: {
      name: 'storage',
      storageSystem: 'postgresql',
      scope: 'default',
      container: 'User',
      accessPath: null,
    },
    recognition: 'prisma',
  })
})

test('checking/K155 the bus word of version 4 is renamed in an effect as well', () => {
  const send = {
    type: 'interaction',
    binding: queue('sqs', 'orders'),
    interaction: { class: 'message-send' },
  }
  const [read] = parseSummaries([withEffect(4, send)])
  expect(read?.transitions[0]?.effects[0]).toMatchObject({ binding: queue('aws_sqs', 'orders') })
})

test('checking/K156 a newer version is refused', () => {
  expect(problem([{ ...base, schemaVersion: 7 }])).toBe(
    'written by a newer version (7); this build reads 1 to 6',
  )
})

test('checking/K157 an unknown interaction class and an extra key are kept', () => {
  const effect = {
    type: 'interaction',
    binding: queue('kafka', 'orders'),
    interaction: { class: 'teleport', to: { place: 'mars' } },
    extra: 1,
  }
  const summary = { ...withEffect(6, effect), extra: [true] }
  expect(parseSummaries([summary])).toEqual([summary])
})

test('checking/K191 bus words, gaps without conditions and runtimes without names are read', () => {
  const runtime = {
    transport: 'os',
    semantics: { name: 'runtime-config', deploymentTarget: null, instanceName: null },
    recognition: 'node',
  }
  const gap = { type: 'unreadOutcome', consequence: 'unknown', description: 'One return was not read.' }
  const [bus, config] = parseSummaries([
    { ...bound(6, queue('nestjs', 'orders')), gaps: [gap] },
    bound(6, runtime),
  ])
  expect(bus?.identity.boundaryBinding?.semantics).toMatchObject({ messageBus: 'nestjs' })
  expect(bus?.gaps).toEqual([{ ...gap, conditions: [] }])
  expect(config?.identity.boundaryBinding).toEqual(runtime)
})

test('versions may be mixed, and the input is not changed', () => {
  const input = [bound(1, queue('sqs', '')), bound(6, queue('a-later-bus', 'orders'))]
  const before = structuredClone(input)
  const [first, second] = parseSummaries(input)
  expect(first?.identity.boundaryBinding).toEqual(queue('aws_sqs', null))
  expect(second?.identity.boundaryBinding).toEqual(queue('a-later-bus', 'orders'))
  expect(input).toEqual(before)
})

test('an older storage contract becomes metadata.storage', () => {
  const contract = { columns: [{ name: 'id', type: 'uuid' }, 'email'] }
  const [read] = parseSummaries([{ ...bound(3, null), metadata: { storageContract: contract } }])
  expect(read?.metadata?.['storage']).toEqual({
    fields: { id: { type: 'uuid' }, email: {} },
    fieldSet: 'exhaustive',
  })
})

test.each([
  ['{', 'not JSON'],
  ['{}', 'not an array of summaries'],
  [[null], '[0] is not a summary'],
  [[{ ...base, schemaVersion: '6' }], '[0].schemaVersion is not a version'],
])('refuses %j', (json, message) => expect(problem(json)).toBe(message))

test('a known variant with a missing field is refused with its path', () => {
  const effect = { type: 'mutation', target: 'users' }
  expect(problem([base, withEffect(6, effect)])).toMatch(
    /^\[1\]\.transitions\[0\]\.effects\[0\]\.operation: /,
  )
})

test('hostile nesting is refused before anything recurses', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(problem(deep)).toMatch(/^(not JSON|nested deeper than 500 levels)$/)
  let shape: unknown = { type: 'text' }
  for (let i = 0; i < 5_000; i++) shape = { type: 'array', items: shape }
  expect(problem([{ ...base, definitions: { deep: shape } }])).toBe('nested deeper than 500 levels')
})

test('the writer refuses what the reader keeps', () => {
  const effect = { type: 'interaction', binding: queue('kafka', 'a'), interaction: { class: 'teleport' } }
  expect(BehavioralSummarySchema.safeParse(withEffect(6, effect)).success).toBe(false)
  expect(BehavioralSummarySchema.safeParse({ ...base, extra: 1 }).success).toBe(false)
  expect(BehavioralSummarySchema.safeParse(base).success).toBe(true)
})
