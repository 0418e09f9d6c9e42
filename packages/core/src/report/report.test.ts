/** Acceptance of the printed reports: checking K141, K192. */
import { expect, test } from 'vitest'
import { check } from '../check/testing/run.js'
import { reading, rec, text } from '../check/testing/shapes.js'
import { type at, client, provider, read } from '../check/testing/summaries.js'
import { jsonReport, textReport, type TextOptions } from './index.js'

const server = 'app.get("/users/:id", (q, s) => {\n  s.json({ id, full_name })\n})\n'
const web = 'const user = await load()\n  return user.fullName.toUpperCase()\n'
const readText: TextOptions['readText'] = (workspace, file) =>
  workspace === 'api' && file === 'src/users.ts'
    ? server
    : workspace === 'web' && file === 'src/load.ts'
      ? web
      : undefined
const plain = (options: Partial<TextOptions> = {}): TextOptions => ({
  readText,
  failOn: 'error',
  all: false,
  color: false,
  units: 14,
  ...options,
})

const place = (line: number, column: number, length: number): ReturnType<typeof at> => ({
  start: 100,
  end: 100 + length,
  line,
  column,
})
const users = provider(
  'GET /users/{id}',
  [{ status: 200, body: rec({ id: text, full_name: text }), place: place(2, 2, 26) }],
  { workspace: 'api', file: 'src/users.ts' },
)
const loadUser = client(
  'GET /users/{id}',
  [
    {
      expects: reading('fullName'),
      http: { reads: [read('fullName', { place: place(2, 9, 13) })] },
    },
  ],
  { workspace: 'web', file: 'src/load.ts', id: 'loadUser' },
)

test('checking/K192 a finding with the frames of both sides', () => {
  const report = check([users, loadUser])
  expect(report.findings[0]?.site).toMatchObject({ column: 9, span: { start: 100, end: 113 } })
  expect(textReport(report, plain())).toBe(`error misreadProviderResponse  GET /users/{id}
  loadUser reads "fullName"; no 200 body of GET /users/{id} has it, nearest: full_name
  consumer  web  src/load.ts:2:10
    2 |   return user.fullName.toUpperCase()
      |          ^^^^^^^^^^^^^
  provider  api  src/users.ts:2:3
    2 |   s.json({ id, full_name })
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^
  Fix the read, or send what it needs.  [${report.findings[0]?.id}]

1 pair
[suss] Found 1 error in 14 units (1 pair)
`)
})

test('checking/K192 only lines are known', () => {
  const silent = {
    ...loadUser,
    transitions: loadUser.transitions.map(each => ({ ...each, metadata: {} })),
    metadata: { http: { bodyAccessors: ['json'] } },
  }
  const report = check([users, silent])
  expect(report.findings[0]?.site).not.toHaveProperty('column')
  expect(textReport(report, plain())).toContain('consumer  web  src/load.ts:5\n')
  expect(textReport(report, plain())).not.toMatch(/load\.ts:\d+:\d+/)
})

test('checking/K141 a hidden finding is in the JSON only', () => {
  const suppressions = {
    file: '.sussignore.yml',
    text: 'version: 1\nrules: [{ kind: misreadProviderResponse, boundary: GET /users/:id, reason: old, effect: hide }]',
  }
  const report = check([users, loadUser], { suppressions })
  expect(textReport(report, plain({ all: true }))).not.toContain('misreadProviderResponse')
  expect(textReport(report, plain())).toContain(
    '0 suppressed, 1 hidden, 0 in the baseline\n[suss] No findings in 14 units (1 pair)',
  )
  const written: unknown = JSON.parse(jsonReport(report))
  expect(written).toMatchObject({ findings: [{ suppressed: { effect: 'hide' } }] })
})

test('a marked finding is printed with its reason', () => {
  const suppressions = {
    file: '.sussignore.yml',
    text: 'version: 1\nrules: [{ kind: misreadProviderResponse, boundary: GET /users/:id, reason: the gateway renames it }]',
  }
  const printed = textReport(check([users, loadUser], { suppressions }), plain())
  expect(printed).toMatch(/^marked misreadProviderResponse {2}GET \/users\/\{id\}\n/)
  expect(printed).toContain('mark: the gateway renames it')
})

test('lower levels are counted by kind, and printed when asked for', () => {
  const run = [
    provider('GET /a', [{ status: 404 }, { status: 500 }]),
    client('GET /a'),
    client('GET /b'),
    provider('GET /c'),
  ]
  const report = check(run)
  expect(
    textReport(report, plain()),
  ).toBe(`3 warnings: restMethodOnUnknownPath 1, unhandledProviderCase 2  (--all prints them)
1 pair, 1 consumer unpaired (pathNotServed 1), 1 provider not called
[suss] Found 3 warnings in 14 units (1 pair)
`)
  expect(textReport(report, plain({ all: true })).match(/^warning /gm)).toHaveLength(3)
  expect(textReport(report, plain({ failOn: 'warning' }))).not.toContain('--all')
  const { units: _, ...unsaid } = plain()
  expect(textReport(report, unsaid)).toContain('in 4 units')
})

test('run findings come first, and a host is named once', () => {
  const external = ['a', 'b'].map(id => client('GET /users/{id}', [{}], { host: 'api.acme.com', id }))
  const printed = textReport(check([users, ...external]), plain())
  expect(printed).toMatch(
    /^error nothingPaired\n {2}Nothing was compared: 1 providers and 2 consumers, no pair\.\n/,
  )
  expect(printed.match(/api\.acme\.com: add/g)).toHaveLength(1)
})

test('the JSON report keeps the order of its keys', () => {
  const written = jsonReport(check([users, loadUser]))
  expect(written.endsWith('}\n')).toBe(true)
  expect(
    written.startsWith('{\n  "format": "suss-check",\n  "version": 1,\n  "failed": true,\n  "counts"'),
  ).toBe(true)
  expect(Object.keys(JSON.parse(written))).toEqual([
    'format',
    'version',
    'failed',
    'counts',
    'findings',
    'run',
    'pairs',
    'unmatched',
    'runtimeNamed',
    'collisions',
    'gaps',
    'skipped',
    'suppressions',
    'baseline',
  ])
})

test('colour changes nothing but colour', () => {
  const report = check([users, loadUser])
  const escape = String.fromCharCode(27)
  const coloured = textReport(report, plain({ color: true }))
  expect(coloured).toContain(escape)
  expect(
    coloured
      .split(escape)
      .map((part, i) => (i === 0 ? part : part.replace(/^\[\d+m/, '')))
      .join(''),
  ).toBe(textReport(report, plain()))
})
