/** A pack ready to run, with what identifies its content. */
import { canonicalJson, isRecord, sha1 } from '../ir/index.js'
import type { PatternPack } from './pattern-pack.js'

export interface LoadedPack {
  name: string
  pack: PatternPack
  /** Changes whenever the pack or its options do. */
  digest: string
  /** Why it was chosen. */
  cause: string
}

export const loadedPack = (pack: PatternPack, cause: string): LoadedPack => ({
  name: pack.name,
  pack,
  digest: packDigest(pack),
  cause,
})

export const packDigest = (pack: PatternPack): string => sha1(canonicalJson(withFunctionTexts(pack)))

/** A function stands for its text. */
function withFunctionTexts(value: unknown): unknown {
  if (typeof value === 'function') return `${value}`
  if (Array.isArray(value)) return value.map(withFunctionTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withFunctionTexts(member)]))
}
