/** Methods that every array, text or promise has are no fields of a body. */
import fetchPack from '@suss/packs/fetch'
import { expect, test } from 'vitest'
import { extract } from '../../analyze.js'
import type { TypeShape } from '../../ir/index.js'
import { loadedPack } from '../../pack/index.js'
import { memoryHost } from '../../program/memory-host.js'
import { createOracle } from '../../types/index.js'

/** What the client expects of a success, from what follows `load()`. */
function expected(rest: string): TypeShape | null {
  const load = `export async function load() {
  const r = await fetch('/rows')
  if (!r.ok) throw r
  return r.json()
}`
  const host = memoryHost({ 'src/a.ts': `${load}\n${rest}` })
  const oracle = createOracle({ types: 'off', host, tsconfigs: [] })
  const { summaries } = extract({ host, packs: [loadedPack(fetchPack, 'test')], oracle })
  const client = summaries.find(({ kind }) => kind === 'client')
  const [success] = client?.transitions.flatMap(({ expectedInput }) => expectedInput ?? []) ?? []
  return success ?? null
}

const record = (name: string): TypeShape => ({ type: 'record', properties: { [name]: { type: 'unknown' } } })
const array = (items: TypeShape): TypeShape => ({ type: 'array', items })

test.each<[string, TypeShape | null]>([
  ['export const a = (set) => { load().then(set, () => set([])) }', null],
  ['export const a = (set) => { load().then(set).catch(() => set([])).finally(stop) }', null],
  ['export const a = async () => (await load()).map(x => x.id)', array(record('id'))],
  [
    'export const a = async () => { const rows = await load(); return rows.map(x => x.id) }',
    array(record('id')),
  ],
  [
    'export const a = async () => { const rows = await load(); return rows.length === 0 }',
    { type: 'unknown' },
  ],
  ['export const a = async () => (await load()).title.toUpperCase()', record('title')],
  ['export const a = async () => (await load()).then', record('then')],
])('%s', (rest, shape) => expect(expected(rest)).toEqual(shape))
