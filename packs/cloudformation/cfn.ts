/** A CloudFormation text as a tree: maps, lists, scalars and calls of intrinsics, each with its place. */
import { type ContractFile, type ContractNote, placesIn } from '@suss/core/pack'
import {
  type CollectionTag,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type ScalarTag,
  type YAMLMap,
} from 'yaml'

export interface Span {
  file: string
  start: number
  end: number
}

export interface Entry {
  key: Span
  value: Cfn
}

export type Cfn =
  | { type: 'map'; at: Span; entries: ReadonlyMap<string, Entry> }
  | { type: 'list'; at: Span; items: readonly Cfn[] }
  | { type: 'scalar'; at: Span; value: unknown; text: string }
  | { type: 'call'; at: Span; name: string; argument: Cfn }

const intrinsics = [
  'And',
  'Base64',
  'Cidr',
  'Condition',
  'Equals',
  'FindInMap',
  'GetAtt',
  'GetAZs',
  'If',
  'ImportValue',
  'Join',
  'Not',
  'Or',
  'Ref',
  'Select',
  'Split',
  'Sub',
  'Transform',
]

const customTags = intrinsics.flatMap((name): (ScalarTag | CollectionTag)[] => [
  { tag: `!${name}`, resolve: value => value },
  { tag: `!${name}`, collection: 'map', resolve: map => map },
  { tag: `!${name}`, collection: 'seq', resolve: list => list },
])

/** A loop of aliases has no end of its own. */
const maxDepth = 64
/** More than any template written by hand. */
const maxNodes = 400_000

/** Null, and a note, for a text that does not parse. */
export function parseCfn({ path, text }: ContractFile, notes: ContractNote[]): Cfn | null {
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, merge: true, customTags })
  const [error] = document.errors
  if (error) {
    const line = placesIn(text).range(error.pos[0], error.pos[0]).start
    notes.push({ path, line, detail: error.message.split('\n', 1)[0] ?? '' })
    return null
  }
  return treeOf(document, path)
}

function treeOf(document: Document, file: string): Cfn {
  let nodes = 0
  return convert(document.contents, { file, start: 0, end: 1 }, 0)

  function convert(node: unknown, around: Span, depth: number): Cfn {
    if (isAlias(node)) return convert(node.resolve(document), around, depth + 1)
    const at = spanOf(node, around)
    if (depth > maxDepth || ++nodes > maxNodes) return { type: 'scalar', at, value: null, text: '' }
    const tag = isMap(node) || isSeq(node) || isScalar(node) ? node.tag : undefined
    const plain = untagged(node, at, depth)
    return tag?.startsWith('!') && intrinsics.includes(tag.slice(1))
      ? { type: 'call', at, name: tag.slice(1), argument: plain }
      : plain
  }

  function untagged(node: unknown, at: Span, depth: number): Cfn {
    if (isSeq(node)) return { type: 'list', at, items: node.items.map(item => convert(item, at, depth + 1)) }
    if (isMap(node)) return mapOf(node, at, depth)
    const value = isScalar(node) ? node.value : null
    const text = isScalar(node) && typeof value !== 'string' ? node.source : value
    return { type: 'scalar', at, value, text: typeof text === 'string' ? text : '' }
  }

  function mapOf(node: YAMLMap, at: Span, depth: number): Cfn {
    const entries = new Map<string, Entry>()
    const merged: Entry[] = []
    for (const { key, value } of node.items) {
      const place = spanOf(key, at)
      const name = isScalar(key) ? key.value : key
      const entry: Entry = { key: place, value: convert(value, place, depth + 1) }
      if (typeof name === 'symbol' || name === '<<') merged.push(entry)
      else entries.set(String(name), entry)
    }
    for (const { value } of merged) {
      for (const each of value.type === 'list' ? value.items : [value]) {
        if (each.type !== 'map') continue
        for (const [name, entry] of each.entries) if (!entries.has(name)) entries.set(name, entry)
      }
    }
    const call = longForm(entries)
    return call ? { type: 'call', at, ...call } : { type: 'map', at, entries }
  }

  function spanOf(node: unknown, around: Span): Span {
    const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : null
    return range ? { file, start: range[0], end: Math.max(range[0] + 1, range[1]) } : around
  }
}

/** `{ "Ref": "X" }`, `{ "Fn::Sub": "…" }`. */
function longForm(entries: ReadonlyMap<string, Entry>): { name: string; argument: Cfn } | null {
  const [only] = entries
  if (entries.size !== 1 || !only) return null
  const [key, { value }] = only
  if (key === 'Ref') return { name: 'Ref', argument: value }
  return key.startsWith('Fn::') && !key.startsWith('Fn::ForEach') ? { name: key.slice(4), argument: value } : null
}

export function member(node: Cfn | undefined, ...path: string[]): Cfn | undefined {
  return path.reduce<Cfn | undefined>((at, key) => (at?.type === 'map' ? at.entries.get(key)?.value : undefined), node)
}

export const entriesOf = (node: Cfn | undefined): [string, Entry][] => (node?.type === 'map' ? [...node.entries] : [])
export const itemsOf = (node: Cfn | undefined): readonly Cfn[] => (node?.type === 'list' ? node.items : node ? [node] : [])
/** A text that is written out; null for anything else. */
export const plainText = (node: Cfn | undefined): string | null =>
  node?.type === 'scalar' && node.value !== null ? node.text : null
