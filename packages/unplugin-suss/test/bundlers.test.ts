/** Real builds by the bundlers beside Vite, each of a project of its own (hosts.md 3.2). */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as rolldown from 'rolldown'
import * as rollup from 'rollup'
import { openProject, summariesText } from '@suss/core'
import { afterEach, expect, test, vi } from 'vitest'
import forRolldown from '../dist/rolldown.js'
import forRollup from '../dist/rollup.js'

/** Each build analyses a project in a thread, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 })

const folders: string[] = []
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** The server is not in the graph of the client's build. */
const sources = {
  'package.json': '{ "name": "notes", "type": "module", "dependencies": { "express": "*" } }',
  'src/server.js': `import express from 'express'
const app = express()
app.get('/notes/:id', (req, res) => {
  res.json({ id: req.params.id, title: 'one' })
})
`,
  'src/client.js': `export async function titleOf(id) {
  const response = await fetch(\`/notes/\${id}\`)
  if (!response.ok) throw new Error('no note')
  const note = await response.json()
  return note.title
}
`,
}

function setUp() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-bundler-')))
  folders.push(root)
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(sources)) write(file, text)
  return {
    root,
    write,
    input: join(root, 'src/client.js'),
    dir: join(root, 'out'),
    asset: (): string | null => {
      const file = join(root, 'out/behavioral-summary.json')
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
    rename: () => write('src/server.js', sources['src/server.js'].replace('title:', 'heading:')),
    repair: () => write('src/server.js', sources['src/server.js']),
  }
}

interface Failure {
  message: string
  id?: string
  loc?: { line: number; column: number }
  pluginCode?: unknown
  frame?: string
  errors?: Failure[]
}

interface Watcher {
  on(event: 'event', listen: (event: { code: string; error?: unknown; result?: unknown }) => void): void
  close(): Promise<void>
}

type Project = ReturnType<typeof setUp>

interface Bundler {
  build(project: Project): Promise<void>
  watch(project: Project): Watcher
}

const quiet = { silent: true, types: 'off' } as const

const inRollup = ({ root, input }: Project) => ({
  input,
  plugins: [forRollup({ root, ...quiet })],
  onwarn: () => {},
})
const inRolldown = ({ root, input, dir }: Project) =>
  ({ input, plugins: [forRolldown({ root, ...quiet })], output: { dir }, logLevel: 'silent' }) as const

const bundlers: Record<'rollup' | 'rolldown', Bundler> = {
  rollup: {
    async build(project) {
      const bundle = await rollup.rollup(inRollup(project))
      await bundle.write({ dir: project.dir }).finally(() => bundle.close())
    },
    watch: project => rollup.watch({ ...inRollup(project), output: { dir: project.dir } }),
  },
  rolldown: {
    async build(project) {
      await rolldown.build(inRolldown(project))
    },
    watch: project => rolldown.watch(inRolldown(project)) as Watcher,
  },
}
const names = ['rollup', 'rolldown'] as const

const failureOf = (error: unknown): Failure => {
  const failure = error as Failure
  return failure.errors?.[0] ?? failure
}

test.each(names)('%s: a clean build emits what `suss extract` writes', async name => {
  const project = setUp()
  await bundlers[name].build(project)
  const { summaries } = openProject({ root: project.root, types: 'off' }).extract()
  expect(project.asset()).toBe(summariesText(summaries))
  expect(existsSync(join(project.dir, 'client.js'))).toBe(true)
})

test.each(names)('%s: a misread field outside the graph fails the build at the read', async name => {
  const project = setUp()
  project.rename()
  const error = await bundlers[name].build(project).then(
    () => null,
    (thrown: unknown) => failureOf(thrown),
  )
  expect(error?.message).toContain('titleOf reads "title"')
  expect(error?.message).toContain('src/server.js:4')
  expect(error).toMatchObject({ id: project.input, loc: { line: 5, column: 9 } })
  expect(error?.pluginCode).toMatch(/^misreadProviderResponse\./)
  expect(error?.frame).toContain('return note.title')
  expect(project.asset()).toBeNull()
})

/** What each run of a watcher ends with: what it failed with, or null. */
function follow(watcher: Watcher) {
  const ended: (string | null)[] = []
  const waiting: ((end: string | null) => void)[] = []
  const tell = (end: string | null): void => {
    const next = waiting.shift()
    if (next) next(end)
    else ended.push(end)
  }
  watcher.on('event', ({ code, error, result }) => {
    if (code === 'ERROR') tell(failureOf(error).message)
    if (code === 'BUNDLE_END') tell(null)
    if (code === 'ERROR' || code === 'BUNDLE_END') void (result as { close?(): void } | null)?.close?.()
  })
  closers.push(() => watcher.close())
  return (): Promise<string | null> =>
    ended.length > 0 ? Promise.resolve(ended.shift() ?? null) : new Promise(settle => waiting.push(settle))
}

/** A change in the same moment as the last build is one the watcher has seen already. */
const moment = (): Promise<void> => new Promise(settle => setTimeout(settle, 1_000))

test.each(names)('%s: a watcher outlives a failure and sees files outside the graph', async name => {
  const project = setUp()
  const next = follow(bundlers[name].watch(project))
  expect(await next()).toBeNull()
  const clean = project.asset()
  expect(clean).not.toBeNull()
  await moment()
  project.rename()
  expect(await next()).toContain('titleOf reads "title"')
  await moment()
  project.repair()
  expect(await next()).toBeNull()
  expect(project.asset()).toBe(clean)
})

test.each(names)('%s: a broken suss.json fails in one line, and mending it is seen', async name => {
  const project = setUp()
  project.write('suss.json', '{ "agianst": [] }')
  const next = follow(bundlers[name].watch(project))
  expect(await next()).toMatch(/\[suss\] .*suss\.json.*agianst.*against/)
  await moment()
  project.write('suss.json', '{}')
  expect(await next()).toBeNull()
})

test.each([
  ['rollup', 0],
  ['rollup', 1],
  ['rolldown', 0],
  ['rolldown', 1],
] as const)('%s from its command line ends by itself with status %i', (name, status) => {
  const project = setUp()
  if (status === 1) project.rename()
  const plugin = join(import.meta.dirname, `../dist/${name}.js`)
  project.write(
    `${name}.config.mjs`,
    `import suss from ${JSON.stringify(plugin)}\nexport default { input: 'src/client.js', output: { dir: 'out' }, plugins: [suss()] }\n`,
  )
  const bin = { rollup: 'rollup/dist/bin/rollup', rolldown: 'rolldown/bin/cli.mjs' }[name]
  const script = join(import.meta.dirname, '../node_modules', bin)
  const run = spawnSync(process.execPath, [script, '-c', `${name}.config.mjs`], {
    cwd: project.root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  expect(run.status).toBe(status)
  expect(run.stderr + run.stdout).toContain(status === 1 ? 'titleOf reads "title"' : '[suss] ')
  expect(project.asset() === null).toBe(status === 1)
})
