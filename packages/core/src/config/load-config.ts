/** Reads and checks `suss.json`, and options given inline, which win over it. */
import { join } from 'node:path'
import { requireOverrides } from '../gate/index.js'
import { isRecord, SussError } from '../ir/index.js'
import { describeFault } from '../pack/index.js'
import type { ConfigFiles } from './files.js'
import { SussConfigSchema, type SussConfig } from './schema.js'

export const CONFIG_FILE = 'suss.json'

export interface LoadedConfig {
  config: SussConfig
  /** Absolute; null when the project has no file. */
  file: string | null
}

export function loadConfig(root: string, files: ConfigFiles, inline: Partial<SussConfig> = {}): LoadedConfig {
  const file = join(root, CONFIG_FILE)
  const text = files.read(file)
  const own = parseConfig(inline, 'options')
  if (text === undefined) return { config: own, file: null }
  return { config: { ...parseConfig(parseJson(text, file), file), ...own }, file }
}

/** `label` is what the error names: a file, or the place of inline options. */
export function parseConfig(value: unknown, label: string): SussConfig {
  requireAvailable(value, label)
  const result = SussConfigSchema.safeParse(value)
  if (!result.success) {
    const fault = describeFault({ schema: SussConfigSchema, value, issues: result.error.issues })
    throw new SussError(
      'BAD_CONFIG',
      `${label}: ${fault}`,
      'Correct it; every key is described in suss.schema.json.',
    )
  }
  requireSeverity(result.data, label)
  return result.data
}

/** Keys that are reserved or whose part of suss is not built; silence would look like success. */
function requireAvailable(value: unknown, label: string): void {
  if (!isRecord(value)) return
  const reserved = ['intent', 'scenarios'].find(key => Object.hasOwn(value, key))
  const unbuilt = isRecord(value['signatures']) ? 'signatures' : undefined
  const key = reserved ?? unbuilt
  if (key === undefined) return
  throw new SussError('NOT_AVAILABLE', `${label}: "${key}" is not available yet`, `Remove "${key}".`)
}

function requireSeverity({ severity }: SussConfig, label: string): void {
  if (severity === undefined) return
  try {
    requireOverrides(severity)
  } catch (error) {
    if (!(error instanceof SussError)) throw error
    throw new SussError('BAD_CONFIG', `${label}: ${error.message}`, error.remedy)
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const problem = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'not JSON'
    throw new SussError(
      'BAD_CONFIG',
      `${file}: ${problem}`,
      'Write strict JSON: no comments, no trailing commas.',
    )
  }
}
