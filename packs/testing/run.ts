/** Runs all packs over texts in memory. */
import type { BehavioralSummary } from '@suss/core/ir'
import { loadedPack } from '@suss/core/pack'
import { extract, type ExtractResult } from '../../packages/core/src/analyze.js'
import { memoryHost } from '../../packages/core/src/program/memory-host.js'
import { createNone } from '../../packages/core/src/types/none.js'
import { packs } from './all-packs.js'

export type Texts = Readonly<Record<string, string>>

/** A run as `suss` makes it, without asking for types. */
export const run = (texts: Texts): ExtractResult =>
  extract({
    host: memoryHost(texts),
    packs: packs.map(pack => loadedPack(pack, 'test')),
    oracle: createNone(),
  })

export const summariesOf = (texts: Texts): BehavioralSummary[] => run(texts).summaries

/** The summaries of one file. */
export const summariesIn = (text: string): BehavioralSummary[] => summariesOf({ 'src/input.ts': text })
