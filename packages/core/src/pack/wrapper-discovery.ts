/** The patterns for functions a framework runs around its handlers. */
import type { DiscoveryPattern } from './discovery/discovery-pattern.js'
import type { Wraps } from './discovery/wraps.js'
import type { InputMappingPattern } from './inputs/input-mapping.js'

export interface WrapperRegistrations {
  importModule: string
  importNames: readonly string[]
  wraps: readonly Wraps[]
  requiresImport?: readonly string[]
  inputMapping?: InputMappingPattern
}

/** One pattern per exported name and registration. */
export function wrapperDiscovery(registrations: WrapperRegistrations): DiscoveryPattern[] {
  const { importModule, importNames, wraps, inputMapping } = registrations
  return importNames.flatMap(importName =>
    wraps.map(
      (wrap): DiscoveryPattern => ({
        kind: 'middleware',
        match: {
          type: 'registrationCall',
          importModule,
          importName,
          registrationChain: 'method' in wrap ? [`.${wrap.method}`] : [],
        },
        requiresImport: [...(registrations.requiresImport ?? [importModule])],
        wraps: wrap,
        ...(inputMapping === undefined ? {} : { inputMapping }),
      }),
    ),
  )
}
