/** Turns declaration places into summary ids: calls, wrappers, passed functions (extraction.md stage 9). */
import type { BehavioralSummary, DeclarationPlace, Effect, Predicate, WrapperRef } from '../ir/index.js'
import type { RawCodeStructure, RawThrowing, RawWrapper } from '../raw.js'
import { withCalleeThrows } from './callee-throws.js'

export interface Linkable {
  summary: BehavioralSummary
  wrappers: readonly RawWrapper[]
  derivedFrom?: RawCodeStructure['derivedFrom'] | undefined
  throwing: RawThrowing | null
  /** Indices of transitions that throw by rejecting. */
  rejecting: ReadonlySet<number>
}

/** An inherited method that runs otherwise in a class below is another function there. */
const placeKey = ({ file, span, receiverClass }: DeclarationPlace): string =>
  `${file}:${span.start}-${span.end}${receiverClass ? `@${receiverClass.file}:${receiverClass.name}` : ''}`

export function linkSummaries(units: readonly Linkable[], stubs: ReadonlyMap<string, string>): BehavioralSummary[] {
  const byPlace = new Map<string, BehavioralSummary[]>()
  for (const { summary } of units) {
    const { span } = summary.location
    if (!span || summary.kind === 'client' || summary.kind === 'caller') continue
    const key = placeKey({ file: summary.location.file, span, ...(summary.receiverClass ? { receiverClass: summary.receiverClass } : {}) })
    const list = byPlace.get(key)
    if (list) list.push(summary)
    else byPlace.set(key, [summary])
  }
  const unitAt = (place: DeclarationPlace): BehavioralSummary | null => {
    const found = byPlace.get(placeKey(place)) ?? []
    const [only] = found
    return found.length === 1 ? (only ?? null) : null
  }
  const idOf = (place: DeclarationPlace): string | null => unitAt(place)?.identity.id ?? null

  const linkEffect = (effect: Effect): Effect => {
    if (effect.type !== 'invocation') return effect
    const { declaredAt, argsDeclaredAt, possibleDeclaredAt, ...rest } = effect
    const summary = declaredAt ? idOf(declaredAt) : null
    const possible = (possibleDeclaredAt ?? []).flatMap(p => idOf(p) ?? [])
    const args = Object.fromEntries(Object.entries(argsDeclaredAt ?? {}).flatMap(([at, place]) => {
      const id = idOf(place)
      return id === null ? [] : [[at, id]]
    }))
    return {
      ...rest,
      ...(summary === null ? {} : { summary }),
      ...(possible.length > 0 ? { possibleSummaries: [...new Set(possible)].sort() } : {}),
      ...(Object.keys(args).length > 0 ? { argsSummary: args } : {}),
    }
  }

  const linkWrapper = (wrapper: RawWrapper): WrapperRef => {
    const { target, ...rest } = wrapper
    switch (target.type) {
      case 'place': {
        const found = (byPlace.get(placeKey(target.place)) ?? []).filter(s => s.kind === 'middleware')
        const named = found.find(s => s.identity.name === target.name) ?? found[0]
        return { ...rest, summary: named?.identity.id ?? null, ...(named ? {} : { reason: 'unresolvedWrapper' }) }
      }
      case 'stub': return { ...rest, summary: stubs.get(target.id) ?? null }
      case 'unread': return { ...rest, summary: null, reason: target.reason }
      default: return target satisfies never
    }
  }

  /** The framework's own answer to a failed validation, where the project's hook answers every failure (packs.md A2). */
  function isAnswered({ target }: RawWrapper): boolean {
    if (target.type !== 'stub' || !target.unless) return false
    const { place, success } = target.unless
    const [hook] = (byPlace.get(placeKey(place)) ?? []).filter(s => s.kind === 'middleware')
    if (!hook || hook.gaps.some(g => g.type === 'unreadOutcome')) return false
    return hook.transitions.every(t => t.output.type === 'response' || t.output.type === 'throw' || (success !== null && t.conditions.some(c => requires(c, success))))
  }

  const linkMetadata = ({ summary, wrappers, derivedFrom }: Linkable): Record<string, unknown> => ({
    ...summary.metadata,
    ...(wrappers.length > 0 ? { wrappers: { refs: wrappers.filter(w => !isAnswered(w)).map(linkWrapper) } } : {}),
    ...(derivedFrom ? { derivedFromWrapper: idOf(derivedFrom.place) ?? derivedFrom.name } : {}),
  })

  const linked = units.map(({ summary, ...rest }) => ({
    ...summary,
    transitions: summary.transitions.map(t => ({ ...t, effects: t.effects.map(linkEffect) })),
    ...(rest.wrappers.length > 0 || rest.derivedFrom ? { metadata: linkMetadata({ summary, ...rest }) } : {}),
  }))
  return withCalleeThrows(linked.map((summary, i) => ({ summary, throwing: units[i]?.throwing ?? null, rejecting: units[i]?.rejecting ?? new Set() })), unitAt)
}

/** The condition holds only when that property of the result is true. */
const requires = (predicate: Predicate, property: string): boolean =>
  predicate.type === 'truthinessCheck' && !predicate.negated && predicate.subject.type === 'input' && predicate.subject.path.at(-1) === property
