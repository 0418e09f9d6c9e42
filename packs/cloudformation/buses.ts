/** Queues, topics, streams and buses, and who is subscribed to them. */
import { type BehavioralSummary, type MessageBus, messageBusBinding } from '@suss/core/ir'
import { member, plainText, type Span } from './cfn.js'
import { declared, type Declaring, recognition } from './declarations.js'
import type { FunctionEvent } from './events.js'
import type { Resource, Template } from './templates.js'
import { bareName, namesOf } from './texts.js'

const busTypes: Readonly<Record<string, MessageBus>> = {
  'AWS::SQS::Queue': 'aws_sqs',
  'AWS::SNS::Topic': 'aws.sns',
  'AWS::Kinesis::Stream': 'aws_kinesis',
  'AWS::KinesisFirehose::DeliveryStream': 'aws_firehose',
}

/** One declaration per name a channel may have; null for one that is not written out. */
export function channelsIn(templates: readonly Template[], at: Declaring): BehavioralSummary[] {
  return templates.flatMap(({ resources }) =>
    [...resources.values()].flatMap(resource => {
      const bus = busTypes[resource.type]
      if (!bus) return []
      const names = namesOf(resource)
      return (names && names.length > 0 ? names : [null]).map(name =>
        declaredBus({ resource, bus, channel: name === null ? null : bareName(name), facts: isFifo(resource) ? { fifo: true } : {}, span: resource.key }, at),
      )
    }),
  )
}

const isFifo = ({ properties }: Resource): boolean => plainText(member(properties, 'FifoQueue')) === 'true' || plainText(member(properties, 'FifoTopic')) === 'true'

/** What feeds a function: switched off, or decided by a pattern that names no channel. */
export function subscriptionsOf(events: readonly FunctionEvent[], at: Declaring): BehavioralSummary[] {
  return events.flatMap(({ resource, name, at: span, trigger }) => {
    if (trigger.type !== 'bus') return []
    const { bus, disabled, filter } = trigger
    const facts = { ...(disabled ? { disabled: true } : {}), ...(filter === null ? {} : { filter }) }
    return Object.keys(facts).length === 0
      ? []
      : (trigger.channels ?? [null]).map(channel => declaredBus({ resource, name: `${resource.id} ${name}`, bus, channel, facts, span }, at))
  })
}

interface BusDeclaration {
  resource: Resource
  name?: string
  bus: MessageBus
  channel: string | null
  facts: Readonly<Record<string, unknown>>
  span: Span
}

const declaredBus = ({ resource, name, bus, channel, facts, span }: BusDeclaration, at: Declaring): BehavioralSummary =>
  declared(
    {
      resource,
      ...(name === undefined ? {} : { name }),
      binding: messageBusBinding({ messageBus: bus, channel }, { recognition }),
      partial: channel === null,
      places: { '/identity/boundaryBinding/semantics/channel': span },
      metadata: { messageBus: facts },
    },
    at,
  )
