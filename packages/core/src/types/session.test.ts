import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { SourceHost } from '../host.js'
import type { HoleAnswer, TypeOracle } from './port.js'
import { diskProject as project } from './testing/disk-project.js'
import { holeAt, openOracle, oracles } from './testing/project.js'

const main = "import { load } from '@/load'\nexport const use = async () => (await load())"

function shapeOfCall(oracle: TypeOracle, host: SourceHost): HoleAnswer | undefined {
  try {
    return oracle.ask([holeAt(host, { file: 'src/main.ts', at: 'await load()', question: 'shape' })])[0]
  } finally {
    oracle.close()
  }
}

const sources = {
  'src/main.ts': main,
  'src/load.ts': 'export const load = async (): Promise<{ id: string }> => ({ id: "1" })',
}
const app =
  '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }'
const loaded = { shape: { type: 'record', properties: { id: { type: 'text' } } } }

describe.each(oracles)('%s', name => {
  const shapeOf = (host: SourceHost, tsconfigs: readonly string[]): HoleAnswer | undefined =>
    shapeOfCall(openOracle(name, host, tsconfigs), host)

  test('paths of the tsconfig are followed', () => {
    const host = project({ ...sources, 'tsconfig.json': app })
    expect(shapeOf(host, [join(host.root, 'tsconfig.json')])).toMatchObject(loaded)
  })

  test('a tsconfig with references only stands for what it refers to', () => {
    const host = project({
      ...sources,
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json': app,
    })
    expect(shapeOf(host, [join(host.root, 'tsconfig.json')])).toMatchObject(loaded)
  })

  test('the text the spans were measured in wins over the disk', () => {
    const host = project({ ...sources, 'tsconfig.json': app })
    const edited = {
      ...host,
      read: (file: string) =>
        file === 'src/load.ts' ? 'export const load = async () => 5' : host.read(file),
    }
    expect(shapeOf(edited, [join(host.root, 'tsconfig.json')])).toMatchObject({ shape: { type: 'number' } })
  })

  test('paths from a baseUrl are followed', () => {
    const config =
      '{ "compilerOptions": { "baseUrl": "./src", "paths": { "@/*": ["./*"] }, "module": "esnext", "moduleResolution": "bundler", "ignoreDeprecations": "6.0" } }'
    const host = project({ ...sources, 'tsconfig.json': config })
    expect(shapeOf(host, [join(host.root, 'tsconfig.json')])).toMatchObject(loaded)
  })

  test('a byte order mark counts in the spans asked for and in those answered', () => {
    const texts = {
      'src/main.ts': "\uFEFFimport { load } from './load'\nexport const use = () => load()",
      'src/load.ts': '\uFEFFexport const load = () => 5',
      'tsconfig.json': app,
    }
    const host = project(texts)
    const oracle = openOracle(name, host, [join(host.root, 'tsconfig.json')])
    const hole = holeAt(host, { file: 'src/main.ts', at: 'load()', question: 'shape' })
    const member = {
      ...hole,
      span: { ...hole.span, end: hole.span.start + 4 },
      question: 'declaration' as const,
    }
    const answers = oracle.ask([hole, member])
    oracle.close()
    const start = texts['src/load.ts'].indexOf('() => 5')
    expect(answers).toMatchObject([
      { shape: { type: 'number' } },
      { place: { file: 'src/load.ts', span: { start, end: start + '() => 5'.length } } },
    ])
  })

  test('members a comment makes private are not part of a value in JavaScript', () => {
    const text = `class Cart {
  /** @private */
  secret = 1
  total = 2
  constructor() {
    /** @protected */
    this.rate = 3
    this.tax = 4
  }
}
export const use = new Cart()`
    const host = project({ 'src/cart.js': text, 'tsconfig.json': app })
    const oracle = openOracle(name, host, [join(host.root, 'tsconfig.json')])
    const answers = oracle.ask([holeAt(host, { file: 'src/cart.js', at: 'new Cart()', question: 'shape' })])
    oracle.close()
    expect(answers).toMatchObject([
      { shape: { type: 'record', properties: { total: { type: 'number' }, tax: { type: 'number' } } } },
    ])
    expect(JSON.stringify(answers)).not.toMatch(/secret|rate/)
  })
})

test('a tsconfig that is not there is refused with its path', () => {
  const host = project(sources)
  const path = join(host.root, 'tsconfig.gone.json')
  expect(() => shapeOfCall(openOracle('classic', host, [path]), host)).toThrow(`${path}: `)
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
  const handed = { ...host, program: { ts, program } }
  expect(shapeOfCall(openOracle('classic', handed), handed)).toMatchObject(loaded)
})
