/** The two relations between a provider's path and a client's: `contains` (every request) and `meets` (some request). */
import type { Segment } from './rest-path.js'

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const fits = (parts: string[], text: string): boolean =>
  new RegExp(`^${parts.map(escape).join('.+')}$`, 's').test(text)

/** Every text the client's plain segment stands for is one the provider's plain segment takes. */
function segmentContains(provider: Segment, client: Segment): boolean {
  if (client.type === 'variable' || provider.type === 'variable') return false
  if (provider.type === 'one') return true
  if (client.type === 'one') return false
  if (client.type === 'literal') {
    return provider.type === 'literal' ? provider.text === client.text : fits(provider.parts, client.text)
  }
  return provider.type === 'mixed' && provider.parts.join('\0') === client.parts.join('\0')
}

function fixedEndsAgree(a: string[], b: string[]): boolean {
  const [headA, headB] = [a[0] ?? '', b[0] ?? '']
  const [tailA, tailB] = [a.at(-1) ?? '', b.at(-1) ?? '']
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  )
}

/** Some text fits both; a variable segment stands for any text here. */
function segmentMeets(a: Segment, b: Segment): boolean {
  if (a.type === 'variable' || b.type === 'variable' || a.type === 'one' || b.type === 'one') return true
  if (a.type === 'literal') return b.type === 'literal' ? a.text === b.text : fits(b.parts, a.text)
  return b.type === 'literal' ? fits(a.parts, b.text) : fixedEndsAgree(a.parts, b.parts)
}

const range = (segment: Segment): { min: number; max: number } =>
  segment.type === 'variable' ? segment : { min: 1, max: 1 }

const isVariable = ({ type }: Segment): boolean => type === 'variable'

const plainContains = (provider: readonly Segment[], client: readonly Segment[]): boolean =>
  provider.length === client.length &&
  provider.every((segment, i) => {
    const other = client[i]
    return other !== undefined && segmentContains(segment, other)
  })

/** `contains(P, C)`: a variable segment of P absorbs a run of C whose total range lies in its own. */
export function pathContains(provider: readonly Segment[], client: readonly Segment[]): boolean {
  if (!provider.some(isVariable)) return plainContains(provider, client)
  const seen = new Map<string, boolean>()
  const from = (i: number, j: number): boolean => {
    const key = `${i},${j}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const answer = decide(i, j)
    seen.set(key, answer)
    return answer
  }
  const decide = (i: number, j: number): boolean => {
    const head = provider[i]
    if (head === undefined) return j === client.length
    if (head.type !== 'variable') {
      const other = client[j]
      return other !== undefined && segmentContains(head, other) && from(i + 1, j + 1)
    }
    let [min, max] = [0, 0]
    for (let end = j; end <= client.length; end++) {
      if (min >= head.min && max <= head.max && from(i + 1, end)) return true
      const next = client[end]
      if (next === undefined) break
      min += range(next).min
      max += range(next).max
    }
    return false
  }
  return from(0, 0)
}

interface Step {
  segment: Segment
  optional: boolean
  repeats: boolean
}

/** A variable segment as steps of one segment each: `+` is one and then any number. */
const toSteps = (path: readonly Segment[]): Step[] =>
  path.flatMap((segment): Step[] => {
    if (segment.type !== 'variable') return [{ segment, optional: false, repeats: false }]
    if (segment.max === 1) return [{ segment, optional: true, repeats: false }]
    const rest: Step = { segment, optional: true, repeats: true }
    return segment.min === 1 ? [{ segment, optional: false, repeats: false }, rest] : [rest]
  })

/** `meets(P, C)`: some request may satisfy both. */
export function pathMeets(provider: readonly Segment[], client: readonly Segment[]): boolean {
  const [p, c] = [toSteps(provider), toSteps(client)]
  const open: Array<[number, number]> = [[0, 0]]
  const seen = new Set<string>()
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const [i, j] = state
    if (i === p.length && j === c.length) return true
    if (seen.has(state.join())) continue
    seen.add(state.join())
    const [a, b] = [p[i], c[j]]
    if (a?.optional) open.push([i + 1, j])
    if (b?.optional) open.push([i, j + 1])
    if (a && b && segmentMeets(a.segment, b.segment))
      open.push([a.repeats ? i : i + 1, b.repeats ? j : j + 1])
  }
  return false
}

const ranks = { literal: 4, mixed: 3, one: 2, variable: 1 } as const

/** Positive when `a` is the more specific route; the first differing segment decides. */
export function compareSpecificity(a: readonly Segment[], b: readonly Segment[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]]
    const difference = (left ? ranks[left.type] : 0) - (right ? ranks[right.type] : 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Segments of two paths agree but for hole names. */
export const samePath = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  pathContains(a, b) && pathContains(b, a)
