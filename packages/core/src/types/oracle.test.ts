import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { SourceHost } from '../host.js'
import { createClassic } from './classic.js'
import { createNative } from './native.js'
import { findNative } from './native-module.js'
import { createOracle, type OracleOptions } from './oracle.js'
import type { HoleAnswer, TypeOracle } from './port.js'
import { diskProject } from './testing/disk-project.js'
import { holeAt, memoryHost } from './testing/project.js'

const main = "import { load } from '@/load'\nexport const use = async () => (await load())"
const sources = {
  'src/main.ts': main,
  'src/load.ts': 'export const load = async (): Promise<{ id: string }> => ({ id: "1" })',
}
const options = '"module": "esnext", "moduleResolution": "bundler", "strict": true'
const config = `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, ${options} }, "include": ["src"] }`
const loaded = { type: 'shape', shape: { type: 'record', properties: { id: { type: 'text' } } } }

const ask = (oracle: TypeOracle, host: SourceHost): HoleAnswer | undefined =>
  oracle.ask([holeAt(host, { file: 'src/main.ts', at: 'await load()', question: 'shape' })])[0]

function asked(
  types: OracleOptions['types'],
  host: SourceHost,
): { name: string; answer: HoleAnswer | undefined } {
  const config = join(host.root, 'tsconfig.json')
  const tsconfigs = host.read('tsconfig.json') === undefined ? [] : [config]
  const oracle = createOracle({ types, host, tsconfigs })
  try {
    const answer = ask(oracle, host)
    return { name: oracle.name, answer }
  } finally {
    oracle.close()
  }
}

const withConfig = (text: string, more: Record<string, string> = {}): SourceHost =>
  diskProject({ ...sources, ...more, 'tsconfig.json': text })

test.each(['auto', 'native'] as const)('extraction/N11 %s asks the native oracle of a project', types => {
  const { name, answer } = asked(types, withConfig(config))
  expect(name).toBe('native')
  expect(answer).toMatchObject(loaded)
  expect(answer).toEqual(asked('classic', withConfig(config)).answer)
})

const forClassic: [string, SourceHost][] = [
  [
    'a bare import through baseUrl',
    withConfig(
      `{ "compilerOptions": { "baseUrl": "./src", "ignoreDeprecations": "6.0", ${options} }, "include": ["src"] }`,
      { 'src/main.ts': main.replace('@/load', 'load') },
    ),
  ],
  ['no tsconfig', diskProject({ ...sources, 'src/main.ts': main.replace('@/load', './load') })],
  [
    'an option TypeScript 7 does not know',
    withConfig(config.replace('"bundler"', '"node10", "ignoreDeprecations": "6.0"')),
  ],
]

test.each(forClassic)('extraction/N11 TypeScript 6 is asked with %s', (_what, host) => {
  const { name, answer } = asked('auto', host)
  expect(name).toBe('classic')
  expect(answer).toMatchObject(loaded)
})

const forNative: [string, string][] = [
  [
    'a baseUrl no import goes through',
    config.replace('"paths"', '"baseUrl": ".", "ignoreDeprecations": "6.0", "paths"'),
  ],
  ['a tsconfig whose base is missing', `{ "extends": "./gone.json", ${config.slice(1)}`],
]

test.each(forNative)('the native oracle is asked with %s', (_what, text) => {
  const { name, answer } = asked('auto', withConfig(text))
  expect(name).toBe('native')
  expect(answer).toMatchObject(loaded)
})

test('with types off, or dependencies that are not installed, nothing is answered', () => {
  const hole = { file: 'main.ts', span: { start: 0, end: 1 }, question: 'shape' } as const
  const off = { type: 'none', reason: 'typesOff' }
  const host = memoryHost({ 'main.ts': 'a' })
  expect(createOracle({ types: 'off', host, tsconfigs: [] }).ask([hole])).toEqual([off])
  const bare = {
    ...memoryHost({ 'main.ts': 'a', 'package.json': '{ "dependencies": { "express": "5" } }' }),
    root: '/nowhere/at/all',
  }
  for (const tsconfigs of [[], ['/nowhere/at/all/tsconfig.json']]) {
    expect(createOracle({ types: 'auto', host: bare, tsconfigs }).ask([hole])).toEqual([off])
  }
})

function withCompiler(version: string, sync: string | null): SourceHost {
  const host = withConfig(config)
  const folder = join(host.root, 'node_modules/typescript')
  mkdirSync(folder, { recursive: true })
  const exports = {
    './package.json': './package.json',
    ...(sync === null ? {} : { './unstable/sync': './sync.js', './unstable/ast': './sync.js' }),
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'typescript', version, type: 'module', exports }),
  )
  writeFileSync(join(folder, 'sync.js'), sync ?? '')
  return host
}

/** Without what the shell names in NODE_PATH. */
function withoutGlobalFolders(run: () => void): void {
  const { _initPaths } = Module as unknown as { _initPaths(): void }
  vi.stubEnv('NODE_PATH', '')
  _initPaths()
  try {
    run()
  } finally {
    vi.unstubAllEnvs()
    _initPaths()
  }
}

test("the project's own TypeScript is found when it is 7", () => {
  const [seven, six] = [withCompiler('7.2.1', null), withCompiler('6.0.3', null)]
  const alone = (host: SourceHost): string => pathToFileURL(join(host.root, 'suss.js')).href
  withoutGlobalFolders(() => {
    expect(findNative(seven.root, alone(seven))).toBe(
      join(seven.root, 'node_modules/typescript/package.json'),
    )
    expect(findNative(six.root, alone(six))).toBeNull()
  })
})

const broken: [string, string | null][] = [
  ['has no API', null],
  ['answers to other calls', 'export class API { parseConfigFile() { return this.config() } close() {} }'],
  [
    'cannot be started',
    `import { spawn } from 'node:child_process'
export class API { constructor() { spawn('/nowhere/tsc', []).kill(); throw new Error('no pipe') } }`,
  ],
]

test.each(broken)('a TypeScript 7 that %s is replaced', async (_what, sync) => {
  const host = withCompiler('7.0.2', sync)
  const tsconfigs = [join(host.root, 'tsconfig.json')]
  const manifest = join(host.root, 'node_modules/typescript/package.json')
  const oracle = createNative({
    host,
    tsconfigs,
    manifest,
    fallback: () => createClassic({ host, tsconfigs }),
  })
  expect(ask(oracle, host)).toMatchObject(loaded)
  expect(oracle.name).toBe('classic')
  oracle.close()
  // time for what a child that was never there has to say
  await new Promise(resolve => setTimeout(resolve, 50))
})

/** The processes started meanwhile. */
function started(run: () => void): ChildProcess[] {
  const children: ChildProcess[] = []
  const note = (message: unknown): void => {
    children.push((message as { process: ChildProcess }).process)
  }
  subscribe('child_process', note)
  run()
  unsubscribe('child_process', note)
  return children
}

test('a question TypeScript 7.0.2 fails at is asked of TypeScript 6, the others are not', () => {
  const empty = '\nexport const few = (value: [] | [string]) => value\nfew([])'
  const host = withConfig(config, { 'src/main.ts': main + empty })
  const oracle = createOracle({ types: 'native', host, tsconfigs: [join(host.root, 'tsconfig.json')] })
  const holes = [
    holeAt(host, { file: 'src/main.ts', at: 'await load()', question: 'shape' }),
    holeAt(host, { file: 'src/main.ts', at: '[]', question: 'shape' }),
    holeAt(host, { file: 'src/main.ts', at: 'few', question: 'declaration' }),
  ]
  const [first, second, third] = oracle.ask(holes)
  expect(first).toMatchObject(loaded)
  expect(second).toMatchObject({ shape: { type: 'array', items: { type: 'unknown' } } })
  expect(third).toMatchObject({ type: 'declaration', place: { file: 'src/main.ts' } })
  expect(oracle.name).toBe('native')
  oracle.close()
})

test('a process that ends in between loses no answer, and closing ends it', async () => {
  const host = withConfig(config)
  const oracle = createOracle({ types: 'native', host, tsconfigs: [join(host.root, 'tsconfig.json')] })
  const [child] = started(() => expect(ask(oracle, host)).toMatchObject(loaded))
  if (child?.pid === undefined) throw new Error('no process')
  expect(oracle.name).toBe('native')
  const ended = once(child, 'exit')
  process.kill(child.pid, 'SIGKILL')
  await ended
  expect(ask(oracle, host)).toMatchObject(loaded)
  expect(oracle.name).toBe('classic')
  oracle.close()
})

test('closing ends the process', async () => {
  const host = withConfig(config)
  const oracle = createOracle({ types: 'native', host, tsconfigs: [join(host.root, 'tsconfig.json')] })
  const [child] = started(() => ask(oracle, host))
  if (child === undefined) throw new Error('no process')
  const ended = once(child, 'exit')
  oracle.close()
  await ended
})
