import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const src = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@suss\/core$/, replacement: src('./packages/core/src/index.ts') },
      { find: /^@suss\/core\/(ir|pack|check)$/, replacement: src('./packages/core/src/$1/index.ts') },
      { find: /^@suss\/core\/raw$/, replacement: src('./packages/core/src/raw.ts') },
      { find: /^@suss\/packs\/([\w-]+)$/, replacement: src('./packs/$1/pack.ts') },
    ],
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'packs/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    testTimeout: 180_000,
    // vitest leaves one core to itself, which on two cores doubles the time
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
