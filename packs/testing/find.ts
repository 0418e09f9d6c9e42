/** Picks one unit or one answer out of a run; more or fewer than one is a failure of the test. */
import type { BehavioralSummary, Effect, EffectOf, Transition } from '@suss/core/ir'
import { outputText } from './listed.js'

export const only = <Item>(items: readonly Item[]): Item => {
  const [first] = items
  if (first === undefined || items.length > 1) throw new Error(`${items.length} items where one was meant`)
  return first
}

/** `GET /users/:id`, with the host in front of the path. */
export function routeOf({ identity }: BehavioralSummary): string | null {
  const semantics = identity.boundaryBinding?.semantics
  if (semantics?.name !== 'rest') return null
  const { method, host, path } = semantics
  return [method ?? 'null', ...(host === undefined ? [] : [host]), path ?? 'null'].join(' ')
}

export const atRoute = (summaries: readonly BehavioralSummary[], route: string): BehavioralSummary =>
  only(summaries.filter(summary => routeOf(summary) === route))

export const named = (summaries: readonly BehavioralSummary[], name: string): BehavioralSummary =>
  only(summaries.filter(({ identity }) => identity.name === name))

export const clientsOf = (summaries: readonly BehavioralSummary[]): BehavioralSummary[] =>
  summaries.filter(({ kind }) => kind === 'client')

/** The transition with this outcome: `404`, `delegate`. */
export const answering = ({ transitions }: BehavioralSummary, outcome: string): Transition =>
  only(transitions.filter(({ output }) => outputText(output) === outcome))

type Interaction = EffectOf<'interaction'>

/** Every effect of a class, one per site. */
export function effectsOf(
  { transitions }: BehavioralSummary,
  interactionClass: Interaction['interaction']['class'],
): Interaction[] {
  const found = transitions.flatMap(({ effects }) =>
    effects.filter(
      (effect): effect is Interaction =>
        effect.type === 'interaction' && effect.interaction.class === interactionClass,
    ),
  )
  return [...new Map(found.map(effect => [effect.place?.start, effect])).values()]
}

export const calleesOf = ({ transitions }: BehavioralSummary): string[] =>
  transitions.flatMap(({ effects }) =>
    effects.flatMap((effect: Effect) => (effect.type === 'invocation' ? [effect.callee] : [])),
  )
