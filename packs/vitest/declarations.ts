/** The names of test runners the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'vitest',
    exports: ['describe', 'suite', 'it', 'test', 'vi'],
    members: { VitestUtils: ['mock', 'doMock', 'spyOn'] },
    text: [
      // modifiers are made by a chain of types
      'skip',
      'todo',
      'skipIf',
      'runIf',
      'each',
      'for',
    ],
  },
  // not installed here: jest, mocha, bun; the names as globals come with them
  { module: '@jest/globals', text: ['jest', 'xit', 'xtest', 'fit', 'xdescribe', 'fdescribe'] },
  { module: 'bun:test', text: ['it', 'test', 'describe'] },
  { module: 'node:test', exports: ['describe', 'suite', 'it', 'test'] },
  { module: 'global', text: ['it', 'test', 'describe'] },
]
