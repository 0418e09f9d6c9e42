/** Channels that are declared and not used, subscriptions that are off or filtered, and handlers that a repeat harms (section 7.3). */
import { type Effect, httpFacts } from '../ir/index.js'
import { busesAgree, type BusPairing, type Channel, type Handler, type Unit } from '../pair/index.js'
import { channelForm } from '../semantics/index.js'
import { side, type Draft } from './draft.js'
import { bindingOf } from './message-bus-producer-orphan.js'
import { busView, isFed } from './message-bus-view.js'

export function checkChannels(buses: BusPairing): Draft[] {
  const { unreadHandlers, unreadSends } = busView({ ...buses, channels: [] })
  return buses.channels.flatMap((channel): Draft[] => {
    const { facts, bus, unit } = channel
    const at = { binding: bindingOf(channel), provider: side(unit), consumer: side(unit), facts: {} }
    if (facts.disabled) return [{ ...at, kind: 'messageBusConsumerDisabled', form: 'subscription' }]
    if (facts.filter !== undefined && channelForm(bus) === 'unread')
      return [{ ...at, kind: 'unsupportedSemantics', form: 'filter', facts: { reason: facts.filter } }]
    const isJudged = !isFed(bus.messageBus) && !unreadHandlers.has(bus.messageBus) && !unreadSends.has(bus.messageBus)
    return isJudged && isReadable(channel) && !isUsed(channel, buses)
      ? [{ ...at, kind: 'messageBusUnused', form: 'channel' }]
      : []
  })
}

const isReadable = ({ bus }: Channel): boolean => ['literal', 'pattern'].includes(channelForm(bus))

/** A subscription that is off is still a use of its channel. */
const isUsed = ({ bus, unit }: Channel, { sends, handlers, channels }: BusPairing): boolean =>
  [...sends, ...handlers, ...channels.filter(other => other.facts.disabled && other.unit !== unit)].some(other =>
    busesAgree(other.bus, bus),
  )

/** A queue that may hand a message over twice, and a handler that then posts twice. */
export function checkRepeats({ handlers, channels }: BusPairing, units: readonly Unit[]): Draft[] {
  return handlers.flatMap(handler => {
    const declared = channels.filter(({ bus, facts }) => facts.disabled !== true && busesAgree(bus, handler.bus))
    const [queue] = declared
    if (!queue || declared.some(({ facts }) => facts.fifo)) return []
    const posts = postsOf(handler, units)
    return posts.map(
      ({ effect, transitions }): Draft => ({
        kind: 'repeatUnsafeConsumer',
        form: 'post',
        binding: bindingOf(handler),
        provider: side(queue.unit),
        consumer: side(handler.unit, transitions, { place: effect.place }),
        facts: { call: effect.callee ?? 'POST' },
      }),
    )
  })
}

type Call = Extract<Effect, { type: 'interaction' }>

/** Calls whose headers are all known and hold no key. */
function postsOf({ unit }: Handler, units: readonly Unit[]): { effect: Call; transitions: string[] }[] {
  const found = new Map<string, { effect: Call; transitions: string[] }>()
  for (const { id, effects } of unit.summary.transitions)
    for (const effect of effects) {
      if (effect.type !== 'interaction' || effect.interaction.class !== 'service-call') continue
      if (effect.interaction.method.toUpperCase() !== 'POST' || !isWithoutKey(effect, unit, units)) continue
      const key = `${effect.place?.file ?? ''}:${effect.place?.start ?? effect.callee}`
      const known = found.get(key)
      if (known) known.transitions.push(id)
      else found.set(key, { effect, transitions: [id] })
    }
  return [...found.values()]
}

const keys = new Set(['idempotency-key', 'x-idempotency-key'])

/** The client unit of the call says what headers it sends. */
function isWithoutKey({ place }: Call, { summary }: Unit, units: readonly Unit[]): boolean {
  const client = units.find(
    other =>
      other.summary.kind === 'client' &&
      place !== undefined &&
      other.summary.location.workspace === summary.location.workspace &&
      (httpFacts(other.summary).call?.file ?? other.summary.location.file) === (place.file ?? summary.location.file) &&
      httpFacts(other.summary).call?.start === place.start,
  )
  const header = client?.http.request?.header
  return header?.complete === true && !Object.keys(header.values).some(name => keys.has(name.toLowerCase()))
}
