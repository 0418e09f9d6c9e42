/** Keeps the table of architecture.md 3: which folder may import which, and who may load what from outside. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../src')

/** `name:types` allows `import type` only. */
const below = ['raw', 'semantics', 'ir']
const mayImport: Record<string, readonly string[]> = {
  ir: [],
  semantics: ['ir'],
  raw: ['ir'],
  host: ['ir'],
  'summaries-text': ['ir'],
  gate: ['ir'],
  compose: ['semantics', 'ir'],
  pack: ['ir', 'semantics'],
  config: ['pack', 'gate', 'host', 'ir'],
  contracts: ['link', 'program', 'pack', 'host', 'ir'],
  program: ['host', 'ir'],
  types: ['host', 'ir'],
  values: ['program', 'ir'],
  index: ['values', 'program', 'pack', 'ir'],
  discover: ['values', 'index', 'program', 'pack', 'semantics', 'ir'],
  read: ['discover:types', 'values', 'index', 'program', 'pack', 'host:types', ...below],
  summarize: ['raw', 'ir'],
  link: ['compose', 'raw', 'semantics', 'ir'],
  pair: ['semantics', 'ir'],
  diff: ['semantics', 'ir'],
  check: ['pair', 'compose', 'gate', 'semantics', 'ir'],
  report: ['gate', 'semantics', 'ir'],
  signatures: ['ir', 'program', 'gate'],
}
/** Files directly in src join the folders, and `cli` sits on top, so they see everything. */
const drivers = new Set(['analyze.ts', 'index.ts', 'interpreters.ts', 'project.ts', 'cli'])

const outside: { what: RegExp; only: readonly string[] }[] = [
  { what: /^typescript(\/|$)/, only: ['types', 'signatures'] },
  { what: /^oxc-/, only: ['program'] },
  { what: /^node:fs(\/|$)/, only: ['program', 'report', 'cli', 'types'] },
  {
    what: /^(?!zod$|node:crypto$)/,
    only: Object.keys(mayImport)
      .filter(name => name !== 'ir')
      .concat([...drivers]),
  },
]

interface Import {
  from: string
  folder: string
  specifier: string
  typeOnly: boolean
}

/** The folder under src, or the name of a file that lies directly in src. */
function folderOf(file: string): string {
  const [first = '', ...rest] = relative(source, file).split(sep)
  return rest.length > 0 || drivers.has(first) ? first : first.replace(/\.ts$/, '')
}

function importsOf(file: string): Import[] {
  const { module, program } = parseSync(file, readFileSync(file, 'utf8'), { astType: 'ts' })
  const place = { from: relative(source, file), folder: folderOf(file) }
  const typeOnly = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every(e => e.isType)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(e => (e.moduleRequest ? [{ specifier: e.moduleRequest.value, typeOnly: e.isType }] : [])),
  )
  const imported = module.staticImports.map(i => ({
    specifier: i.moduleRequest.value,
    typeOnly: typeOnly(i.entries),
  }))
  const dynamicImport = /"ImportExpression","source":{"type":"Literal","value":"(.*?)"/g
  const dynamic = [...JSON.stringify(program).matchAll(dynamicImport)]
  const loaded = dynamic.map(found => ({ specifier: found[1] ?? '', typeOnly: false }))
  return [...imported, ...exported, ...loaded].map(found => ({ ...place, ...found }))
}

function isAllowed({ from, folder, specifier, typeOnly }: Import): boolean {
  if (!specifier.startsWith('.'))
    return typeOnly || outside.every(rule => !rule.what.test(specifier) || rule.only.includes(folder))
  if (drivers.has(folder)) return true
  const target = folderOf(resolve(source, dirname(from), specifier).replace(/\.js$/, '.ts'))
  if (target === folder) return true
  const allowed = mayImport[folder] ?? []
  return allowed.includes(target) || (typeOnly && allowed.includes(`${target}:types`))
}

const isOwn = (file: string): boolean =>
  /\.ts$/.test(file) && !/\.test\.ts$|(^|[\\/])(testing|fixtures)[\\/]/.test(file)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isOwn)
const show = (found: Import): string => `${found.from} imports ${found.specifier}`

test('every folder has a row in the table', () => {
  const folders = new Set(files.map(file => folderOf(join(source, file))))
  expect([...folders].filter(name => !(name in mayImport) && !drivers.has(name))).toEqual([])
})

test('imports follow the arrows', () => {
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap(file => importsOf(join(source, file)))
  expect(found.filter(each => !isAllowed(each)).map(show)).toEqual([])
})

test.each([
  ['check/x.ts', 'check', '../program/files.js', false],
  ['check/x.ts', 'check', '../pair/index.js', true],
  ['index/x.ts', 'index', '../index.js', false],
  ['ir/x.ts', 'ir', 'zod', true],
  ['ir/x.ts', 'ir', 'node:fs', false],
  ['values/x.ts', 'values', 'oxc-parser', false],
  ['pair/x.ts', 'pair', 'typescript', false],
  ['types/classic.ts', 'types', 'typescript', true],
  ['read/x.ts', 'read', '../discover/unit.js', false],
])('%s (%s) importing %s: %s', (from, folder, specifier, allowed) => {
  expect(isAllowed({ from, folder, specifier, typeOnly: false })).toBe(allowed)
})
