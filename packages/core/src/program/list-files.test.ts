import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openProject } from '../project.js'
import { listFiles } from './list-files.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'suss-list-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const withMissingBase = {
  'tsconfig.json': '{ "extends": "not-installed", "include": ["src"], /* own */ "compilerOptions": { "paths": { "#lib/*": ["./src/lib/*"] }, } }',
  'package.json': '{ "name": "app", "dependencies": { "express": "5.0.0" } }',
  'src/app.ts': 'import express from "express"\nimport { path } from "#lib/path.js"\nexpress().get(path, (q, r) => r.send())',
  'src/lib/path.ts': 'export const path = "/a"',
  'test/app.ts': 'export {}',
}

test('a tsconfig whose base is not installed still says which files there are', () => {
  expect(listFiles(folderOf(withMissingBase)).files).toEqual(['src/app.ts', 'src/lib/path.ts'])
})

test('a tsconfig whose base is not installed still maps its own paths', () => {
  const { summaries } = openProject({ root: folderOf(withMissingBase), types: 'off' }).extract()
  expect(summaries.filter(s => s.kind === 'handler').map(s => s.identity.name)).toEqual(['GET /a'])
})

test('a folder with a tsconfig and no manifest of its own is a part of the project', () => {
  const root = folderOf({
    'package.json': '{ "name": "app" }',
    'tsconfig.json': '{ "include": ["src"] }',
    'src/page.ts': '',
    'scripts/once.ts': '',
    'server/tsconfig.json': '{ "extends": "../tsconfig.json", "include": ["**/*.ts"], "exclude": ["old"] }',
    'server/app.ts': '',
    'server/routes/users.ts': '',
    'server/old/app.ts': '',
    'server/test/tsconfig.json': '{ "include": ["**/*"] }',
    'server/test/data.js': '',
    'tool/package.json': '{ "name": "tool" }',
    'tool/tsconfig.json': '{}',
    'tool/main.ts': '',
  })
  expect(listFiles(root).files).toEqual(['server/app.ts', 'server/routes/users.ts', 'src/page.ts'])
  expect(listFiles(root, { tsconfig: 'tsconfig.json' }).files).toEqual(['src/page.ts'])
})

test('stories that a tsconfig for builds leaves out are read beside the files it has', () => {
  const root = folderOf({
    'package.json': '{ "name": "app" }',
    'tsconfig.json': '{ "include": ["src"], "exclude": ["**/*.stories.*", "**/*.test.ts"] }',
    'src/Button.tsx': '',
    'src/Button.stories.tsx': '',
    'src/Button.test.ts': '',
    'other/Panel.tsx': '',
    'other/Panel.stories.tsx': '',
  })
  expect(listFiles(root).files).toEqual(['src/Button.stories.tsx', 'src/Button.tsx'])
  expect(listFiles(root, { exclude: ['**/*.stories.tsx'] }).files).toEqual(['src/Button.tsx'])
})

test('a tsconfig that extends itself is refused in one line', () => {
  expect(() => listFiles(folderOf({ 'tsconfig.json': '{ "extends": "./tsconfig.json" }' }))).toThrow('tsconfig.json: its "extends" leads back to itself')
})
