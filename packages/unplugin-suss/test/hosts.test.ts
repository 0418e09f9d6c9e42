/** Real builds of the playground, each in a copy of its own (hosts.md 9). */
import { afterEach, expect, test, vi } from 'vitest'
import { copyPlayground } from '../../../scripts/playground-copy.mjs'
import { parseSummaries } from '@suss/core/ir'

/** Each build analyses two projects with their types, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 })

type Copy = ReturnType<typeof copyPlayground>

const copies: Copy[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove()
})

function setUp(): Copy {
  const copy = copyPlayground('shop')
  copies.push(copy)
  return copy
}

const asset = 'dist/behavioral-summary.json'
const route = 'server/src/routes/users.ts'
const client = 'client/src/api/users.ts'
const sent = 'fullName: user.fullName, email'
const rename = (shop: Copy): void => shop.edit(route, sent, 'full_name: user.fullName, email')

/** Where a text is in a file: 1-based line, 0-based column. */
function placeOf(text: string, part: string): { line: number; column: number } {
  const before = text.slice(0, text.indexOf(part)).split('\n')
  return { line: before.length, column: before.at(-1)?.length ?? 0 }
}

test('hosts/H1: a field renamed on the server only fails the build of the client, naming both sides', () => {
  const shop = setUp()
  rename(shop)
  const built = shop.pnpm(['build'])
  expect(built.status).toBe(1)
  const read = placeOf(shop.read(client), 'data.fullName')
  const send = placeOf(shop.read(route), 'res.json({ id: user.id, full_name')
  expect(built.text).toContain('"fullName"')
  expect(built.text).toContain(`src/api/users.ts:${read.line}:`)
  expect(built.text).toContain(`src/routes/users.ts:${send.line}`)
  expect(parseSummaries(shop.read(`server/${asset}`)).length).toBeGreaterThan(0)
  expect(shop.has(`client/${asset}`)).toBe(false)
})

test('hosts/H2: reverted, the build passes, the asset parses and is what `suss extract` writes, twice the same', () => {
  const shop = setUp()
  rename(shop)
  shop.edit(route, 'full_name: user.fullName, email', sent)
  const built = shop.pnpm(['build'])
  expect(built.text).toMatch(/client build: \[suss\] Found \d+ info|\[suss\] No findings/)
  expect(built.status).toBe(0)
  const assets = ['server', 'client'].map(side => shop.read(`${side}/${asset}`))
  for (const text of assets) expect(parseSummaries(text).length).toBeGreaterThan(0)
  expect(shop.pnpm(['build']).status).toBe(0)
  expect(['server', 'client'].map(side => shop.read(`${side}/${asset}`))).toEqual(assets)
  expect(shop.suss(['extract'], 'server').stdout).toBe(assets[0])
})

test('hosts/H25: every host marks the read, not the return five lines below', () => {
  const shop = setUp()
  rename(shop)
  const text = shop.read(client)
  const read = placeOf(text, 'data.fullName')
  expect(placeOf(text, 'return { id: data.id').line - read.line).toBeGreaterThanOrEqual(5)

  const checked = shop.suss(['check', '--reporter', 'text', '--output-file', 'json=report.json'], 'client')
  expect(checked.status).toBe(1)
  const [finding, ...others] = JSON.parse(shop.read('client/report.json')).findings
  expect(others).toEqual([])
  expect(finding.site).toMatchObject({
    file: 'src/api/users.ts',
    lines: { start: read.line },
    column: read.column,
  })

  expect(checked.stdout).toContain(`src/api/users.ts:${read.line}:${read.column + 1}`)

  const built = shop.pnpm(['build'], 'client')
  expect(built.status).toBe(1)
  expect(built.text).toContain(`src/api/users.ts:${read.line}:${read.column}`)

  const linted = JSON.parse(shop.pnpm(['exec', 'eslint', '.', '--format', 'json'], 'client').stdout)
  const messages = linted.flatMap((file: { filePath: string; messages: object[] }) =>
    file.messages.map(message => ({ file: file.filePath.slice(shop.root.length), ...message })),
  )
  expect(messages).toMatchObject([
    {
      file: '/client/src/api/users.ts',
      ruleId: 'suss/no-misread-response',
      line: read.line,
      column: read.column + 1,
    },
  ])
})

test('hosts/H24: the asset holds the own units and the documents, nothing of the other side', () => {
  const shop = setUp()
  shop.write('client/openapi.json', JSON.stringify({ openapi: '3.0.0', info: {}, paths: { '/never-served': { get: { responses: { 200: { description: '' } } } } } }))
  const built = shop.pnpm(['build'], 'client')
  expect(built.status).toBe(0)
  const units = parseSummaries(shop.read(`client/${asset}`))
  const workspaces = new Set(units.map(({ location }) => location.workspace))
  expect(workspaces).toEqual(new Set([JSON.parse(shop.read('client/package.json')).name]))
  expect(units.filter(({ confidence }) => confidence.source === 'derived').map(({ location }) => location.file)).toEqual(['openapi.json'])
  expect(units.some(({ kind }) => kind === 'client')).toBe(true)
})

test('a build that fails for another reason ends the analysis and itself', () => {
  const shop = setUp()
  shop.edit('client/src/main.tsx', "'./pages/app'", "'./pages/missing'")
  const built = shop.pnpm(['build'], 'client')
  expect(built.status).toBe(1)
  expect(built.text).toContain('./pages/missing')
  expect(built.text).not.toContain('[suss]')
})

test('a broken suss.json fails the build in one line', () => {
  const shop = setUp()
  shop.write('client/suss.json', '{ "agianst": ["../server"] }')
  const built = shop.pnpm(['build'], 'client')
  expect(built.status).toBe(1)
  expect(built.text).toMatch(/\[suss\].*suss\.json.*agianst.*against/)
})
