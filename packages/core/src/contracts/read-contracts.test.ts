/** A reader or a pack's own discovery that throws loses what it would have found, nothing else. */
import { expect, test } from 'vitest'
import { extract, type ExtractResult } from '../analyze.js'
import { defineReader, loadedPack, type PatternPack } from '../pack/index.js'
import { memoryHost } from '../program/memory-host.js'
import { createNone } from '../types/none.js'
import fetchPack from '../../../../packs/fetch/pack.js'

const extracted = (packs: readonly PatternPack[], read?: () => never): ExtractResult =>
  extract({
    host: memoryHost({ 'template.yaml': '', 'src/a.ts': "export const load = () => fetch('/a')" }, 'app'),
    packs: packs.map(pack => loadedPack(pack, 'test')),
    readers: read ? [{ reader: defineReader({ name: 'deploys', files: ['template.yaml'], read }), listed: null, cause: 'test' }] : [],
    oracle: createNone(),
  })
const fails = (): never => {
  throw new Error('no such part')
}

test('a reader that throws', () => {
  const { summaries, run } = extracted([fetchPack], fails)
  expect(summaries.map(s => s.kind)).toEqual(['client'])
  expect(run).toEqual([{ kind: 'readFailed', severity: 'error', description: 'The contracts of deploys could not be read: no such part.', remedy: 'Fix the cause; the rest was checked.' }])
})

test('a pack whose own discovery throws', () => {
  const { summaries, incomplete } = extracted([fetchPack, { ...fetchPack, name: 'own', discovery: [], discoverUnits: fails }])
  expect(summaries.map(s => s.kind)).toEqual(['client'])
  expect(incomplete).toEqual([{ file: 'src/a.ts', reason: 'recognizerThrew', detail: 'line 1: pack own: no such part' }])
})
