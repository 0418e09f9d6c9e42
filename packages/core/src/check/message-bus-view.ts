/** What is known of each technology of the run: which of its names are not read, and on which side. */
import type { BusPairing } from '../pair/index.js'
import { channelForm } from '../semantics/index.js'

export interface BusView {
  /** Technologies with a send, a handler or declaration whose channel is not known. */
  unreadSends: ReadonlySet<string>
  unreadHandlers: ReadonlySet<string>
}

const isUnread = ({ bus }: { bus: Parameters<typeof channelForm>[0] }): boolean =>
  ['unread', 'reference'].includes(channelForm(bus))

export function busView({ sends, handlers, channels }: BusPairing): BusView {
  const technologies = (list: readonly { bus: Parameters<typeof channelForm>[0] }[]): Set<string> =>
    new Set(list.filter(isUnread).map(({ bus }) => bus.messageBus))
  return { unreadSends: technologies(sends), unreadHandlers: technologies([...handlers, ...channels]) }
}

/** The platform sends on these by itself. */
const fed = new Set<string>(['s3', 'cloudflare-cron', 'cloudflare-tail'])
export const isFed = (technology: string): boolean => fed.has(technology)

/** No pack of this build reads what is sent on these: a handler without a sender proves nothing. */
const unreadSenders = new Set<string>(['aws.sns', 'eventbridge', 'aws_kinesis', 'aws_firehose', 'gcp_pubsub', 'cloudflare-queues'])
export const mayBeSentTo = (technology: string, { sends }: BusPairing): boolean =>
  unreadSenders.has(technology) && !sends.some(({ bus }) => bus.messageBus === technology)
