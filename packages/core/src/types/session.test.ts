import { mkdtempSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { SourceHost } from '../host.js'
import { createClassic } from './classic.js'
import type { HoleAnswer } from './port.js'

function project(texts: Readonly<Record<string, string>>): SourceHost {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-types-')))
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return {
    root,
    workspace: null,
    files: () =>
      Object.keys(texts)
        .filter(file => /^src.*\.tsx?$/.test(file))
        .sort(),
    read: file => {
      try {
        return readFileSync(join(root, file), 'utf8')
      } catch {
        return undefined
      }
    },
    place: file => ({ workspace: null, file }),
    resolve: () => ({ type: 'missing' }),
  }
}

const main = "import { load } from '@/load'\nexport const use = async () => (await load())"

function shapeOfCall(host: SourceHost, tsconfigs: readonly string[]): HoleAnswer | undefined {
  const at = 'await load()'
  const start = main.indexOf(at)
  return createClassic({ host, tsconfigs }).ask([
    { file: 'src/main.ts', span: { start, end: start + at.length }, question: 'shape' },
  ])[0]
}

const sources = {
  'src/main.ts': main,
  'src/load.ts': 'export const load = async (): Promise<{ id: string }> => ({ id: "1" })',
}
const app =
  '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }'
const loaded = { shape: { type: 'record', properties: { id: { type: 'text' } } } }

test('paths of the tsconfig are followed', () => {
  const host = project({ ...sources, 'tsconfig.json': app })
  expect(shapeOfCall(host, [join(host.root, 'tsconfig.json')])).toMatchObject(loaded)
})

test('a tsconfig with references only stands for what it refers to', () => {
  const host = project({
    ...sources,
    'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
    'tsconfig.app.json': app,
  })
  expect(shapeOfCall(host, [join(host.root, 'tsconfig.json')])).toMatchObject(loaded)
})

test('a tsconfig that is not there is refused with its path', () => {
  const host = project(sources)
  const path = join(host.root, 'tsconfig.gone.json')
  expect(() => shapeOfCall(host, [path])).toThrow(`${path}: `)
})

test('the text the spans were measured in wins over the disk', () => {
  const host = project({ ...sources, 'tsconfig.json': app })
  const edited = {
    ...host,
    read: (file: string) => (file === 'src/load.ts' ? 'export const load = async () => 5' : host.read(file)),
  }
  expect(shapeOfCall(edited, [join(host.root, 'tsconfig.json')])).toMatchObject({ shape: { type: 'number' } })
})

test("a host's own program is used as it is", () => {
  const host = project({ ...sources, 'tsconfig.json': app })
  const program = ts.createProgram({
    rootNames: [join(host.root, 'src/main.ts')],
    options: {
      paths: { '@/*': [join(host.root, 'src/*')] },
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  })
  expect(shapeOfCall({ ...host, program: { ts, program } }, [])).toMatchObject(loaded)
})
