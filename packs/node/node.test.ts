/** Acceptance of the node pack. */
import { describe, expect, test } from 'vitest'
import { calleesOf, effectsOf, named, only } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn } from '../testing/run.js'

/** Config reads of every unit, `[name, default]`; a read without default has none. */
const configReads = (text: string) =>
  Object.fromEntries(
    summariesIn(text).map(unit => [
      unit.identity.name,
      effectsOf(unit, 'config-read').map(({ interaction }) =>
        interaction.class === 'config-read'
          ? [interaction.name, interaction.default, interaction.defaulted]
          : null,
      ),
    ]),
  )

/** A function that the module itself calls, so that it is a unit. */
const main = (body: string) => `function main() { ${body} }\nmain()`

describe('packs/U13 reads of the environment', () => {
  test.each([
    [`return process.env.X ?? 'd'`, ['X', 'd', true]],
    [`return process.env.X || 'd'`, ['X', 'd', true]],
    [`return process.env['X']`, ['X', undefined, false]],
    [`return process.env.X ?? compute()`, ['X', undefined, true]],
    [`const { X = 'd' } = process.env; return X`, ['X', 'd', true]],
    [`const { env: { X: x = 'd' } } = process; return x`, ['X', 'd', true]],
    [`return import.meta.env.X ?? 4`, ['X', 4, true]],
    [`return Bun.env.X`, ['X', undefined, false]],
    [`return Deno.env.get('X')`, ['X', undefined, false]],
    [`return globalThis.process.env.X`, ['X', undefined, false]],
  ])('%s', (body, read) => {
    expect(configReads(main(body))['main']).toEqual([read])
  })

  test.each([
    [`import { env } from 'node:process'`, 'env.X'],
    [`import process from 'process'`, 'process.env.X'],
    [`import * as proc from 'node:process'`, 'proc.env.X'],
    [`const env = process.env`, 'env.X'],
  ])('%s', (line, read) => {
    expect(configReads(`${line}\n${main(`return ${read}`)}`)['main']).toEqual([['X', undefined, false]])
  })

  test('a helper has a nameless read, its callers a named one', () => {
    const reads = configReads(`
      const { env } = process
      function need(name) { return env[name] ?? fail(name) }
      function main() { return need('T') }
      main()
    `)
    expect(reads['need']).toEqual([[null, undefined, true]])
    expect(reads['main']).toEqual([['T', undefined, true]])
  })

  test.each([
    `const process = { env: { X: 1 } }\n${main('return process.env.X')}`,
    `import { env } from './own.js'\n${main('return env.X')}`,
    main('const process = load(); return process.env.X'),
  ])('none: %s', text => {
    expect(Object.values(configReads(text)).flat()).toEqual([])
  })

  test.each([
    ['return process.env.X', true],
    ['return process.env.X!', false],
    ['return process.env.X as string', false],
    ['if (process.env.X) log()', true],
    ['if (process.env.X === "1") log()', true],
    ['return process.env.X ? a : b', true],
    ['return process.env.X?.split(",")', true],
    ['return process.env.X.split(",")', false],
    ['return `${process.env.X}/a`', false],
    ['return process.env.X + "/a"', false],
    ['if (!process.env.X) throw new Error("X")', false],
    ['const x = process.env.X; if (!x || !y) { throw new Error("X") } return x', false],
    ['const x = process.env.X; if (!x) process.exit(1); return x', false],
    ['const x = process.env.X; if (x === undefined) return null; return x.length', true],
    ['const x = process.env.X; return x && x.length', true],
    ['const x = process.env.X; return f(x)', false],
    ['return f(process.env.X)', false],
    ['const g = (x) => (x ? x.length : 0); return g(process.env.X)', true],
    ['const g = (x = "d") => x; return g(process.env.X)', true],
    ['const { X } = process.env; return X ? a : b', true],
    ['const { X } = process.env; return X.length', false],
    ['return new Client({ endpoint: process.env.X })', true],
    ['return new Client({ region: { name: process.env.X } })', true],
    ['return new Client({ endpoint: process.env.X! })', false],
    ['return JSON.stringify({ stage: process.env.X })', false],
    ['const mail = { stage: process.env.X }; return JSON.stringify(mail)', false],
    ['return Number(process.env.X)', true],
    ['return fetch(process.env.X)', false],
    ['const make = (o) => o; return make({ stage: process.env.X })', true],
  ])('%s goes on without: %s', (body, optional) => {
    const source = `import { Client } from 'lib'\nconst f = x => x.length\nfunction main(y, a, b) { ${body} }\nmain()`
    const reads = summariesIn(source).flatMap(unit => effectsOf(unit, 'config-read'))
    expect(reads.map(({ interaction }) => interaction.class === 'config-read' && interaction.optional === true)).toContain(optional)
    expect(new Set(reads.map(({ interaction }) => 'optional' in interaction))).toEqual(new Set([optional]))
  })

  test.each([
    ['Number(process.env.X) || 300', 300],
    ['parseInt(process.env.X, 10) || 5', 5],
    ['+process.env.X || 1', 1],
    // NaN is not null
    ['Number(process.env.X) ?? 300', undefined],
    ['f(process.env.X) || 300', undefined],
  ])('%s falls back to %s', (expression, value) => {
    const read = only(effectsOf(named(summariesIn(main(`return ${expression}`)), 'main'), 'config-read'))
    expect(read.interaction).toMatchObject({ name: 'X', defaulted: value !== undefined })
    expect('default' in read.interaction ? read.interaction.default : undefined).toBe(value)
  })

  test('both names of the binding are null without a deployed unit', () => {
    const read = only(effectsOf(named(summariesIn(main('return process.env.X')), 'main'), 'config-read'))
    expect(read.binding).toEqual({
      transport: 'os',
      semantics: { name: 'runtime-config', deploymentTarget: null, instanceName: null },
      recognition: '@suss/packs/node',
    })
  })
})

describe('packs/U15 parseArgs', () => {
  const reads = (text: string) => named(summariesIn(text), 'main').inputReads ?? []

  test.each(['node:util', 'util'])('the options are reads of the parameter, %s', module => {
    expect(
      reads(`import { parseArgs } from '${module}'
        export function main(args) {
          const { values } = parseArgs({ args, options: { dir: { type: 'string' }, all: { type: 'boolean' } } })
          return values.dir
        }
        main(process.argv)`),
    ).toEqual([
      { input: 'args', path: ['--all'] },
      { input: 'args', path: ['--dir'] },
    ])
  })

  test.each([
    `import { parseArgs } from './own.js'
     export function main(args) { return parseArgs({ args, options: { dir: { type: 'string' } } }) }
     main([])`,
    `import { parseArgs } from 'node:util'
     export function main(args) { return parseArgs({ args: [], options: { dir: { type: 'string' } } }) }
     main([])`,
  ])('none: %s', text => {
    expect(reads(text).filter(({ path }) => path.some(part => part.startsWith('--')))).toEqual([])
  })
})

describe('packs/U16 writes to the streams', () => {
  const writes = (body: string) => effectsOf(named(summariesIn(main(body)), 'main'), 'stream-write')

  test('JSON.stringify is unwrapped', () => {
    const write = only(writes(`const x = { a: 1, b: 'c' }; console.log(JSON.stringify(x))`))
    expect(write).toMatchObject({
      callee: 'console.log',
      groupId: expect.stringMatching(/^console\.log:[0-9a-f]{7}$/),
      binding: { transport: 'os', semantics: { name: 'io', target: 'stdout' } },
      interaction: {
        class: 'stream-write',
        serialized: 'json',
        payload: {
          type: 'record',
          properties: { a: { type: 'literal', value: 1 }, b: { type: 'literal', value: 'c' } },
        },
      },
    })
  })

  test.each([
    [`console.log('a')`, 'stdout', { type: 'literal', value: 'a' }],
    [`console.error('a')`, 'stderr', { type: 'literal', value: 'a' }],
    [`console.warn('a', 1)`, 'stderr', null],
    [`console.info('a')`, 'stdout', { type: 'literal', value: 'a' }],
    [`process.stdout.write('a')`, 'stdout', { type: 'literal', value: 'a' }],
    [`process.stderr.write('a', 'utf8')`, 'stderr', { type: 'literal', value: 'a' }],
    [`console.assert(ok, 'a')`, 'stderr', { type: 'literal', value: 'a' }],
  ])('%s', (call, target, payload) => {
    expect(only(writes(call))).toMatchObject({
      binding: { semantics: { target } },
      interaction: { payload, serialized: 'text' },
    })
  })

  test.each([
    'const console = { log: x => x }; console.log(1)',
    'process.stdout.end(1)',
    'log.console.log(1)',
  ])('none: %s', body => {
    expect(writes(body)).toEqual([])
  })

  test('a second site that writes the same gets a number, moving code changes nothing', () => {
    const twice = writes(`console.log('a'); f(); console.log('a')`).map(({ groupId }) => groupId)
    const once = only(writes(`\n\n\nconsole.log('a')`)).groupId
    expect(twice).toEqual([once, `${once}#2`])
  })
})

describe('packs/U17 timers', () => {
  const found = summariesIn(`
    function work() { return read() }
    function main() { setTimeout(() => work(), 5) }
    main()
  `)

  test('the call is a schedule effect', () => {
    expect(only(effectsOf(named(found, 'main'), 'schedule')).interaction).toEqual({
      class: 'schedule',
      via: 'setTimeout',
      hasDelay: true,
      callbackRef: { type: 'literal' },
    })
  })

  test('the callback is a unit of its own', () => {
    const callback = only(found.filter(({ kind }) => kind === 'scheduled-callback'))
    expect(calleesOf(callback)).toEqual(['work'])
    expect(calleesOf(named(found, 'main'))).not.toContain('work')
  })

  test.each([
    ['setInterval(work, 10)', 'setInterval', true, 'work'],
    ['setImmediate(work)', 'setImmediate', false, 'work'],
    ['queueMicrotask(work)', 'queueMicrotask', false, 'work'],
    ['process.nextTick(work, 1)', 'process.nextTick', false, 'work'],
    ['setTimeout(work)', 'setTimeout', false, 'work'],
    ['setTimeout(this.run, 1)', 'setTimeout', true, 'this.run'],
  ])('%s', (call, via, hasDelay, name) => {
    const unit = named(summariesIn(`function work() { return 1 }\n${main(call)}`), 'main')
    expect(only(effectsOf(unit, 'schedule')).interaction).toEqual({
      class: 'schedule',
      via,
      hasDelay,
      callbackRef: { type: 'identifier', name },
    })
  })

  test.each(['const setTimeout = f => f(); setTimeout(work)', 'clock.setTimeout(work)'])('none: %s', body => {
    expect(effectsOf(named(summariesIn(main(body)), 'main'), 'schedule')).toEqual([])
  })
})

test('packs/U20 a result that becomes the exit code', () => {
  const found = summariesIn('const run = () => (bad ? 1 : 0)\nprocess.exitCode = run()')
  const made = found.find(s => s.identity.name === 'run')
  expect(made?.transitions.map(t => t.output)).toMatchObject([
    { type: 'return', value: { value: 1 } },
    { type: 'return', value: { value: 0 } },
  ])
  expect(made?.metadata?.['process']).toEqual({ exitCodeFrom: 'return' })
})

test('exit codes', () => {
  expect(
    listedIn(summariesIn(main(`if (a) process.exit(3); if (b) process.exit(); if (c) process.abort()`))),
  ).toEqual(['node exit 0', 'node exit 134', 'node exit 3'])
})

describe('packs/U14 a schema of zod', () => {
  const schema = `import { z } from 'zod'\nconst schema = z.object({ PORT: z.coerce.number().default(80), NAME: z.string() })\n`

  test('parsed against the environment reads each of its keys', () => {
    expect(listedIn(summariesIn(`${schema}export const env = schema.parse(process.env)`))).toEqual([
      'node config-read NAME',
      'node config-read PORT = 80',
    ])
  })

  test.each(['req.body', 'other'])('parsed against %s reads none', value => {
    expect(
      listedIn(summariesIn(`${schema}export const read = (req, other) => schema.parse(${value})\nread()`)),
    ).toEqual([])
  })

  test('whose keys are not written out reads none', () => {
    const spread = schema.replace('{ PORT', '{ ...more, PORT')
    expect(
      listedIn(summariesIn(`import { more } from './more.js'\n${spread}schema.parse(process.env)`)),
    ).toEqual([])
  })
})
