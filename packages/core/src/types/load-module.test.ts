import { mkdtempSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { packModules } from './load-module.js'

function project(texts: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-modules-')))
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

test('a TypeScript module is loaded with the TypeScript modules it imports', () => {
  const root = project({
    'pack.ts':
      "import { name } from './parts/name.js'\nimport { join } from 'node:path'\nexport default { name: name as string, path: join('a', 'b') }",
    'parts/name.ts': "export const name: string = 'mine'",
  })
  const modules = packModules()
  expect(modules.has('./pack.ts', root)).toBe(true)
  expect(modules.load('./pack.ts', root)).toMatchObject({ default: { name: 'mine', path: join('a', 'b') } })
})

test('ES modules, CommonJS modules and packages are loaded from the project', () => {
  const root = project({
    'esm.mjs': "export default { name: 'esm' }",
    'cjs.cjs': "module.exports = { name: 'cjs' }",
    'node_modules/some-pack/package.json':
      '{ "name": "some-pack", "type": "module", "exports": "./index.js" }',
    'node_modules/some-pack/index.js': "export default { name: 'package' }",
  })
  const { load } = packModules()
  expect(load('./esm.mjs', root)).toMatchObject({ default: { name: 'esm' } })
  expect(load('./cjs.cjs', root)).toEqual({ name: 'cjs' })
  expect(load('some-pack', root)).toMatchObject({ default: { name: 'package' } })
})

test('a module that is not there, and one that throws', () => {
  const root = project({ 'throws.ts': "throw new Error('boom')" })
  const modules = packModules()
  expect(modules.has('./gone.ts', root)).toBe(false)
  expect(modules.has('no-such-package', root)).toBe(false)
  expect(() => modules.load('./throws.ts', root)).toThrow('boom')
})
