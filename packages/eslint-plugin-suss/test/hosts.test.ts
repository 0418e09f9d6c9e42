/** ESLint on a real project with nothing but `recommended` (hosts.md 9). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'
import { ESLint } from 'eslint'
import { afterEach, expect, test } from 'vitest'
import suss from '../src/index.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function setUp(files: Record<string, string>): ESLint {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'suss-eslint-')))
  folders.push(cwd)
  const manifest = '{ "name": "h22", "type": "module", "dependencies": { "express": "*" } }'
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const [...overrideConfig] = defineConfig([
    {
      files: ['**/*.{ts,jsx}'],
      languageOptions: { parser },
      plugins: { suss: suss as never },
      extends: ['suss/recommended'],
    },
  ])
  return new ESLint({ cwd, overrideConfigFile: true, overrideConfig })
}

const shown = (results: ESLint.LintResult[]): string[] =>
  results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, severity, line, column }) =>
        `${line}:${column} ${severity === 2 ? 'error' : 'warn'} ${ruleId}`,
    ),
  )

const server = `import express from 'express'

export const app = express()

app.get('/notes/:id', (req, res) => {
  res.json({ id: req.params.id })
})

app.get('/rows', (req, res) => {
  if (req.query.all) return answer(res)
  res.json([])
})
`
const client = `export const remove = async (id: string) => {
  const response = await fetch(\`/notes/\${id}\`, { method: 'DELETE' })
  if (!response.ok) throw new Error('not removed')
}

export const lookUp = async (id: string) => {
  const response = await fetch(\`/note/\${id}\`)
  if (!response.ok) throw new Error('not found')
}
`
const verb = client.split('\n').findIndex(line => line.includes('DELETE')) + 1
const path = client.split('\n').findIndex(line => line.includes('/note/')) + 1

test('hosts/H22: unread outcome, unknown path and wrong verb under plain recommended', async () => {
  const eslint = setUp({ 'src/server.ts': server, 'src/client.ts': client })
  expect(shown(await eslint.lintFiles(['src/server.ts']))).toEqual(['10:29 warn suss/no-unread-outcome'])
  expect(shown(await eslint.lintFiles(['src/client.ts']))).toEqual([
    `${verb}:26 error suss/no-unpaired-client-call`,
    `${path}:26 warn suss/possible-unpaired-client-call`,
  ])
})

test('hosts/H22: severity in suss.json moves the wrong verb to the twin', async () => {
  const config = JSON.stringify({ severity: { 'restMethodOnUnknownPath.method': 'warning' } })
  const eslint = setUp({ 'src/server.ts': server, 'src/client.ts': client, 'suss.json': config })
  expect(shown(await eslint.lintFiles(['src/client.ts']))).toEqual([
    `${verb}:26 warn suss/possible-unpaired-client-call`,
    `${path}:26 warn suss/possible-unpaired-client-call`,
  ])
})

test('the message names the other side with its line and the advice', async () => {
  const eslint = setUp({ 'src/server.ts': server, 'src/client.ts': client })
  const [result] = await eslint.lintFiles(['src/client.ts'])
  expect(result?.messages[0]?.message).toMatch(/DELETE \/notes\/\{id\}.*Fix the call, or add the route\./)
})

test('unsaved text is judged, not the file', async () => {
  const eslint = setUp({ 'src/server.ts': server, 'src/client.ts': client })
  const filePath = join(folders[0] ?? '', 'src/client.ts')
  const [saved = '', rest = ''] = [client, '// nothing here yet\n']
  expect(shown(await eslint.lintText(rest, { filePath }))).toEqual([])
  expect(shown(await eslint.lintText(`\n\n${saved}`, { filePath }))).toEqual([
    `${verb + 2}:26 error suss/no-unpaired-client-call`,
    `${path + 2}:26 warn suss/possible-unpaired-client-call`,
  ])
  expect(shown(await eslint.lintFiles(['src/client.ts']))).toHaveLength(2)
})

test('JavaScript with JSX needs no TypeScript parser', async () => {
  const page = `export function Remove({ id }) {
  const remove = () => fetch(\`/notes/\${id}\`, { method: 'DELETE' })
  return <button onClick={remove}>Remove</button>
}
`
  const eslint = setUp({ 'src/server.ts': server, 'src/page.jsx': page })
  expect(shown(await eslint.lintFiles(['src/page.jsx']))).toEqual(['2:24 error suss/no-unpaired-client-call'])
})

test('a broken suss.json is said once, in one line', async () => {
  const eslint = setUp({ 'src/server.ts': server, 'src/client.ts': client, 'suss.json': '{ "agianst": [] }' })
  const results = await eslint.lintFiles(['src'])
  const messages = results.flatMap(result => result.messages)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.message).toMatch(/suss cannot read this project: .*agianst.*against/)
})
