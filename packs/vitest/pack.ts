/** Test cases of vitest, jest, bun and Node's own runner. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { declarations } from './declarations.js'

/** Where the names stand as globals: files that hold tests. */
const testFiles = ['**/*.{test,spec}.*', '**/__tests__/**']

interface Runner {
  module: string
  /** The object that replaces modules and members. */
  mocks?: string
  files?: string[]
}

const runners: Runner[] = [
  { module: 'vitest', mocks: 'vi' },
  { module: '@jest/globals', mocks: 'jest' },
  { module: 'bun:test' },
  { module: 'node:test' },
  { module: 'global', mocks: 'jest', files: testFiles },
  { module: 'global', mocks: 'vi', files: testFiles },
]

const cases = ({ module, mocks, files }: Runner): DiscoveryPattern => ({
  kind: 'test',
  match: {
    type: 'testCase',
    style: 'block',
    importModule: module,
    suiteNames: ['describe', 'suite', 'xdescribe', 'fdescribe'],
    caseNames: ['it', 'test', 'xit', 'xtest', 'fit'],
    skipModifiers: ['skip', 'todo', 'xit', 'xtest', 'xdescribe'],
    argumentModifiers: ['skipIf', 'runIf'],
    rowModifiers: ['each', 'for'],
    ...(mocks === undefined
      ? {}
      : { mocks: { object: mocks, moduleMethods: ['mock', 'doMock'], memberMethods: ['spyOn'] } }),
    ...(files === undefined ? {} : { files }),
  },
  requiresImport: module === 'global' ? [] : [module],
})

export default definePack({
  name: 'vitest',
  protocol: 'in-process',
  languages: ['typescript'],
  requiresImport: [],
  discovery: runners.map(cases),
  terminals: [
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
  inputMapping: { type: 'allPositional' },
  declarations,
})
