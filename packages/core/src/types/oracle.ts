/** Chooses the oracle that answers a run's questions. */
import { SussError } from '../ir/index.js'
import { createClassic } from './classic.js'
import { createNative } from './native.js'
import { findNative } from './native-module.js'
import { createNone } from './none.js'
import type { TypeOracle } from './port.js'
import type { SessionOptions } from './session.js'

export interface OracleOptions extends SessionOptions {
  types: 'auto' | 'native' | 'classic' | 'off'
}

export function createOracle({ types, ...options }: OracleOptions): TypeOracle {
  switch (types) {
    case 'off':
      return createNone()
    case 'classic':
      return createClassic(options)
    case 'auto':
    case 'native':
      return fastest(options, types)
    default:
      return types satisfies never
  }
}

/** A host's program is there already; without a tsconfig there is no project to open. */
function fastest(options: SessionOptions, types: 'auto' | 'native'): TypeOracle {
  const fallback = (): TypeOracle => createClassic(options)
  if (options.host.program !== undefined) return fallback()
  const manifest = findNative(options.host.root)
  if (manifest === null && types === 'native') throw missing()
  if (manifest === null || options.tsconfigs.length === 0) return fallback()
  return createNative({ ...options, manifest, fallback })
}

const missing = (): SussError =>
  new SussError(
    'NOT_AVAILABLE',
    'types: "native" needs TypeScript 7, which is not installed',
    'Install it as "@typescript/native": "npm:typescript@^7" (it brings its own "tsc"), or use "auto".',
  )
