/** OpenAPI texts as values, with references followed between the files given, and the place of every pointer. */
import type { ContractFile, ContractNote } from '@suss/core/pack'
import { placesIn } from '@suss/core/pack'
import type { LineRange, Place } from '@suss/core/ir'
import { type Document, isNode, parseDocument } from 'yaml'

export type Json = { readonly [key: string]: unknown }

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value and where it stands. */
export interface Node {
  file: string
  pointer: readonly string[]
  value: unknown
}

export interface Documents {
  /** Files whose root says `openapi` or `swagger`. */
  roots: readonly Node[]
  /** A member of a value; its `$ref`s followed. Null: there is none. */
  at(node: Node, ...path: string[]): Node | null
  /** What a `$ref` leads to; null: nowhere, which is noted. */
  follow(node: Node): Node | null
  range(node: Node): LineRange
  place(node: Node): Place
  notes: ContractNote[]
}

interface Parsed {
  value: unknown
  document: Document
  places: ReturnType<typeof placesIn>
}

const maxHops = 32

export function openDocuments(files: readonly ContractFile[]): Documents {
  const notes: ContractNote[] = []
  const known = new Map(files.map(({ path, text }) => [path, text]))
  const read = new Map<string, Parsed | null>()

  const parsed = (path: string): Parsed | null => {
    const before = read.get(path)
    if (before !== undefined) return before
    const text = known.get(path)
    const found = text === undefined ? null : parse(path, text)
    read.set(path, found)
    return found
  }

  function parse(path: string, text: string): Parsed | null {
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
    const places = placesIn(text)
    const [error] = document.errors
    if (error) {
      notes.push({ path, line: places.range(error.pos[0], error.pos[0]).start, detail: error.message.split('\n', 1)[0] ?? '' })
      return null
    }
    return { value: document.toJS({ maxAliasCount: 1000 }), document, places }
  }

  function span({ file, pointer }: Node): { parsed: Parsed; start: number; end: number } | null {
    const found = parsed(file)
    const node = found && (pointer.length === 0 ? found.document.contents : found.document.getIn(pointer, true))
    const range = isNode(node) ? node.range : null
    return found && range ? { parsed: found, start: range[0], end: Math.max(range[0] + 1, range[1]) } : null
  }

  function follow(node: Node): Node | null {
    let at: Node = node
    for (let hops = 0; hops < maxHops; hops++) {
      const reference = isJson(at.value) ? at.value['$ref'] : undefined
      if (typeof reference !== 'string') return at
      const target = targetOf(at, reference)
      if (!target) return null
      at = target
    }
    return null
  }

  function targetOf(from: Node, reference: string): Node | null {
    const [place = '', fragment = ''] = reference.split('#', 2)
    const file = place === '' ? from.file : joined(from.file, place)
    const pointer = fragment.split('/').slice(1).map(decodePointer)
    const root = /^[a-z]+:\/\//i.test(place) ? null : parsed(file)
    const value = pointer.reduce<unknown>((at, step) => stepInto(at, step), root?.value)
    if (root && value !== undefined) return { file, pointer, value }
    notes.push({ path: from.file, line: range(from).start, detail: `${reference} leads nowhere` })
    return null
  }

  function range(node: Node): LineRange {
    const found = span(node)
    return found ? found.parsed.places.range(found.start, found.end) : { start: 1, end: 1 }
  }

  const roots = files.flatMap(({ path, text }): Node[] => {
    if (!/^\s*(?:\{[\s\S]{0,400}?)?["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 4000))) return []
    const value = parsed(path)?.value
    const isRoot = isJson(value) && ('openapi' in value || 'swagger' in value)
    return isRoot ? [{ file: path, pointer: [], value }] : []
  })

  return {
    roots,
    notes,
    follow,
    range,
    at(node, ...path) {
      return path.reduce<Node | null>((at, step) => {
        const from = at && follow(at)
        const value = from ? stepInto(from.value, step) : undefined
        return from && value !== undefined ? { file: from.file, pointer: [...from.pointer, step], value } : null
      }, node)
    },
    place(node) {
      const found = span(node)
      return { ...(found ? found.parsed.places.place(found.start, found.end) : { start: 0, end: 0, line: 1, column: 0 }), file: node.file }
    },
  }
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined
  return isJson(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** `~1` is a slash, `~0` a tilde (RFC 6901). */
function decodePointer(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

function joined(from: string, relative: string): string {
  const parts = [...from.split('/').slice(0, -1)]
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
