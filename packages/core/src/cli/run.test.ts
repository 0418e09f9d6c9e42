/** The command line on small projects: what it prints, where, and its exit status. */
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
import { afterEach, expect, test } from 'vitest'
import { parseSummaries } from '../ir/index.js'
import { run } from './run.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function setUp(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-cli-')))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

function suss(cwd: string, ...argv: string[]) {
  const written = { out: '', err: '' }
  const status = run(argv, {
    cwd,
    color: false,
    out: text => {
      written.out += text
    },
    err: text => {
      written.err += text
    },
  })
  return { status, ...written }
}

const manifest = '{ "name": "notes", "type": "module", "dependencies": { "express": "*" } }'
const server = `import express from 'express'
export const app = express()
app.get('/notes/:id', (req, res) => {
  if (!req.params.id) {
    res.status(404).json({ reason: 'none' })
    return
  }
  res.json({ id: req.params.id, text: 'hello' })
})
`
const reader = (field: string): string => `export const load = async (id: string) => {
  const response = await fetch(\`/notes/\${id}\`)
  if (!response.ok) throw new Error('not loaded')
  const note = await response.json()
  return note.${field}
}
`
const project = (field: string): string =>
  setUp({ 'package.json': manifest, 'src/server.ts': server, 'src/client.ts': reader(field) })

test.each([
  [['chekc'], 'suss: unknown command "chekc". Did you mean "suss check"?\n'],
  [['check', '--fail-one', 'x'], 'suss: "suss check" has no flag --fail-one. Did you mean --fail-on?\n'],
  [['ask'], 'suss: "suss ask" is not available yet. See "suss --help" for what is.\n'],
  [['baseline', 'write'], 'suss: "suss baseline" is not available yet. See "suss --help" for what is.\n'],
  [['check', '--reporter', 'junit'], 'suss: reporter "junit" is not available yet. Use text, json, sarif, github.\n'],
  [['check', 'nowhere'], 'suss: nowhere does not exist. Name the folder of a project, or a summary file.\n'],
  [['check', '--root', 'nowhere'], 'suss: nowhere is not a folder. Name the folder of a project.\n'],
  [['check', '--types', 'clasic'], 'suss: --types knows no "clasic". Did you mean "classic"?\n'],
  [
    ['inspect', '--diff', 'one'],
    'suss: --diff compares two inputs. Write suss inspect --diff BEFORE AFTER.\n',
  ],
])('%j is wrong use: one line, status 2', (argv, line) => {
  expect(suss(setUp({ 'package.json': manifest }), ...argv)).toEqual({ status: 2, out: '', err: line })
})

test('with the JSON reporter an error is JSON on standard output, with the same status', () => {
  const done = suss(setUp({ 'package.json': manifest }), 'check', '--json', '--fail-on', 'wrong')
  expect(done).toMatchObject({ status: 2, err: '' })
  expect(JSON.parse(done.out)).toEqual({
    error: {
      code: 'BAD_OPTIONS',
      message: '--fail-on knows no "wrong"',
      remedy: expect.stringContaining('Did you mean'),
    },
  })
})

test('help names every command, and every flag of one', () => {
  const general = suss('/', '--help')
  expect(general.status).toBe(0)
  for (const name of ['check', 'extract', 'inspect', 'mcp']) expect(general.out).toContain(`suss ${name}`)
  expect(suss('/', 'check', '--help').out).toContain('--fail-on-unpaired N')
})

test('check: clean is 0, a contradiction is 1, and failOn decides', () => {
  expect(suss(project('text'), 'check')).toMatchObject({ status: 0, err: '' })
  const broken = suss(project('txt'), 'check')
  expect(broken.status).toBe(1)
  expect(broken.out).toContain('src/client.ts:5:10')
  expect(broken.out).toContain('src/server.ts:8:')
  expect(suss(project('txt'), 'check', '--fail-on', 'none').status).toBe(0)
})

test('check names a folder, or --root does', () => {
  const root = project('txt')
  expect(suss('/', 'check', root).status).toBe(1)
  expect(suss('/', 'check', '--root', root).status).toBe(1)
})

test('check --json is one JSON document; with a file nothing is printed', () => {
  const root = project('txt')
  const printed = suss(root, 'check', '--json')
  expect(JSON.parse(printed.out)).toMatchObject({ format: 'suss-check', failed: true })
  const written = suss(root, 'check', '--output-file', 'json=out/report.json')
  expect(written).toEqual({ status: 1, out: '', err: '' })
  expect(readFileSync(join(root, 'out/report.json'), 'utf8')).toBe(printed.out)
})

test('extract prints what parses, or writes it', () => {
  const root = project('text')
  const printed = suss(root, 'extract')
  expect(printed).toMatchObject({ status: 0, err: '' })
  expect(
    parseSummaries(printed.out)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['client', 'handler'])
  expect(suss(root, 'extract', '-o', 'all.json')).toEqual({ status: 0, out: '', err: '' })
  expect(readFileSync(join(root, 'all.json'), 'utf8')).toBe(printed.out)
})

test('nothing extracted fails, unless it may be', () => {
  const root = setUp({ 'package.json': '{ "name": "empty" }', 'src/a.ts': 'export const a = 1\n' })
  const failed = suss(root, 'extract', '-o', 'out.json')
  expect(failed.status).toBe(1)
  expect(failed.err).toContain('nothing was extracted')
  expect(existsSync(join(root, 'out.json'))).toBe(false)
  expect(suss(root, 'extract', '--allow-empty')).toMatchObject({ status: 0, out: '[]\n' })
})

test('--explain prints the funnel beside the answer', () => {
  const explained = suss(project('text'), 'extract', '--explain')
  expect(explained.err).toMatch(/^pack +files +importing +recognised +summarised +with transitions\n/)
  expect(explained.err).toMatch(/^express +2 +1 +1 +1 +1$/m)
  parseSummaries(explained.out)
})

test('inspect: all units, one by its boundary, a summary file, nothing that fits', () => {
  const root = project('text')
  const all = suss(root, 'inspect')
  expect(all.status).toBe(0)
  const one = suss(root, 'inspect', 'src/server.ts')
  expect(one.out).toContain('GET /notes/{id}')
  expect(one.out).toContain('→ 404 { reason: ')
  expect(one.out).toContain('→ 200 { id')
  expect(all.out).toContain(one.out.trim())
  expect(suss(root, 'inspect', 'GET /notes/:id').out).toContain(one.out.trim())
  suss(root, 'extract', '-o', 'all.json')
  expect(suss(root, 'inspect', 'all.json').out).toBe(all.out)
  expect(suss(root, 'inspect', 'src/none.ts')).toMatchObject({ status: 1, out: '' })
})

test('inspect --diff: what changed between two builds', () => {
  const root = project('text')
  suss(root, 'extract', '-o', 'before.json')
  writeFileSync(join(root, 'src/server.ts'), server.replace('404', '410'))
  suss(root, 'extract', '-o', 'after.json')
  const diff = suss(root, 'inspect', '--diff', 'before.json', 'after.json')
  expect(diff.status).toBe(0)
  expect(diff.out).toMatch(/- .*→ 404/)
  expect(diff.out).toMatch(/\+ .*→ 410/)
  expect(suss(root, 'inspect', '--diff', 'before.json', 'after.json', '--fail-on-change').status).toBe(1)
  expect(suss(root, 'inspect', '--diff', 'before.json', 'before.json', '--fail-on-change').status).toBe(0)
})

test.each([
  ['suss.json', '{ "agianst": [] }', /suss\.json.*agianst.*against/],
  ['suss.json', '{ broken', /suss\.json/],
  ['.sussignore.yml', 'rules: []\n', /\.sussignore\.yml.*version/],
])('a broken %s (%s) is one line and status 2', (file, text, line) => {
  const root = project('text')
  writeFileSync(join(root, file), text)
  const done = suss(root, 'check')
  expect(done).toMatchObject({ status: 2, out: '' })
  expect(done.err).toMatch(line)
  expect(done.err.trim().split('\n')).toHaveLength(1)
})

test('a file that cannot be parsed is named with its line, and the rest goes on', () => {
  const root = project('txt')
  writeFileSync(join(root, 'src/broken.ts'), '\nexport const a = {{{\n')
  for (const command of ['check', 'extract']) {
    const done = suss(root, command)
    expect(done.err).toMatch(/^incomplete: src\/broken\.ts: line 2: .*\n$/)
    expect(done.out).toContain('/notes/')
  }
  expect(suss(root, 'check').status).toBe(1)
})

test('a summary file that is none is named', () => {
  const root = setUp({ 'package.json': manifest, 'out.json': '{ "a": 1 }' })
  const done = suss(root, 'inspect', 'out.json')
  expect(done.status).toBe(1)
  expect(done.err).toMatch(/^suss: out\.json: not an array of summaries/)
})

/** Two projects extracted into one folder of summary files. */
function setUpSummaries(field: string): string {
  const client = '{ "name": "web", "type": "module" }'
  const root = setUp({
    'api/package.json': manifest,
    'api/src/server.ts': server,
    'web/package.json': client,
    'web/src/client.ts': reader(field),
  })
  for (const side of ['api', 'web'])
    expect(suss(join(root, side), 'extract', '-o', `../built/${side}.json`).status).toBe(0)
  return root
}

test('check: a folder of summary files, one file, two files', () => {
  const root = setUpSummaries('txt')
  expect(suss(root, 'check', 'built')).toMatchObject({ status: 1, err: '' })
  expect(suss(root, 'check', 'built/web.json', '--allow-empty').status).toBe(0)
  expect(suss(root, 'check', 'built/web.json').status).toBe(1)
  expect(suss(root, 'check', 'built/api.json', 'built/web.json').out).toContain('reads "txt"')
  expect(suss(root, 'check', 'built/api.json', 'built/web.json', '--at', 'x').status).toBe(2)
})

test('check: a file of the folder that holds no summaries is named, and fails when it must', () => {
  const root = setUpSummaries('text')
  writeFileSync(join(root, 'built/other.json'), '{}')
  const checked = suss(root, 'check', 'built')
  expect(checked.status).toBe(0)
  expect(checked.out).toContain('built/other.json: not an array of summaries')
  expect(suss(root, 'check', 'built', '--fail-on-unreadable').status).toBe(1)
})

test('check --since: only what an earlier report, or earlier summaries, did not have', () => {
  const root = project('txt')
  suss(root, 'check', '--output-file', 'json=before.json')
  expect(suss(root, 'check', '--since', 'before.json').status).toBe(0)
  writeFileSync(join(root, 'src/other.ts'), reader('titel').replace('load', 'loadTitle'))
  const later = suss(root, 'check', '--since', 'before.json')
  expect(later.status).toBe(1)
  expect(later.out).toContain('"titel"')
  expect(later.out).not.toContain('"txt"')

  const summaries = setUpSummaries('txt')
  expect(suss(summaries, 'check', 'built', '--since', 'built').status).toBe(0)
})

test('a project that lists itself is refused in one line', () => {
  const root = setUp({ 'package.json': manifest, 'suss.json': '{ "projects": ["."] }' })
  expect(suss(root, 'check')).toEqual({
    status: 2,
    out: '',
    err: 'suss: projects: . leads back to the project itself. Remove it from "projects" in suss.json.\n',
  })
})

test.each([
  [['--since', 'a.json', '--at', 'x'], 'Leave one out.'],
  [['built/api.json', 'built/web.json', '--since', 'built'], 'exclude each other'],
  [['--sinse', 'a.json'], 'Did you mean --since?'],
])('checking/K194 check %j is wrong use', (flags, remedy) => {
  const refused = suss(setUpSummaries('text'), 'check', ...flags)
  expect([refused.status, refused.err]).toEqual([2, expect.stringContaining(remedy)])
})

test('check --at: one unit, one boundary, nothing', () => {
  const root = project('txt')
  expect(suss(root, 'check', '--at', 'GET /notes/:id').status).toBe(1)
  expect(suss(root, 'check', '--at', 'src/client.ts:3').status).toBe(1)
  expect(suss(root, 'check', '--at', 'GET /none').status).toBe(1)
  expect(suss(project('text'), 'check', '--at', 'GET /notes/:id').status).toBe(0)
})

test('suppressions and baseline: named, found, skipped', () => {
  const root = project('txt')
  const rule =
    'version: 1\nrules:\n  - kind: misreadProviderResponse\n    boundary: GET /notes/:id\n    reason: known\n'
  writeFileSync(join(root, 'rules.yml'), rule)
  expect(suss(root, 'check', '--sussignore', 'rules.yml').status).toBe(0)
  writeFileSync(join(root, '.sussignore.yml'), rule)
  expect(suss(root, 'check').status).toBe(0)
  expect(suss(root, 'check', '--no-suppressions').status).toBe(1)

  const { findings } = JSON.parse(suss(root, 'check', '--json', '--no-suppressions').out)
  const baseline = {
    format: 'suss-baseline',
    version: 1,
    findings: findings.map(({ id }: { id: string }) => ({ id })),
  }
  writeFileSync(join(root, 'accepted.json'), JSON.stringify(baseline))
  expect(suss(root, 'check', '--no-suppressions', '--baseline', 'accepted.json').status).toBe(0)
})
