/** A project of in-memory texts over the real library files, and the holes marked in it. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceHost } from '../../host.js'
import { createClassic } from '../classic.js'
import { memo } from '../memo.js'
import { createNative } from '../native.js'
import { findNative } from '../native-module.js'
import type { Hole, HoleAnswer, Question, TypeOracle } from '../port.js'

export const oracles = ['classic', 'native'] as const
export type OracleName = (typeof oracles)[number]

/** The very oracle: none that takes over for it. */
export function openOracle(
  name: OracleName,
  host: SourceHost,
  tsconfigs: readonly string[] = [],
): TypeOracle {
  if (name === 'classic') return createClassic({ host, tsconfigs })
  const manifest = findNative(host.root)
  if (manifest === null) throw new Error('TypeScript 7 is not installed')
  return createNative({
    host,
    tsconfigs: tsconfigs.length > 0 ? tsconfigs : [looseConfig(host.root)],
    manifest,
    fallback: cause => {
      throw new Error('the native oracle gave up', { cause })
    },
  })
}

/** Nothing is there, so no types but the language's own are loaded. */
const nowhere = '/nowhere'

/** What TypeScript 6 is given without a config, in a folder that sees the same packages. */
const looseConfig = memo((root: string): string => {
  const above =
    root === nowhere ? tmpdir() : fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
  mkdirSync(above, { recursive: true })
  const path = join(realpathSync(mkdtempSync(join(above, 'suss-types-'))), 'tsconfig.json')
  const compilerOptions = { jsx: 'preserve', module: 'esnext', moduleResolution: 'bundler', target: 'esnext' }
  writeFileSync(path, JSON.stringify({ compilerOptions, files: [] }))
  return path
})

/** A folder with @types/node above it and nothing of ours in it. */
export const withNodeTypes = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

export function memoryHost(texts: Readonly<Record<string, string>>, root = nowhere): SourceHost {
  return {
    root,
    workspace: null,
    files: () => Object.keys(texts).sort(),
    otherFiles: () => [],
    packages: () => [],
    read: file => texts[file],
    place: file => ({ workspace: null, file }),
    resolve: () => ({ type: 'missing' }),
  }
}

export interface Asking {
  /** The answer for the last occurrence of `at` in `main.ts`. */
  ask(question: Question, main: string, at: string, others?: Record<string, string>): HoleAnswer
  /** The same for many files in one program; a program per case would cost more than all the cases. */
  askHost(
    host: SourceHost,
    question: Question,
    places: readonly { file: string; at: string }[],
  ): readonly HoleAnswer[]
}

export function asking(name: OracleName): Asking {
  const askHost: Asking['askHost'] = (host, question, places) => {
    const oracle = openOracle(name, host)
    try {
      return oracle.ask(places.map(({ file, at }) => holeAt(host, { file, at, question })))
    } finally {
      oracle.close()
    }
  }
  return {
    askHost,
    ask: (question, main, at, others = {}) => {
      const host = memoryHost({ 'main.ts': main, ...others })
      return askHost(host, question, [{ file: 'main.ts', at }])[0] ?? missing(at)
    },
  }
}

export function holeAt(
  host: SourceHost,
  { file, at, question }: { file: string; at: string; question: Question },
): Hole {
  const start = host.read(file)?.lastIndexOf(at) ?? -1
  return start < 0 ? missing(at) : { file, span: { start, end: start + at.length }, question }
}

function missing(at: string): never {
  throw new Error(`no "${at}" in the source`)
}
