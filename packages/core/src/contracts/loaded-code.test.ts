/** What a declared runtime runs: the files its entry imports, and what libraries read by themselves. */
import { expect, test } from 'vitest'
import { extract } from '../analyze.js'
import { configFacts, type ConfigFacts } from '../ir/index.js'
import { defineReader, loadedPack } from '../pack/index.js'
import { memoryHost } from '../program/memory-host.js'
import { createNone } from '../types/none.js'
import node from '../../../../packs/node/pack.js'

const reader = (config: Partial<ConfigFacts>) =>
  defineReader({
    name: 'deploys',
    files: ['template.yaml'],
    read: files => ({
      notes: [],
      summaries: files.map(({ path }) => ({
        schemaVersion: 6,
        kind: 'library',
        location: { file: path, range: { start: 1, end: 1 }, exportName: null },
        identity: {
          name: 'Web',
          exportPath: null,
          boundaryBinding: { transport: 'os', semantics: { name: 'runtime-config', deploymentTarget: 'lambda', instanceName: 'Web' }, recognition: 'test' },
        },
        inputs: [],
        transitions: [],
        gaps: [],
        confidence: { source: 'derived', level: 'high' },
        metadata: { config: { variables: {}, platform: [], complete: true, ...config } },
      })),
    }),
  })

function factsOf(texts: Record<string, string>, config: Partial<ConfigFacts>): ConfigFacts | null | undefined {
  const packs = [node, { ...node, name: 'tools', libraryEnvVars: [{ module: '@tools/log', prefixes: ['TOOLS_'] }] }]
  const { summaries } = extract({
    host: memoryHost({ 'template.yaml': '', ...texts }, 'app'),
    packs: packs.map(pack => loadedPack(pack, 'test')),
    readers: [{ reader: reader(config), listed: null, cause: 'test' }],
    oracle: createNone(),
  })
  return summaries.map(configFacts).find(facts => facts !== null)
}

const code = {
  'src/web.ts': "import { load } from './load'\nimport type { T } from './types'\nimport { Shape } from './shape'\nexport const handler = (s: Shape) => load(s)",
  'src/load.ts': "import './env'\nimport { log } from '@tools/log/core'\nexport const load = (x: unknown) => log(x)",
  'src/env.ts': 'export const a = process.env.A',
  'src/types.ts': 'export interface T { a: 1 }',
  'src/shape.ts': 'export interface Shape { a: 1 }\nexport const b = process.env.B',
  'src/seed.ts': 'console.log(process.env.SEED)',
}

test('the code scope is what the entry loads, types aside', () => {
  const facts = factsOf(code, { codeScope: ['src'], entries: ['src/web'] })
  expect(facts?.codeScope).toEqual(['src/env.ts', 'src/load.ts', 'src/web.ts'])
  expect(facts?.libraries).toContain('TOOLS_*')
})

test('an entry that is not in the project leaves the folder', () => {
  expect(factsOf(code, { codeScope: ['./src/'], entries: ['dist/web'] })?.codeScope).toEqual(['src'])
  expect(factsOf(code, {})).not.toHaveProperty('codeScope')
})

test('code of a package of the workspace', () => {
  const texts = {
    'package.json': '{ "name": "app", "dependencies": { "lib": "*" } }',
    'packages/lib/package.json': '{ "name": "lib", "main": "index.ts" }',
    'packages/lib/index.ts': 'export const load = () => process.env.A',
    'src/web.ts': "import { load } from 'lib'\nexport const handler = () => load()",
  }
  expect(factsOf(texts, { entries: ['src/web.ts'] })?.codeScope).toEqual(['lib:index.ts', 'src/web.ts'])
  expect(factsOf(texts, { codeScope: ['packages/lib/src'] })?.codeScope).toEqual(['lib:src'])
})

test('what Node reads by itself is read', () => {
  expect(factsOf({ 'a.ts': '' }, {})?.libraries).toContain('NODE_*')
})
