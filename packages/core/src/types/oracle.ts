/** Chooses the oracle that answers a run's questions. */
import { SussError } from '../ir/index.js'
import { createClassic } from './classic.js'
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
    case 'auto':
    case 'classic':
      return createClassic(options)
    case 'native':
      if (options.host.program !== undefined) return createClassic(options)
      throw new SussError('NOT_AVAILABLE', 'types: "native" is not available yet', 'Use "auto" or "classic".')
    default:
      return types satisfies never
  }
}
