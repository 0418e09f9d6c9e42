/** `res.set(h).status(201).json(b)` as a root and its links (extraction.md T10, T12). */
import { isMember, memberName, type Node } from '../../program/syntax.js'
import { textOf, literalText } from '../../values/text.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import type { CallNode, Expression } from '../../program/syntax.js'
import { strip } from '../../program/syntax.js'
import type { HeaderRef } from '../paths/state.js'

export interface ChainLink {
  name: string
  call: Expr<CallNode>
}

export interface ResponseChain {
  root: Expr
  /** From the root outwards. */
  links: ChainLink[]
}

export function chainOf(call: Expr<CallNode>): ResponseChain | null {
  const links: ChainLink[] = []
  let node: Node = call.node
  for (;;) {
    const at = strip(node as Expression)
    if (at.type !== 'CallExpression') return links.length > 0 ? { root: { ...call, node: at }, links: links.reverse() } : null
    if (!isMember(at.callee)) return links.length > 0 ? { root: { ...call, node: at }, links: links.reverse() } : null
    const name = memberName(at.callee)
    if (name === null) return null
    links.push({ name, call: { ...call, node: at } })
    node = at.callee.object
  }
}

const headerMethods = new Set(['set', 'header', 'setHeader', 'append'])

/** Literal header writes among the links. */
export function headersOf(values: Values, links: readonly ChainLink[]): Record<string, HeaderRef> {
  const out: Record<string, HeaderRef> = {}
  for (const { name, call } of links) {
    if (!headerMethods.has(name)) continue
    const [first, second] = call.node.arguments
    if (!first || !second || first.type === 'SpreadElement' || second.type === 'SpreadElement') continue
    const header = textOf(values, { ...call, node: first })
    const key = header ? literalText(header) : null
    if (!key) continue
    const value = values.one({ ...call, node: second })
    const text = call.module.text.slice(second.start, second.end)
    out[key.toLowerCase()] = value?.type === 'literal' && value.value !== undefined
      ? { text: JSON.stringify(value.value), ref: { type: 'literal', value: value.value } }
      : { text, ref: { type: 'unresolved', sourceText: text } }
  }
  return out
}
