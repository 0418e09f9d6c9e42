/** Pairs what is sent on a bus with what handles it and with what declares its channel (checking.md 7.3). */
import { type BusFacts, busFacts, type EffectOf, type InteractionOf, type SemanticsOf, wrapperTransition } from '../ir/index.js'
import { channelFixed, channelForm, protocolOf } from '../semantics/index.js'
import { crossingsOf } from './interactions.js'
import { roleOf, type Unit } from './unit.js'

type Bus = SemanticsOf<'message-bus'>

/** One call that sends, on all paths it lies on. */
export interface Send {
  unit: Unit
  bus: Bus
  effect: EffectOf<'interaction'>
  message: InteractionOf<'message-send'>
  transitions: string[]
}

export interface Handler {
  unit: Unit
  bus: Bus
}

export interface Channel extends Handler {
  facts: BusFacts
}

export interface BusPairing {
  sends: Send[]
  handlers: Handler[]
  channels: Channel[]
  pairs: { send: Send; handler: Handler }[]
  /** Sends that several patterns fit alike, with their handlers. */
  ambiguous: ReadonlyMap<Send, readonly Handler[]>
}

export function pairBuses(units: readonly Unit[]): BusPairing {
  const sends = units.flatMap(sendsOf)
  const handlers = units.flatMap((unit): Handler[] => {
    const bus = busOf(unit)
    return bus && unit.summary.kind === 'consumer' && roleOf(unit.summary) === 'consumer' ? [{ unit, bus }] : []
  })
  const channels = units.flatMap((unit): Channel[] => {
    const bus = busOf(unit)
    return bus && roleOf(unit.summary) === 'declaration' ? [{ unit, bus, facts: busFacts(unit.summary) }] : []
  })
  const ambiguous = new Map<Send, readonly Handler[]>()
  const pairs = sends.flatMap(send => {
    const best = nearest(send.bus, handlers.filter(({ bus }) => busesAgree(bus, send.bus)))
    if (isTie(send.bus, best)) ambiguous.set(send, best)
    return ambiguous.has(send) ? [] : best.map(handler => ({ send, handler }))
  })
  return { sends, handlers, channels, pairs, ambiguous }
}

/** The one agreement of this pass. */
export const busesAgree = (a: Bus, b: Bus): boolean => protocolOf('message-bus')?.agrees(a, b) === true

/** A literal that several patterns fit goes to the one with more fixed characters. */
function nearest(wanted: Bus, handlers: readonly Handler[]): Handler[] {
  if (channelForm(wanted) !== 'literal') return [...handlers]
  const most = Math.max(...handlers.map(({ bus }) => channelFixed(bus)))
  return handlers.filter(({ bus }) => channelFixed(bus) === most)
}

/** Several patterns with equally many. */
function isTie(wanted: Bus, handlers: readonly Handler[]): boolean {
  const patterns = handlers.filter(({ bus }) => channelForm(bus) === 'pattern')
  const names = new Set(patterns.map(({ bus }) => bus.channel?.replace(/\{[^{}]*\}/g, '{}')))
  return channelForm(wanted) === 'literal' && names.size > 1
}

function busOf({ summary }: Unit): Bus | null {
  const semantics = summary.identity.boundaryBinding?.semantics
  return semantics?.name === 'message-bus' ? semantics : null
}

function sendsOf(unit: Unit): Send[] {
  const found = new Map<string, Send>()
  for (const { transition, effect, semantics, interaction } of crossingsOf(unit, 'message-send', 'message-bus')) {
    // what a wrapper does stands on its own unit
    if (wrapperTransition(transition) !== null) continue
    const key = JSON.stringify([semantics, effect.place?.file, effect.place?.start, effect.callee])
    const known = found.get(key)
    if (known) known.transitions.push(transition.id)
    else found.set(key, { unit, bus: semantics, effect, message: interaction, transitions: [transition.id] })
  }
  return [...found.values()]
}
