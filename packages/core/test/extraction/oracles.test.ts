/** extraction.md 6.7: all oracles give the same answer, asked everywhere in code that uses many libraries. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, type Node, visitorKeys } from 'oxc-parser'
import { afterAll, expect, test, vi } from 'vitest'
import { fixtureFiles, packsFolder } from '../../../../packs/testing/fixtures.js'
import type { Hole, Question, SourceHost } from '../../src/host.js'
import { canonicalJson } from '../../src/ir/index.js'
import { listFiles } from '../../src/program/list-files.js'
import { nodeHost } from '../../src/program/node-host.js'
import { openOracle } from '../../src/types/testing/project.js'

vi.setConfig({ testTimeout: 300_000 })

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const cache = join(packsFolder, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'suss-oracles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixtureConfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: ['node'],
    jsx: 'react-jsx',
    experimentalDecorators: true,
    strict: true,
  },
  files: [],
}

function fixtures(): { host: SourceHost; tsconfigs: string[] } {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(fixtureConfig))
  return { host: hostOf(packsFolder, fixtureFiles().toSorted()), tsconfigs: [config] }
}

function project(root: string): { host: SourceHost; tsconfigs: string[] } {
  const { files, tsconfigs } = listFiles(root)
  return { host: hostOf(root, files), tsconfigs }
}

const hostOf = (root: string, files: readonly string[]): SourceHost =>
  nodeHost({ root, files, overlays: new Map(), packages: new Map(), onRead: () => undefined })

/** Which questions can be asked of a node, and of which part of it. */
function questionsOf(node: Node): (readonly [Question, Node | null])[] {
  switch (node.type) {
    case 'CallExpression': {
      const { callee } = node
      const called = callee.type === 'MemberExpression' ? callee.property : callee
      return [
        ['declaration', called],
        ['shape', node],
        ...(callee.type === 'MemberExpression' ? [['shape', callee.object] as const] : []),
        ...node.arguments.flatMap(argument => [['shape', argument] as const, ['literal', argument] as const]),
      ]
    }
    case 'ReturnStatement':
    case 'AwaitExpression':
      return [['shape', node.argument]]
    case 'TSTypeAnnotation':
      return [['declaredType', node.typeAnnotation]]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassDeclaration':
      return [['props', node]]
    default:
      return []
  }
}

function holesOf(host: SourceHost): Hole[] {
  const holes: Hole[] = []
  for (const file of host.files()) {
    const visit = (node: Node): void => {
      for (const [question, part] of questionsOf(node))
        if (part !== null) holes.push({ file, span: { start: part.start, end: part.end }, question })
      for (const child of childrenOf(node)) visit(child)
    }
    visit(parseSync(file, host.read(file) ?? '', { astType: 'ts', preserveParens: false }).program)
  }
  return holes
}

function childrenOf(node: Node): Node[] {
  const members = node as unknown as Record<string, Node | readonly (Node | null)[] | null | undefined>
  return (visitorKeys[node.type] ?? []).flatMap(key => [members[key]].flat().filter(child => child != null))
}

test.each([
  ['the fixtures of the packs', fixtures],
  ['the server of the shop', () => project(join(repository, 'playground/shop/server'))],
  ['the client of the shop', () => project(join(repository, 'playground/shop/client'))],
])('extraction/N11 both oracles say the same of %s', (_name, open) => {
  const { host, tsconfigs } = open()
  const holes = holesOf(host)
  const [classic = [], native = []] = (['classic', 'native'] as const).map(name => {
    const oracle = openOracle(name, host, tsconfigs)
    try {
      return oracle.ask(holes)
    } finally {
      oracle.close()
    }
  })
  const different = holes.filter((_hole, at) => canonicalJson(classic[at]) !== canonicalJson(native[at]))
  expect(different).toEqual([])
  const answered = new Set(classic.map(answer => answer.type))
  expect(answered).toEqual(new Set(['shape', 'declaration', 'literal', 'none']))
})
