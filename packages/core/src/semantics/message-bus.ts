/** A channel of a bus or queue: `bus:<technology> <channel>`. Technologies compare as text. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'

const key = ({ messageBus, channel }: SemanticsOf<'message-bus'>): string | null =>
  channel === null ? null : `bus:${messageBus} ${channel}`

export const messageBus: Protocol<'message-bus'> = {
  identityKey: key,
  bucket: semantics => (semantics.channel === null ? null : semantics.messageBus),
  agrees: (provider, consumer) => key(provider) !== null && key(provider) === key(consumer),
  unreadField: ({ channel }) => (channel === null ? 'channel' : null),
}
