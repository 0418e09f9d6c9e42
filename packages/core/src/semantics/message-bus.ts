/** A channel of a bus or queue: `bus:<technology> <channel>`. Technologies compare as text. */
import { parseBoundaryName, type SemanticsOf } from '../ir/index.js'
import { fixedCharacters, nameTextsAgree } from './boundary-name.js'
import type { Protocol } from './protocol.js'

type Bus = SemanticsOf<'message-bus'>

const key = ({ messageBus, channel }: Bus): string | null =>
  channel === null ? null : `bus:${messageBus} ${channel}`

export const messageBus: Protocol<'message-bus'> = {
  identityKey: key,
  bucket: semantics => (semantics.channel === null ? null : semantics.messageBus),
  agrees: (provider, consumer) => provider.messageBus === consumer.messageBus && channelsAgree(provider, consumer),
  unreadField: ({ channel }) => (channel === null ? 'channel' : null),
}

/** Subjects agree as names; a bus in front of them counts where both sides name one. */
function channelsAgree(a: Bus, b: Bus): boolean {
  const [left, right] = [partsOf(a), partsOf(b)]
  return (
    left !== null &&
    right !== null &&
    isNamed(a) &&
    isNamed(b) &&
    nameTextsAgree(left.subject, right.subject) &&
    (left.bus === null || right.bus === null || left.bus === right.bus)
  )
}

const isNamed = (bus: Bus): boolean => ['literal', 'pattern'].includes(channelForm(bus))

/** Only EventBridge has a bus part: `[bus#]subject`. */
function partsOf({ messageBus: technology, channel }: Bus): { bus: string | null; subject: string } | null {
  if (channel === null) return null
  const at = technology === 'eventbridge' ? channel.indexOf('#') : -1
  return at < 0 ? { bus: null, subject: channel } : { bus: channel.slice(0, at), subject: channel.slice(at + 1) }
}

/** How much of a channel is known: null, a name from elsewhere and a malformed one say nothing. */
export type ChannelForm = 'literal' | 'pattern' | 'reference' | 'unread'

export function channelForm(bus: Bus): ChannelForm {
  const parts = partsOf(bus)
  const name = parts && parseBoundaryName(parts.subject)
  // holes alone fit everything
  if (name?.type === 'pattern' && fixedCharacters(name) === 0) return 'reference'
  return name ? name.type : 'unread'
}

/** Of several patterns that fit one name the one with most of these is meant. */
export function channelFixed(bus: Bus): number {
  const parts = partsOf(bus)
  const name = parts && parseBoundaryName(parts.subject)
  return name ? fixedCharacters(name) : 0
}
