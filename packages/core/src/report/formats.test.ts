/** Reports for other programs: hosts H13, GitHub annotations. */
import { createRequire } from 'node:module'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import type { Log } from 'sarif'
import { expect, test } from 'vitest'
import { check } from '../check/testing/run.js'
import { reading, rec, text } from '../check/testing/shapes.js'
import { at, client, provider, read } from '../check/testing/summaries.js'
import { formatReport, type ReportFormat } from './index.js'

const load = client('GET /users/{id}', [{ expects: reading('fullName'), http: { reads: [read('fullName', { place: at(10, 4) })] } }], {
  workspace: 'web', file: 'src/load, it.ts', id: 'load',
})
const users = provider('GET /users/{id}', [{ status: 200, body: rec({ full_name: text }), place: at(5, 2) }], { workspace: 'api', file: 'src/users.ts' })
const lost = client('POST /users', [{}], { id: 'lost', file: 'src/lost.ts' })
const from = '/repo'
const project = { readText: () => undefined, absolute: (workspace: string | undefined, file: string) => (workspace ? `/repo/${workspace}/${file}` : undefined) }
const rules = { file: '.sussignore.yml', text: 'version: 1\nrules:\n  - kind: misreadProviderResponse\n    boundary: GET /users/{id}\n    reason: "the old server is gone"\n' }
const report = (accepted = false): ReturnType<typeof check> => check([load, users, lost], accepted ? { suppressions: rules } : {})
const written = (format: ReportFormat, accepted = false): string => formatReport(format, report(accepted), { project, from, failOn: 'error' })

test('hosts/H13 SARIF is valid against the 2.1.0 schema', () => {
  const schema = createRequire(import.meta.url)('schemastore/schemas/json/sarif-2.1.0.json') as object
  // one of its patterns is none with the flag u
  const ajv = new Ajv.default({ strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  for (const accepted of [false, true]) {
    expect(validate(JSON.parse(written('sarif', accepted))), JSON.stringify(validate.errors)).toBe(true)
  }
  expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false)
})

test('places in SARIF are relative, 1-based, and name the other side', () => {
  const [result, other] = (JSON.parse(written('sarif')) as Log).runs[0]?.results ?? []
  expect(result).toMatchObject({
    ruleId: 'misreadProviderResponse',
    ruleIndex: 0,
    level: 'error',
    message: { text: expect.stringContaining('reads "fullName"') },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'web/src/load,%20it.ts' }, region: { startLine: 10, startColumn: 5, endColumn: 10 } } }],
    relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'api/src/users.ts' }, region: { startLine: 5 } } }],
  })
  expect(other).toMatchObject({ ruleId: 'restMethodOnUnknownPath', ruleIndex: 1 })
})

test('accepted findings stay in SARIF with their reason, and out of annotations', () => {
  const [result] = (JSON.parse(written('sarif', true)) as Log).runs[0]?.results ?? []
  expect(result?.suppressions).toEqual([{ kind: 'external', justification: 'the old server is gone' }])
  expect(written('github', true)).not.toContain('fullName')
})

test('GitHub annotations are one line each', () => {
  const [first = '', ...more] = written('github').trimEnd().split('\n')
  expect(first).toMatch(/^::error file=web\/src\/load%2C it\.ts,line=10,col=5,title=misreadProviderResponse::load reads "fullName"; /)
  expect(first).toContain('%0Aprovider: api/src/users.ts:5%0A')
  expect(more.every(line => /^::(error|warning|notice) /.test(line))).toBe(true)
})
