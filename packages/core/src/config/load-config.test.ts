import { expect, test } from 'vitest'
import { SussError } from '../ir/index.js'
import { findRoot, loadConfig, workspaceOf } from './index.js'
import { memoryFiles } from './testing/memory-files.js'

const load = (text: string) => loadConfig('/p', memoryFiles({ '/p/suss.json': text }))

function refusal(text: string): SussError {
  try {
    load(text)
  } catch (error) {
    if (error instanceof SussError) return error
    throw error
  }
  throw new Error('accepted')
}

test('every key of the table is read', () => {
  const config = {
    $schema: './node_modules/@suss/core/schema/suss.schema.json',
    packs: ['auto', './my-pack.ts', { pack: 'x', options: { a: 1 } }],
    tsconfig: ['tsconfig.app.json'],
    include: ['src/**'],
    exclude: ['**/*.gen.ts'],
    service: 'api',
    projects: ['web'],
    against: ['../api'],
    contracts: ['auto', { from: 'openapi', path: 'api.yaml', service: 'api' }],
    hosts: { 'api.example.com': 'api' },
    rewrites: { '/api': '' },
    aliases: { '@/': 'src' },
    gatewayStatuses: [401],
    calledFromOutside: ['POST /hooks/{x*}', '/cron'],
    modules: { billing: 'src/billing' },
    types: 'classic',
    severity: { lowConfidence: 'off', 'misreadProviderResponse.field': 'warning', notCovered: 'off' },
    failOn: 'warning',
    suppressions: '.sussignore',
    baseline: false,
    signatures: false,
  }
  expect(load(JSON.stringify(config))).toEqual({ config, file: '/p/suss.json' })
})

test('without a file everything is chosen automatically', () => {
  expect(loadConfig('/p', memoryFiles({}))).toEqual({ config: {}, file: null })
})

test('inline options win over the file', () => {
  const files = memoryFiles({ '/p/suss.json': '{"failOn":"none","service":"a"}' })
  expect(loadConfig('/p', files, { failOn: 'error' }).config).toEqual({ failOn: 'error', service: 'a' })
})

test.each([
  ['{"pack":"auto"}', '/p/suss.json: unknown key "pack", nearest: "packs"'],
  [
    '{"contracts":[{"form":"openapi","from":"openapi","path":"a"}]}',
    '/p/suss.json: contracts[0]: unknown key "form", nearest: "from"',
  ],
  [
    '{"failOn":"warn"}',
    '/p/suss.json: failOn: "warn" is none of "error", "warning", "info", "none", nearest: "warning"',
  ],
  ['{"gatewayStatuses":["401"]}', '/p/suss.json: gatewayStatuses[0]: expected number'],
  ['{"severity":{"deadBranch":"off"}}', '/p/suss.json: severity: "deadBranch" is no finding kind'],
  ['{"intent":{}}', '/p/suss.json: "intent" is not available yet'],
  ['{"scenarios":[]}', '/p/suss.json: "scenarios" is not available yet'],
  ['{"signatures":{}}', '/p/suss.json: "signatures" is not available yet'],
  [
    '{"calledFromOutside":["hooks"]}',
    '/p/suss.json: calledFromOutside[0]: expected a route such as "POST /hooks/{x*}"',
  ],
  ['[]', '/p/suss.json: expected object'],
])('refuses %s', (text, message) => expect(refusal(text).message).toBe(message))

test('broken JSON names the file and says so in one line', () => {
  const { message, remedy } = refusal('{\n  "packs": "auto",\n}')
  expect(message).toMatch(/^\/p\/suss\.json: [^\n]+$/)
  expect(remedy).toContain('strict JSON')
})

test('the root is the nearest suss.json, else the nearest package.json', () => {
  const files = memoryFiles({ '/w/suss.json': '{}', '/w/a/package.json': '{}', '/x/package.json': '{}' })
  expect(findRoot('/w/a/src', files)).toBe('/w')
  expect(findRoot('/x/src/deep', files)).toBe('/x')
  expect(findRoot('/y', files)).toBe('/y')
})

const members = {
  '/w/packages/a/package.json': '{}',
  '/w/packages/b/package.json': '{}',
  '/w/packages/b/node_modules/c/package.json': '{}',
  '/w/packages/empty/readme.md': '',
  '/w/tools/x/y/package.json': '{}',
}

test.each([
  ["packages:\n  - 'packages/*'\n  - '!packages/b'\n", ['packages/a']],
  ['packages: ["./packages/*/", "tools/**"]', ['packages/a', 'packages/b', 'tools/x/y']],
])('members of pnpm-workspace.yaml %#', (yaml, folders) => {
  const files = memoryFiles({ ...members, '/w/pnpm-workspace.yaml': yaml, '/w/package.json': '{}' })
  expect(workspaceOf('/w/packages/a', files)).toEqual({ root: '/w', folders })
})

test('members of package.json, and a folder that is none', () => {
  const files = memoryFiles({ ...members, '/w/package.json': '{"workspaces":{"packages":["packages/*"]}}' })
  expect(workspaceOf('/w/packages/b', files)?.folders).toEqual(['packages/a', 'packages/b'])
  expect(workspaceOf('/w', files)?.root).toBe('/w')
  expect(workspaceOf('/w/tools/x/y', files)).toBeNull()
})
