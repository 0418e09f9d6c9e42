/** Real compilations by both doors (hosts.md 9). */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type ts from 'typescript'
import { afterEach, expect, test, vi } from 'vitest'
import { parseSummaries } from '@suss/core/ir'
import { openProject, summariesText } from '@suss/core'
import sussTransformer from '../src/index.js'
import { asset, compilers, makeProject, sources } from './project.js'

/** Each case starts several compilers, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

type Project = ReturnType<typeof makeProject>
type Version = keyof typeof compilers
const versions: Version[] = ['6.0', '5.9']

const projects: Project[] = []
afterEach(() => {
  for (const project of projects.splice(0)) project.remove()
})

function setUp(version: Version | null = '6.0'): Project {
  const project = makeProject(version)
  projects.push(project)
  return project
}

const require = createRequire(import.meta.url)
const load = (version: Version): typeof ts => require(compilers[version]) as typeof ts

const misread = (project: Project): void => project.edit('src/client.ts', 'clock.zone', 'clock.timezone')
const finding = `src/client.ts(5,10): error TS970001: [suss] misreadProviderResponse: zoneOf reads "timezone"`

test.each(versions)(
  'hosts/H9: under %s a clean project compiles as by tsc and leaves its summaries',
  version => {
    const project = setUp(version)
    const compiled = project.sussTsc('-p', '.')
    expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(project.has('out/server.js')).toBe(true)
    expect(parseSummaries(project.read(asset)).length).toBeGreaterThan(0)
    expect(project.read(asset)).toBe(project.suss('extract').stdout)
  },
)

test('hosts/H9: a finding is told once, as a diagnostic at its place, and fails the build', () => {
  const project = setUp()
  misread(project)
  for (const args of [['--noEmit'], ['-p', '.']]) {
    const compiled = project.sussTsc(...args)
    expect(compiled.status).toBe(1)
    expect(compiled.stdout.split(finding)).toHaveLength(2)
    expect(compiled.stdout).toContain('provider: clock src/server.ts:9:3')
    expect(project.has('out/client.js')).toBe(args[0] === '-p')
    expect(project.has(asset)).toBe(false)
  }
})

test('hosts/H9: the errors of tsc come first, as tsc tells them, with its exit status', () => {
  const project = setUp()
  misread(project)
  project.edit('src/store.ts', 'return clocks[id]', 'return clocks[id]?.ticks')
  const tsc = project.tsc('-p', '.')
  const compiled = project.sussTsc('-p', '.')
  expect(tsc.status).toBe(2)
  expect(tsc.stdout).toMatch(/^src\/store\.ts\(4,3\): error TS2739/)
  expect(compiled.status).toBe(tsc.status)
  expect(compiled.stdout.startsWith(tsc.stdout)).toBe(true)
  expect(compiled.stdout).toContain(finding)
})

test.each([[['--version']], [['--showConfig']], [['-p', 'missing.json']]])(
  'hosts/H9: %s does what it does in tsc',
  args => {
    const project = setUp()
    expect(project.sussTsc(...args)).toEqual(project.tsc(...args))
  },
)

test('hosts/H9: --pretty shows both places in frames, the columns right', () => {
  const project = setUp()
  misread(project)
  const plain = stripVTControlCharacters(project.sussTsc('--noEmit', '--pretty', 'true').stdout)
  expect(plain).toContain('src/client.ts:5:10 - error TS970001: ')
  expect(plain).toMatch(/^5 {3}return clock\.timezone\n {11}~{14}$/m)
  expect(plain).toMatch(/src\/server\.ts:9:3\n {4}9 {3}res\.json\(clock\)\n {8}~{15}/)
})

test('the gate of suss.json decides: nothing fails under failOn none, a warning fails under failOn warning', () => {
  const project = setUp()
  misread(project)
  project.write('suss.json', '{ "failOn": "none" }')
  const open = project.sussTsc('--noEmit')
  expect(open.status).toBe(0)
  expect(open.stdout).toContain(finding.replace('error TS', 'warning TS'))
  project.write('suss.json', '{ "failOn": "warning", "severity": { "misreadProviderResponse": "warning" } }')
  const strict = project.sussTsc('--noEmit')
  expect(strict.status).toBe(1)
  expect(strict.stdout).toContain(finding)
})

test('another tsconfig means the files of that one', () => {
  const project = setUp()
  misread(project)
  project.write('tsconfig.server.json', '{ "extends": "./tsconfig.json", "include": ["src/server.ts"] }')
  const compiled = project.sussTsc('-p', 'tsconfig.server.json')
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(project.read(asset)).not.toContain('client.ts')
})

test.each([
  [
    'a broken suss.json',
    'suss.json',
    '{ "agianst": [] }',
    /^error TS970001: \[suss\] .*suss\.json.*agianst.*against.*\n$/,
  ],
  [
    'a side that is not there',
    'suss.json',
    '{ "against": ["../gone"] }',
    /^error TS970001: \[suss\] .*\.\.\/gone.*\n$/,
  ],
])('%s is one line', (_what, file, text, line) => {
  const project = setUp()
  project.write(file, text)
  const compiled = project.sussTsc('-p', '.')
  expect(compiled.status).toBe(1)
  expect(compiled.stdout).toMatch(line)
  expect(compiled.stderr).toBe('')
})

test.each([
  ['7.0.2', /works on TypeScript 5\.9 and 6; this project has 7\.0\.2\. Run "suss check"/],
  ['5.8.3', /this project has 5\.8\.3/],
])('hosts/H20: under TypeScript %s suss-tsc gives its one line', (version, line) => {
  const project = setUp(null)
  project.write('node_modules/typescript/package.json', `{ "name": "typescript", "version": "${version}" }`)
  const compiled = project.sussTsc('-p', '.')
  expect(compiled.status).toBe(2)
  expect(compiled.stderr).toMatch(line)
  expect(compiled.stderr.trimEnd().split('\n')).toHaveLength(1)
})

test.each(['-b', '--watch'])('%s is refused in one line', flag => {
  const compiled = setUp().sussTsc(flag)
  expect(compiled).toEqual({
    status: 2,
    stdout: '',
    stderr: `suss-tsc: suss-tsc ${flag} is not available yet. Run suss-tsc -p for each project.\n`,
  })
})

const withPlugin = JSON.stringify({
  ...JSON.parse(sources['tsconfig.json']),
  compilerOptions: {
    ...JSON.parse(sources['tsconfig.json']).compilerOptions,
    plugins: [{ transform: '@suss/tsc-plugin' }],
  },
})
const tspc = join(dirname(require.resolve('ts-patch/package.json')), 'bin/tspc.js')

test.each(versions)(
  'hosts/H10: ts-patch on %s runs the transformer, with the bytes of `suss extract`',
  version => {
    const project = setUp(version)
    project.write('tsconfig.json', withPlugin)
    const patched = (): ReturnType<Project['node']> =>
      project.node(tspc, ['-p', '.'], { TSP_COMPILER_TS_PATH: compilers[version] })
    expect(patched()).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(project.read(asset)).toBe(project.suss('extract').stdout)
    misread(project)
    const failed = patched()
    expect(failed.status).not.toBe(0)
    expect(failed.stdout.split(finding)).toHaveLength(2)
  },
)

/** `program.emit` with the factory: what it wrote and what it told. */
function emit(project: Project, version: Version) {
  const typescript = load(version)
  const written = new Map<string, string>()
  const told: ts.Diagnostic[] = []
  const { fileNames, options } = parseConfig(typescript, project)
  const program = typescript.createProgram({ rootNames: fileNames, options })
  const extras = { ts: typescript, addDiagnostic: (diagnostic: ts.Diagnostic) => told.push(diagnostic) }
  program.emit(undefined, (file, text) => void written.set(file, text), undefined, false, {
    before: [sussTransformer(program, {}, extras)],
  })
  return { written, told, program }
}

function parseConfig(typescript: typeof ts, { root }: Project): ts.ParsedCommandLine {
  const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const parsed = typescript.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host)
  if (!parsed) throw new Error('no tsconfig')
  return parsed
}

test.each(versions)(
  'hosts/H10: program.emit of %s with the factory writes through its own writeFile',
  version => {
    const project = setUp(version)
    const { written, told } = emit(project, version)
    expect(told).toEqual([])
    expect(written.get(join(project.root, asset))).toBe(project.suss('extract').stdout)
    expect(project.has('out')).toBe(false)
    misread(project)
    const failed = emit(project, version)
    expect(failed.told).toMatchObject([{ code: 970001, category: 1, length: 'clock.timezone'.length }])
    expect(failed.written.has(join(project.root, asset))).toBe(false)
    expect(failed.written.has(join(project.root, 'out/client.js'))).toBe(true)
  },
)

test('hosts/H21: shapes through a 5.9 program are those of `types: "classic"`', () => {
  const project = setUp('5.9')
  const { written } = emit(project, '5.9')
  const classic = openProject({ root: project.root, types: 'classic' }).extract().summaries
  const off = openProject({ root: project.root, types: 'off' }).extract().summaries
  expect(summariesText(classic)).toContain('"zone"')
  expect(written.get(join(project.root, asset))).toBe(summariesText(classic))
  expect(summariesText(off)).not.toBe(summariesText(classic))
})
