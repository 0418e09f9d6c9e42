/** Every page of `docs/` is true: what it calls reported is reported on the marked lines, what it calls fine is not. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import parser from '@typescript-eslint/parser'
import { ESLint } from 'eslint'
import { afterAll, expect, test } from 'vitest'
import plugin from '../src/index.js'

const docs = resolve(import.meta.dirname, '../docs')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'suss-docs-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Files = Record<string, string>
interface Shown {
  place: string
  message: string
}

function readSection(page: string, title: string): Files {
  const section = page.split(/^## /m).find(part => part.startsWith(title)) ?? ''
  const blocks = section.matchAll(/^`([\w./]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, name = '', text = '']) => [name, text]))
}

/** A name with a folder is a path from the root of a workspace; the others are files of `src`. */
const placeOf = (name: string): string => (name.includes('/') || name === 'suss.json' ? name : `src/${name}`)
const isWorkspace = (files: Files): boolean => Object.keys(files).some(name => name.startsWith('packages/'))

const isMarked = (line: string): boolean => line.includes('//~')

const markedLines = (files: Files): string[] =>
  Object.entries(files).flatMap(([name, text]) =>
    text.split('\n').flatMap((line, index) => (isMarked(line) ? [`${name}:${index + 1}`] : [])),
  )

/** Each project has its own folder: one process keeps one project per root. */
async function lint(files: Files, rule: string, folder: string): Promise<Shown[]> {
  const cwd = join(scratch, rule, folder)
  if (Object.keys(files).length === 0) return []
  mkdirSync(join(cwd, 'src'), { recursive: true })
  writeFileSync(
    join(cwd, 'package.json'),
    '{ "name": "docs", "type": "module", "dependencies": { "express": "*", "hono": "*", "react": "*", "@nestjs/common": "*", "@nestjs/microservices": "*", "@hono/zod-validator": "*", "zod": "*" } }',
  )
  if (isWorkspace(files)) writeFileSync(join(cwd, 'pnpm-workspace.yaml'), 'packages: [packages/*]')
  for (const [name, text] of Object.entries(files)) {
    const path = placeOf(name)
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parser },
      plugins: { suss: plugin as never },
      rules: { [`suss/${rule}`]: 'error' },
    },
  })
  const results = await eslint.lintFiles([isWorkspace(files) ? 'packages' : 'src'])
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => ({
      place: `${filePath.slice(cwd.length + 1).replace(/^src\//, '')}:${line}`,
      message,
    })),
  )
}

const names = Object.keys(plugin.rules)

test('each rule has its page, and each page its rule', () => {
  expect(readdirSync(docs).sort()).toEqual(names.map(name => `${name}.md`).sort())
})

test.each(names)('%s reports exactly what its page says', async rule => {
  const page = readFileSync(join(docs, `${rule}.md`), 'utf8')
  const reported = readSection(page, 'Reported')
  const shown = await lint(reported, rule, 'reported')
  expect(shown.map(({ place }) => place)).toEqual(markedLines(reported))
  const fine = readSection(page, 'Fine')
  expect(Object.keys(fine).length).toBeGreaterThan(0)
  expect(await lint(fine, rule, 'fine')).toEqual([])
})
