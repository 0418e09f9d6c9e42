/** A build joins its analysis once, emits or fails, and never leaves a thread behind. */
import { expect, test } from 'vitest'
import type { Analysis } from './analysis.js'
import { createBuild } from './build.js'
import type { Located, Outcome } from './message.js'
import { resolveOptions } from './options.js'

const analysed: Outcome = {
  type: 'analysed',
  asset: '[]\n',
  text: 'the report',
  failures: [],
  watchFiles: ['/p/a.ts'],
}
const failure = (message: string): Located => ({ message, pluginCode: 'misreadProviderResponse.field' })

class Stopped extends Error {}

function setUp(outcome: Outcome, options: Parameters<typeof resolveOptions>[0] = {}) {
  const log: string[] = []
  const analysis: Analysis = {
    async join() {
      log.push('join')
      return outcome
    },
    async stop() {
      log.push('stop')
    },
  }
  const build = createBuild(resolveOptions(options), job => {
    log.push(`begin ${job.from}`)
    return analysis
  })
  const context = {
    addWatchFile: (file: string) => void log.push(`watch ${file}`),
    emitFile: (asset: { fileName: string; source: string }) =>
      String(log.push(`emit ${asset.fileName} ${asset.source}`)),
    warn: (located: Located) => void log.push(`warn ${located.message}`),
    error: (located: Located): never => {
      log.push(`error ${located.message}`)
      throw new Stopped()
    },
  }
  const print = (text: string) => void log.push(`print ${text}`)
  const start = () => build.start({ root: '/p', aliases: {}, color: false, print })
  return { log, build, context, start }
}

test('a clean build prints the report and emits the asset', async () => {
  const { log, build, context, start } = setUp(analysed)
  start()
  await build.finish(context)
  expect(log).toEqual(['begin /p', 'join', 'print the report', 'emit behavioral-summary.json []\n'])
})

test('the first failure ends the build, the others are told before, nothing is emitted', async () => {
  const failures = [failure('one'), failure('two'), failure('three')]
  const { log, build, context, start } = setUp({ ...analysed, failures })
  start()
  await expect(build.finish(context)).rejects.toThrow(Stopped)
  expect(log.slice(-3)).toEqual(['warn two', 'warn three', 'error one'])
  expect(log.filter(line => line.startsWith('emit'))).toEqual([])
})

test('a watcher learns what the answer depends on before anything is generated, also when it fails', async () => {
  const { log, build, context, start } = setUp({ ...analysed, failures: [failure('one')] })
  start()
  await build.watch(context)
  expect(log).toEqual(['begin /p', 'join', 'watch /p/a.ts'])
  await expect(build.finish(context)).rejects.toThrow(Stopped)
})

test('several environments of one build share one analysis', async () => {
  const { log, build, context, start } = setUp(analysed)
  start()
  start()
  await build.finish(context)
  await build.finish(context)
  expect(log.filter(line => /^(begin|emit)/.test(line))).toHaveLength(2)
})

test('a build that fails before it generates ends the thread', async () => {
  const { log, build, start } = setUp(analysed)
  start()
  await build.end()
  await build.end()
  expect(log).toEqual(['begin /p', 'stop'])
})

test.each([
  ['error', /^error .*stopped: out of memory/],
  ['none', /^warn .*stopped: out of memory/],
] as const)('a dead thread under failOn %s', async (failOn, expected) => {
  const { log, build, context, start } = setUp({
    type: 'died',
    message: 'out of memory',
    watchFiles: [],
    failOn,
  })
  start()
  await build.finish(context).catch(error => expect(error).toBeInstanceOf(Stopped))
  expect(log.at(-1)).toMatch(expected)
})

test('options: silent, emit and build are honoured', async () => {
  const quiet = setUp(analysed, { silent: true, emit: false })
  quiet.start()
  await quiet.build.finish(quiet.context)
  expect(quiet.log).toEqual(['begin /p', 'join'])
  const off = setUp(analysed, { build: false })
  off.start()
  await off.build.finish(off.context)
  expect(off.log).toEqual([])
})

test('a report format that is not there yet is refused by name', () => {
  const report = [{ format: 'junit' as 'json', file: 'x' }]
  expect(() => resolveOptions({ report })).toThrow('"junit" is not available yet')
})
