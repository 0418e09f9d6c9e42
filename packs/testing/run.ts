/** Runs all packs over texts in memory. */
import { createOracle, extract, type ExtractResult, memoryHost } from '@suss/core'
import type { BehavioralSummary } from '@suss/core/ir'
import { type ContractReader, loadedPack } from '@suss/core/pack'
import { packs } from './all-packs.js'

export type Texts = Readonly<Record<string, string>>

/** A run as `suss` makes it, without asking for types. */
export function run(texts: Texts, readers: readonly ContractReader[] = []): ExtractResult {
  const host = memoryHost(texts)
  return extract({
    host,
    packs: packs.map(pack => loadedPack(pack, 'test')),
    readers: readers.map(reader => ({ reader, listed: null, cause: 'test' })),
    oracle: createOracle({ types: 'off', host, tsconfigs: [] }),
  })
}

export const summariesOf = (texts: Texts): BehavioralSummary[] => run(texts).summaries

/** The summaries of one file. */
export const summariesIn = (text: string): BehavioralSummary[] => summariesOf({ 'src/input.ts': text })
