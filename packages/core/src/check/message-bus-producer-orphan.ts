/** Sends that nothing handles, and handlers that nothing sends to (section 7.3). */
import { messageBusBinding } from '../ir/index.js'
import { busesAgree, type BusPairing, type Handler, type Send } from '../pair/index.js'
import { channelForm } from '../semantics/index.js'
import { side, type Draft, type DraftSide } from './draft.js'
import { busView, isFed, mayBeSentTo } from './message-bus-view.js'

export function checkBusOrphans(buses: BusPairing): Draft[] {
  const view = busView(buses)
  const handled = new Set(buses.pairs.map(({ send }) => send))
  const fedHandlers = new Set(buses.pairs.map(({ handler }) => handler))
  const sends = onePerPlace(buses.sends, handled, sendPlace).filter(
    send =>
      !isFed(send.bus.messageBus) &&
      isNamed(send) &&
      !handled.has(send) &&
      !buses.ambiguous.has(send) &&
      !buses.channels.some(({ bus, facts }) => facts.disabled !== true && busesAgree(bus, send.bus)),
  )
  const handlers = onePerPlace(buses.handlers, fedHandlers, handlerPlace).filter(
    handler =>
      !isFed(handler.bus.messageBus) &&
      !mayBeSentTo(handler.bus.messageBus, buses) &&
      isNamed(handler) &&
      !fedHandlers.has(handler) &&
      ![...buses.ambiguous.keys()].some(send => busesAgree(send.bus, handler.bus)),
  )
  return [
    ...sends.map(send => orphan(send.effect.binding, sideOf(send), view.unreadHandlers.has(send.bus.messageBus) ? null : 'messageBusProducerOrphan')),
    ...handlers.map(({ unit, bus }) => orphan(bindingOf({ unit, bus }), side(unit), view.unreadSends.has(bus.messageBus) ? null : 'messageBusConsumerOrphan')),
  ]
}

/** A send that several patterns fit alike was not compared. */
export const checkAmbiguousSends = ({ ambiguous }: BusPairing): Draft[] =>
  [...ambiguous].map(
    ([send, handlers]): Draft => ({
      kind: 'ambiguousProvider',
      form: 'message',
      binding: send.effect.binding,
      provider: side(send.unit),
      consumer: sideOf(send),
      facts: { services: handlers.map(({ unit }) => unit.id) },
    }),
  )

const isNamed = ({ bus }: { bus: Send['bus'] }): boolean => ['literal', 'pattern'].includes(channelForm(bus))

/** What may go over several buses is one thing: answered on any of them, or said once. */
function onePerPlace<T extends Handler>(all: readonly T[], answered: ReadonlySet<T>, placeOf: (one: T) => string): T[] {
  const done = new Set([...answered].map(placeOf))
  return all.filter(one => {
    const place = placeOf(one)
    return !done.has(place) && done.add(place)
  })
}

/** A function may be several units. */
function sendPlace({ unit, bus, effect: { place, callee } }: Send): string {
  const { workspace, file } = unit.summary.location
  return JSON.stringify([place?.workspace ?? workspace, place?.file ?? file, bus.channel, place?.start ?? `${unit.id} ${callee}`])
}

function handlerPlace({ unit, bus }: Handler): string {
  const { workspace, file, range, span } = unit.summary.location
  return JSON.stringify([workspace, file, span?.start ?? range.start, unit.summary.identity.name, bus.channel])
}

/** `kind` null: the other side has names that are not read. */
function orphan(binding: Draft['binding'], at: DraftSide, kind: 'messageBusProducerOrphan' | 'messageBusConsumerOrphan' | null): Draft {
  const rest = { binding, provider: at, consumer: at }
  return kind === null
    ? { ...rest, kind: 'lowConfidence', form: 'orphan', facts: { what: 'The channel', reason: 'unreadName' } }
    : { ...rest, kind, form: 'channel', facts: {} }
}

export const sideOf = ({ unit, transitions, effect }: Send): DraftSide =>
  side(unit, transitions, { place: effect.place })

export const bindingOf = ({ unit, bus }: Handler): NonNullable<Draft['binding']> =>
  unit.summary.identity.boundaryBinding ?? messageBusBinding(bus, { recognition: 'reachable' })
