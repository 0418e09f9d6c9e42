/** `metadata.config` of a declared runtime (checking.md 7.4). */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'

export interface ConfigVariable {
  /** Where the template sets it: for this unit, or for all of them. */
  declaredAt?: 'unit' | 'globals'
  /** Its literal value; holes as in boundary names. */
  value?: string
}

export interface ConfigFacts {
  variables: Readonly<Record<string, ConfigVariable>>
  /** Names the platform sets by itself. */
  platform: readonly string[]
  /** Files it loads, and folders its code lies in: of the declaration's package, or `package:path` of another. */
  codeScope?: readonly string[]
  /** Modules it starts with, as the template names them; extraction makes the files they load the code scope. */
  entries?: readonly string[]
  /** Names that libraries read where no code is read; one that ends in `*` is a prefix. */
  libraries?: readonly string[]
  /** Nothing but what is stated here sets a variable. */
  complete: boolean
}

/** Null for a summary that declares no runtime, or one of another build. */
export function configFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): ConfigFacts | null {
  const facts = metadata?.['config']
  if (!isRecord(facts) || !isRecord(facts['variables'])) return null
  const names = (key: string): { [key: string]: string[] } | undefined => {
    const list = facts[key]
    return Array.isArray(list) ? { [key]: list.filter(name => typeof name === 'string') } : undefined
  }
  return {
    variables: facts['variables'] as ConfigFacts['variables'],
    platform: [],
    ...names('platform'),
    ...names('codeScope'),
    ...names('entries'),
    ...names('libraries'),
    complete: facts['complete'] === true,
  }
}
