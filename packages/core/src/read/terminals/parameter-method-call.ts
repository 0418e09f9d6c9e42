/** Interprets `parameterMethodCall`: a method call on the response parameter. */
import type { TerminalPattern } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import type { Expr } from '../../values/value.js'
import type { HeaderRef, StatusRef } from '../paths/state.js'
import type { TerminalContext } from './context.js'
import { argumentOf, extractStatus } from './extract.js'
import { chainOf, type ChainLink, headersOf, type ResponseChain } from './response-chain.js'

export interface MethodCallMatch {
  pattern: TerminalPattern
  status: StatusRef | null
  fallbackStatus: number | null
  body: Expr | null
  headers: Record<string, HeaderRef>
}

type Pattern = TerminalPattern & { match: { type: 'parameterMethodCall' } }

export const isMethodCallPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'parameterMethodCall'

export function matchMethodCall(pattern: Pattern, call: Expr<CallNode>, context: TerminalContext): MethodCallMatch | null {
  const chain = chainBehind(call, pattern)
  if (!chain || !context.isPatternParam(chain.root, pattern.match)) return null
  const passThrough = new Set(pattern.match.passThroughMethods ?? [])
  const setters = settersOf(pattern)
  const links = chain.links.filter(l => !passThrough.has(l.name))
  const last = chain.links.at(-1)
  if (!last || passThrough.has(last.name)) return null
  const wanted = pattern.match.methodChain
  const exact = sameNames(links, wanted)
  const withoutSetter = links.filter(l => !setters.includes(l.name))
  if (wanted.length > 0 && !exact && !sameNames(withoutSetter, wanted)) return null
  const set = links.filter(l => setters.includes(l.name)).at(-1)
  const first = exact ? (links[0] ?? last) : last
  const own = extractStatus(pattern, first.call, last.call, context)
  return {
    pattern,
    status: own ?? (set ? statusArgument(set, context) : null),
    fallbackStatus: pattern.extraction.defaultStatusCode ?? null,
    body: bodyOf(pattern, last.call),
    headers: headersOf(context.values, chain.links),
  }
}

/** The calls that lead to the response belong to its root: `host.switchToHttp().getResponse().send()`. */
function chainBehind(call: Expr<CallNode>, { match: { parameterCalls = [] } }: Pattern): ResponseChain | null {
  const chain = chainOf(call)
  const last = parameterCalls.length > 0 ? chain?.links[parameterCalls.length - 1] : undefined
  if (!chain || !last || !parameterCalls.every((name, i) => chain.links[i]?.name === name)) return chain
  return { root: last.call, links: chain.links.slice(parameterCalls.length) }
}

const settersOf = (pattern: Pattern): string[] => [pattern.match.statementStatus?.method ?? []].flat()

const sameNames = (links: readonly ChainLink[], wanted: readonly string[]): boolean => links.length === wanted.length && links.every((l, i) => l.name === wanted[i])

const statusArgument = (link: ChainLink, context: TerminalContext): StatusRef | null => {
  const argument = argumentOf(link.call, 0)
  return argument ? context.statusOf(argument) : null
}

function bodyOf(pattern: TerminalPattern, call: Expr<CallNode>): Expr | null {
  const body = pattern.extraction.body
  if (body?.from !== 'argument') return null
  if (body.minArgs !== undefined && call.node.arguments.length < body.minArgs) return null
  return argumentOf(call, body.position)
}

/** Links that only prepare a response: pass-through calls and status setters. */
export function matchLink(patterns: readonly TerminalPattern[], call: Expr<CallNode>, context: TerminalContext): { status: StatusRef | null; headers: Record<string, HeaderRef> } | null {
  const found = patterns.filter(isMethodCallPattern).flatMap(pattern => {
    const chain = chainBehind(call, pattern)
    return chain && context.isPatternParam(chain.root, pattern.match) ? [{ pattern, chain }] : []
  })
  const chain = found[0]?.chain
  if (!chain || chain.links.length === 0) return null
  const candidates = found.map(f => f.pattern)
  const known = new Set(candidates.flatMap(p => [...(p.match.passThroughMethods ?? []), ...settersOf(p)]))
  if (!chain.links.every(l => known.has(l.name))) return null
  const setters = new Set(candidates.flatMap(settersOf))
  const set = chain.links.filter(l => setters.has(l.name)).at(-1)
  return { status: set ? statusArgument(set, context) : null, headers: headersOf(context.values, chain.links) }
}
