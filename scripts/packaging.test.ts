/** Packages as a user gets them: packed, installed by npm and pnpm in a project of its own (hosts.md 9). */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanEnvironment } from './bootstrap.mjs'

/** Installing and four tools, on a machine that may be busy. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const repository = dirname(import.meta.dirname)
const { packageManager } = readJson(join(repository, 'package.json'))

interface Manifest {
  name: string
  private?: boolean
  packageManager?: string
  devDependencies?: Record<string, string>
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

const published = [...readdirSync(join(repository, 'packages')).map(name => join('packages', name)), 'packs']
  .map(folder => ({ folder, manifest: readJson(join(repository, folder, 'package.json')) }))
  .filter(({ manifest }) => !manifest.private)
  .map(({ folder, manifest }) => ({ folder: join(repository, folder), name: manifest.name }))

function run(cwd: string, command: string, args: readonly string[]) {
  const env = {
    ...cleanEnvironment(process.env),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    NODE_ENV: undefined,
    NODE_PATH: undefined,
  }
  const options = {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 200_000,
    shell: process.platform === 'win32',
  } as const
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (error) throw error
  return { status, stdout, stderr, text: `${stdout}${stderr}` }
}

const pnpm = (cwd: string, args: readonly string[]) =>
  run(cwd, 'npx', ['--yes', packageManager ?? 'pnpm', ...args])

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'suss-packaging-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const tarballs = new Map<string, string>()
beforeAll(() => {
  for (const { folder, name } of published) {
    const packed = pnpm(folder, ['pack', '--json', '--pack-destination', join(scratch, 'tarballs')])
    if (packed.status !== 0) throw new Error(packed.text)
    tarballs.set(name, (JSON.parse(packed.stdout) as { filename: string }).filename)
  }
})

test.each(published.map(({ name }) => name))('%s: publint and are-the-types-wrong find nothing', name => {
  const tarball = tarballs.get(name) ?? ''
  const tool = (file: string, args: readonly string[]) =>
    run(scratch, process.execPath, [join(repository, 'node_modules', file), ...args])
  const lint = tool('publint/src/cli.js', ['run', tarball, '--strict'])
  expect(lint.status, lint.text).toBe(0)
  const types = tool('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only', '--no-emoji'])
  expect(types.status, types.text).toBe(0)
})

const server = `import express from 'express'
const app = express()
app.get('/notes/:id', (req, res) => {
  res.json({ id: req.params.id, title: 'one' })
})
`
const sources = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowJs: true,
      types: [],
      rootDir: 'src',
      outDir: 'out',
    },
    include: ['src'],
  }),
  'src/server.js': server,
  'src/client.js': `export async function titleOf(id) {
  const response = await fetch(\`/notes/\${id}\`)
  if (!response.ok) throw new Error('no note')
  const note = await response.json()
  return note.title
}
`,
  'vite.config.js': `import suss from 'unplugin-suss/vite'
export default { plugins: [suss()], build: { lib: { entry: 'src/client.js', formats: ['es'] } } }
`,
}

interface Lint {
  config: string
  devDependencies: Record<string, string>
}

const plainLint: Lint = {
  devDependencies: {},
  config: `import { defineConfig } from 'eslint/config'
import suss from 'eslint-plugin-suss'
export default defineConfig([{ files: ['src/**/*.js'], plugins: { suss }, extends: ['suss/recommended'] }])
`,
}

const typedLint: Lint = {
  devDependencies: { '@typescript-eslint/parser': '8.74.0' },
  config: `import parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'
import suss from 'eslint-plugin-suss'
const languageOptions = { parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }
export default defineConfig([
  { files: ['src/**/*.js'], languageOptions, plugins: { suss }, extends: ['suss/recommended'] },
])
`,
}

type Installer = 'npm' | 'pnpm'

/** A project outside the repository with every package from its tarball. */
function install(installer: Installer, typescript: string | null, lint = plainLint) {
  const root = realpathSync(mkdtempSync(join(scratch, `${installer}-`)))
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(sources)) write(file, text)
  write('eslint.config.js', lint.config)
  const versions = readJson(join(repository, 'package.json')).devDependencies ?? {}
  const local = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  write(
    'package.json',
    JSON.stringify({
      name: 'notes',
      private: true,
      type: 'module',
      dependencies: { express: '5.3.0' },
      devDependencies: {
        ...local,
        ...lint.devDependencies,
        eslint: versions['eslint'],
        vite: versions['vite'],
        ...(typescript && { typescript }),
      },
      // npm takes the tarball for what another tarball asks for; pnpm asks the registry
      pnpm: { overrides: local },
    }),
  )
  const installed =
    installer === 'npm'
      ? run(root, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'warn'])
      : pnpm(root, ['install', '--prefer-offline', '--strict-peer-dependencies', '--reporter=append-only'])
  const bin = (name: string, args: readonly string[] = []) =>
    run(root, join(root, 'node_modules/.bin', name), args)
  return { root, write, installed, bin, has: (file: string) => existsSync(join(root, file)) }
}

type Installed = ReturnType<typeof install>

const rename = (project: Installed): void =>
  project.write('src/server.js', server.replace('title:', 'heading:'))

const read = 'src/client.js:5'
/** The three hosts by name, each with how it fails at the read. */
function hosts(project: Installed) {
  return {
    vite: project.bin('vite', ['build']),
    eslint: project.bin('eslint', ['.', '--format', 'json']),
    check: project.bin('suss', ['check']),
  }
}

function expectMisread({ vite, eslint, check }: ReturnType<typeof hosts>): void {
  expect(vite.text).toContain('titleOf reads "title"')
  expect(vite.text).toContain(`${read}:9`)
  expect(check.text).toContain(`${read}:10`)
  const linted = JSON.parse(eslint.stdout) as {
    messages: { ruleId: string; line: number; column: number }[]
  }[]
  expect(linted.flatMap(({ messages }) => messages)).toMatchObject([
    { ruleId: 'suss/no-misread-response', line: 5, column: 10 },
  ])
  expect([vite.status, eslint.status, check.status]).toEqual([1, 1, 1])
}

test('hosts/H11: installed from tarballs by npm, all four commands pass, and fail on a mismatch', () => {
  const project = install('npm', '6.0.3')
  expect(project.installed.text).not.toMatch(/ERESOLVE|peer/i)
  expect(project.installed.status).toBe(0)
  const { vite, eslint, check } = hosts(project)
  for (const done of [vite, eslint, check]) expect(done).toMatchObject({ status: 0 })
  expect(project.has('dist/behavioral-summary.json')).toBe(true)
  expect(project.bin('suss-tsc', ['-p', '.']).text).toBe('')
  expect(project.has('out/behavioral-summary.json')).toBe(true)
  rename(project)
  expectMisread(hosts(project))
  const compiled = project.bin('suss-tsc', ['-p', '.'])
  expect(compiled.stdout).toContain('src/client.js(5,10): error TS970001: ')
  expect(compiled.status).toBe(1)
})

/** Beside that compiler: no peer error, its `tsc` untouched, and every host says the same. */
function expectSame(installer: Installer, typescript: string | null, lint?: Lint): Installed {
  const project = install(installer, typescript, lint)
  expect(project.installed.text).not.toMatch(/ERESOLVE|peer/i)
  expect(project.installed.status).toBe(0)
  if (typescript) expect(project.bin('tsc', ['-v']).stdout.trim()).toBe(`Version ${typescript}`)
  rename(project)
  expectMisread(hosts(project))
  return project
}

test.each<Installer>(['npm', 'pnpm'])(
  'hosts/H20: beside TypeScript 7.0.2, installed by %s, suss-tsc has one line and types come from it',
  installer => {
    const project = expectSame(installer, '7.0.2')
    expect(project.bin('suss', ['check', '--types', 'native']).text).toContain(`${read}:10`)
    const refused = project.bin('suss-tsc', ['-p', '.'])
    expect(refused.status).toBe(2)
    expect(refused.text).toMatch(/^suss-tsc: .*this project has 7\.0\.2\. Run "suss check".*\n$/)
  },
)

test.each<Installer>(['npm', 'pnpm'])(
  'hosts/H20, hosts/H21: beside TypeScript 5.9.3, installed by %s, with typed lint',
  installer => void expectSame(installer, '5.9.3', typedLint),
)

test.each<Installer>(['npm', 'pnpm'])(
  'hosts/H20: without TypeScript, installed by %s, its types have to be installed first',
  installer => {
    const refused = expectSame(installer, null).bin('suss', ['check', '--types', 'native'])
    expect(refused.status).toBe(2)
    expect(refused.text).toMatch(/^suss: types: "native" needs TypeScript 7.*npm:typescript@.*\n$/)
  },
)
