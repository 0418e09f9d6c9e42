/** Under which prefixes a routable is served, and which wrappers stand around it there (extraction.md X2 to X4). */
import { joinPaths } from '../binding/provider-path.js'
import type { WrapperUse } from '../unit.js'

export interface Position {
  file: string
  offset: number
}

export interface Edge {
  parent: string
  child: string
  /** Null: the prefix is no text. */
  prefix: string | null
  order: Position
  /** The child's wrappers cover the parent as well. */
  shared: boolean
}

export interface Wrapping {
  routable: string
  use: WrapperUse
  /** Null: it covers everything of the routable, wherever that is registered. */
  order: Position | null
}

export interface Mounting {
  prefix: string
  /** Some mount on the way has a prefix that is no text. */
  unread: boolean
  wrappers: WrapperUse[]
}

/** `ordered`: middleware covers what is registered after it, an error handler what is registered before. */
export function mountingsOf(key: string, order: Position, input: { edges: readonly Edge[]; wrappings: readonly Wrapping[]; ordered: boolean }, seen: ReadonlySet<string> = new Set()): Mounting[] {
  if (seen.has(key)) return []
  const { edges } = input
  const own = outermostFirst(wrappingsOn(key, input, new Set()).filter(w => applies(w, order, input.ordered)).map(w => w.use))
  const up = edges.filter(e => e.child === key)
  if (up.length === 0) return [{ prefix: '', unread: false, wrappers: own }]
  const next = new Set([...seen, key])
  const found = up.flatMap(edge => mountingsOf(edge.parent, edge.order, input, next).map((above): Mounting => {
    const prefix = joinUnder(above.prefix, edge.prefix ?? '')
    return {
      prefix: edge.prefix === null ? above.prefix : prefix,
      unread: above.unread || edge.prefix === null,
      wrappers: [...above.wrappers, ...own.map(w => (w.scope === null ? w : { ...w, scope: joinPaths(prefix, w.scope) }))],
    }
  }))
  return [...new Map(found.map(m => [`${m.prefix}|${m.unread}`, m])).values()]
}

/** Of the error handlers of one routable the first registered is the first reached, so it stands innermost. */
const outermostFirst = (uses: readonly WrapperUse[]): WrapperUse[] =>
  [...uses.filter(u => u.role !== 'onThrow'), ...uses.filter(u => u.role === 'onThrow').toReversed()]

function wrappingsOn(key: string, input: { edges: readonly Edge[]; wrappings: readonly Wrapping[] }, seen: Set<string>): Wrapping[] {
  if (seen.has(key)) return []
  seen.add(key)
  const shared = input.edges.filter(e => e.shared && e.parent === key).flatMap(e => wrappingsOn(e.child, input, seen))
  return [...shared, ...input.wrappings.filter(w => w.routable === key)]
}

const joinUnder = (above: string, prefix: string): string => (prefix === '' || prefix === '/' ? above : joinPaths(above, prefix))

function applies(wrapping: Wrapping, order: Position, ordered: boolean): boolean {
  if (!ordered || wrapping.order?.file !== order.file) return true
  return wrapping.use.role === 'onThrow' ? wrapping.order.offset > order.offset : wrapping.order.offset < order.offset
}

/** Several possible receivers: one answer when all give the same full paths. */
export function sameMountings(all: readonly Mounting[][]): Mounting[] | null {
  const [first, ...rest] = all
  if (!first) return []
  const text = (list: readonly Mounting[]): string => list.map(m => m.prefix).sort().join('|')
  return rest.every(r => text(r) === text(first)) ? first : null
}
