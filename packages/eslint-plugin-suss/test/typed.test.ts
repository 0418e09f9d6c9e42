/** Typed lint: the program of the project's own TypeScript answers what suss asks for types (hosts.md 4, 9). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { openProject } from '@suss/core'
import { parser, version } from '@suss/eslint-typescript-5.9'
import { ESLint } from 'eslint'
import { defineConfig } from 'eslint/config'
import { afterEach, expect, test, vi } from 'vitest'
import suss from '../src/index.js'

const folders: string[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const opened = vi.hoisted(() => ({ programs: [] as unknown[] }))
vi.mock('@suss/core', async load => {
  const core = await load<typeof import('@suss/core')>()
  return {
    ...core,
    openProject: (options: Parameters<typeof core.openProject>[0]) => {
      opened.programs.push(options.program)
      return core.openProject(options)
    },
  }
})

/** The zone is a type's: no text says that the body lacks it. */
const server = `import express from 'express'
import { load } from './load.js'

express().get('/clock', (req, res) => {
  res.json(load())
})
`
const load = `interface Clock { time: string }
export const load = (): Clock => JSON.parse('{}')
`
const client = `export const zone = async () => {
  const response = await fetch('/clock')
  if (!response.ok) throw new Error('no clock')
  const clock = await response.json()
  return clock.zone
}
`
const tsconfig = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    skipLibCheck: true,
    types: [],
    noEmit: true,
  },
  include: ['src'],
})

function setUp(files: Record<string, string>): { root: string; eslint: ESLint } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-typed-')))
  folders.push(root)
  const manifest = '{ "name": "typed", "type": "module", "dependencies": { "express": "*" } }'
  const all = {
    'package.json': manifest,
    'tsconfig.json': tsconfig,
    'src/server.ts': server,
    'src/load.ts': load,
    'src/client.ts': client,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  symlinkSync(resolve(import.meta.dirname, 'typescript-5.9/node_modules'), join(root, 'node_modules'))
  const [...overrideConfig] = defineConfig([
    {
      files: ['**/*.ts'],
      languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: root } },
      plugins: { suss: suss as never },
      extends: ['suss/recommended'],
    },
  ])
  return { root, eslint: new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig }) }
}

const shown = async (eslint: ESLint): Promise<string[]> =>
  (await eslint.lintFiles(['src'])).flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${line} ${ruleId} ${ruleId ? '' : message}`.trim()),
  )

test('hosts/H21: typed lint with a 5.9 program gives the shapes of `types: "classic"`', async () => {
  expect(version).toBe('5.9.3')
  const { root, eslint } = setUp({})
  opened.programs.length = 0
  expect(await shown(eslint)).toEqual(['5 suss/no-misread-response'])
  const [handed] = opened.programs as { ts: { version: string }; program: unknown }[]
  expect(handed?.ts.version).toBe('5.9.3')
  const own = openProject({ root, program: handed as { ts: unknown; program: unknown } }).extract().summaries
  const classic = openProject({ root, types: 'classic' }).extract().summaries
  const off = openProject({ root, types: 'off' }).extract().summaries
  expect(own).toEqual(classic)
  expect(own).not.toEqual(off)
})

test('a lint program of one tsconfig among several is not enough: suss makes its own', async () => {
  const narrow = JSON.stringify({ ...JSON.parse(tsconfig), include: ['src/client.ts'] })
  const { eslint } = setUp({
    'tsconfig.json': JSON.stringify({
      files: [],
      references: [{ path: './tsconfig.client.json' }, { path: './tsconfig.server.json' }],
    }),
    'tsconfig.client.json': narrow.replace('"noEmit":true', '"composite":true,"outDir":"out/client"'),
    'tsconfig.server.json': JSON.stringify({
      ...JSON.parse(tsconfig.replace('"noEmit":true', '"composite":true,"outDir":"out/server"')),
      include: ['src/server.ts', 'src/load.ts'],
    }),
  })
  expect(await shown(eslint)).toEqual(['5 suss/no-misread-response'])
})
