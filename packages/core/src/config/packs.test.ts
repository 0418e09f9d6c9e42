import { expect, test } from 'vitest'
import type { ModuleLoader } from './index.js'
import { loadPacks, projectFacts, selectPacks } from './index.js'
import { memoryFiles } from './testing/memory-files.js'

const minimal = {
  name: 'mine',
  protocol: 'http',
  languages: ['typescript'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
}

const shipped = (name: string) => ({ default: { ...minimal, name: `@suss/packs/${name}` } })

const modulesOf = (known: Record<string, unknown>): ModuleLoader => ({
  has: specifier => specifier in known,
  load: specifier => {
    const found = known[specifier]
    if (typeof found === 'function') return found()
    return found
  },
})

const installed = {
  '@suss/packs/package.json': {},
  '@suss/packs/express': shipped('express'),
  '@suss/packs/fetch': shipped('fetch'),
  '@suss/packs/node': shipped('node'),
  '@suss/packs/package-exports': shipped('package-exports'),
}

const express = projectFacts(
  '/p',
  memoryFiles({
    '/p/package.json': '{"dependencies":{"express":"5"},"devDependencies":{"koa":"3"}}',
    '/p/openapi.yaml': 'openapi: 3.1.0',
    '/p/node_modules/axios/package.json': '{"dependencies":{"axios":"1"}}',
  }),
)

test('packs are chosen by dependency, each with its cause; what is not built is named once', () => {
  const { picks, run } = selectPacks({}, express)
  expect(picks.map(({ name, cause }) => [name, cause])).toEqual([
    ['express', 'dependency express of package.json'],
    ['fetch', 'always on'],
    ['node', 'always on'],
    ['package-exports', 'always on'],
  ])
  expect(run.map(finding => [finding.kind, finding.severity, finding.description, finding.remedy])).toEqual([
    ['notCovered', 'info', 'koa is not read.', 'Pack koa is not available yet.'],
  ])
})

test('packs/K11 what express and a schema of Prisma ask for, each with its cause', () => {
  const files = memoryFiles({ '/p/package.json': '{"dependencies":{"express":"5"}}', '/p/prisma/schema.prisma': '' })
  const { picks, readers, run } = selectPacks({}, projectFacts('/p', files))
  expect(picks.map(({ name, cause }) => [name, cause])).toEqual([
    ['express', 'dependency express of package.json'],
    ['fetch', 'always on'],
    ['node', 'always on'],
    ['prisma', 'file prisma/schema.prisma'],
    ['package-exports', 'always on'],
  ])
  expect(readers).toEqual([{ name: 'prisma-schema', cause: 'file prisma/schema.prisma', listed: null }])
  expect(run).toEqual([])
})

test('packs/K16 readers are chosen by their files; an empty list of contracts runs none and leaves the packs alone', () => {
  expect(selectPacks({}, express).readers).toEqual([{ name: 'openapi', cause: 'file openapi.yaml', listed: null }])
  const { picks, readers, run } = selectPacks({ contracts: [] }, express)
  expect(readers).toEqual([])
  expect(picks).toHaveLength(4)
  expect(run.map(finding => finding.description)).toEqual(['koa is not read.'])
})

test('a listed contract replaces the choice of its reader', () => {
  const contracts = [{ from: 'openapi', path: './api/v1.yaml', service: 'clips' }, { from: 'wrangler', path: 'wrangler.toml' }]
  const { readers, run } = selectPacks({ contracts }, express)
  expect(readers).toEqual([{ name: 'openapi', cause: 'listed in suss.json', listed: [{ path: 'api/v1.yaml', service: 'clips' }] }])
  expect(run.map(finding => finding.description)).toContain('wrangler.toml is not read.')
})

test('a member of a workspace counts the dependencies of its root', () => {
  const files = memoryFiles({
    '/w/package.json': '{"workspaces":["apps/*"],"dependencies":{"axios":"1"}}',
    '/w/apps/web/package.json': '{}',
  })
  const { picks } = selectPacks({}, projectFacts('/w/apps/web', files))
  expect(picks.map(pick => pick.cause)).toEqual([
    'dependency axios of package.json of the workspace',
    'always on',
    'always on',
    'always on',
  ])
})

test('packs/K12 "auto" in a list keeps the rest automatic, and a wrong key is named', () => {
  const modules = modulesOf({ ...installed, './my-pack.ts': { default: minimal } })
  const { picks } = selectPacks({ packs: ['auto', './my-pack.ts'] }, express)
  const { packs, run } = loadPacks({ picks, root: '/p', modules })
  expect(packs.map(pack => pack.name)).toEqual([
    'mine',
    '@suss/packs/express',
    '@suss/packs/fetch',
    '@suss/packs/node',
    '@suss/packs/package-exports',
  ])
  expect(packs[0]?.cause).toBe('listed in suss.json')
  expect(run).toEqual([])

  const wrong = modulesOf({ ...installed, './my-pack.ts': { default: { ...minimal, terminal: [] } } })
  expect(() => loadPacks({ picks, root: '/p', modules: wrong })).toThrow(
    'pack ./my-pack.ts: unknown key "terminal", nearest: "terminals"',
  )
})

test('a list without "auto" is the whole choice', () => {
  expect(selectPacks({ packs: ['@suss/packs/express'] }, express).picks.map(pick => pick.name)).toEqual([
    'express',
  ])
  expect(selectPacks({ packs: [] }, express)).toMatchObject({ picks: [] })
})

test('a listed pack replaces the automatic one of its name', () => {
  const own = { default: { ...minimal, name: '@suss/packs/express', version: '2' } }
  const { picks } = selectPacks({ packs: ['auto', './express.js'] }, express)
  const { packs } = loadPacks({
    picks,
    root: '/p',
    modules: modulesOf({ ...installed, './express.js': own }),
  })
  expect(packs.map(pack => [pack.name, pack.pack.version])).toContainEqual(['@suss/packs/express', '2'])
  expect(packs).toHaveLength(4)
})

test('without @suss/packs the package to install is named, and other packs still run', () => {
  const { picks } = selectPacks({ packs: ['auto', './my-pack.js'] }, express)
  const { packs, run } = loadPacks({ picks, root: '/p', modules: modulesOf({ './my-pack.js': minimal }) })
  expect(packs.map(pack => pack.name)).toEqual(['mine'])
  expect(run).toEqual([
    {
      kind: 'noPackMatched',
      severity: 'warning',
      description: 'No pack fits this project: @suss/packs is not installed.',
      remedy: 'Install @suss/packs beside suss.',
    },
  ])
})

test.each([
  ['koa', 'packs: "koa" is not available yet'],
  ['expres', 'packs: there is no "expres", nearest: "express"'],
  ['./gone.js', 'packs: there is no "./gone.js"'],
  ['./throws.js', './throws.js could not be loaded: boom'],
  ['./empty.js', './empty.js is no pack: name: missing'],
  ['./broken.js', 'pack ./broken.js: protocol: missing, expected string'],
])('refuses "%s"', (name, message) => {
  const modules = modulesOf({
    ...installed,
    './throws.js': () => {
      throw new Error('boom\n at somewhere')
    },
    './empty.js': {},
    './broken.js': { default: { name: 'x' } },
  })
  const load = () => loadPacks({ picks: selectPacks({ packs: [name] }, express).picks, root: '/p', modules })
  expect(load).toThrow(message)
})
