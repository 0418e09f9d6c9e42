/** Acceptance of message buses: checking K121 to K126, K133. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Effect, InteractionOf, MessageBus, TypeShape, Transition } from '../ir/index.js'
import { at, client, transition, unit, type UnitOptions } from './testing/summaries.js'
import { check, lines } from './testing/run.js'
import { rec, text } from './testing/shapes.js'

const bus = (channel: string | null, messageBus: MessageBus = 'nats') => ({ name: 'message-bus' as const, messageBus, channel })

const effect = (semantics: ReturnType<typeof bus>, interaction: InteractionOf<'message-send'> | InteractionOf<'message-receive'>, line: number): Effect => ({
  type: 'interaction',
  binding: { transport: semantics.messageBus, semantics, recognition: 'test' },
  interaction,
  place: at(line),
})

const withEffects = (effects: readonly Effect[], id = 't'): Transition => ({ ...transition(id, { type: 'return', value: null }), effects: [...effects] })

interface Sent {
  messageBus?: MessageBus
  body?: TypeShape
  name?: string
}

const send = (channel: string | null, { messageBus, body, name = `send ${channel}` }: Sent = {}, options: UnitOptions = {}): BehavioralSummary =>
  unit('library', name, null, [withEffects([effect(bus(channel, messageBus), { class: 'message-send', ...(body ? { body } : {}) }, 3)])], options)

const handler = (channel: string | null, messageBus: MessageBus = 'nats', reads?: TypeShape, effects: readonly Effect[] = []): BehavioralSummary =>
  unit('consumer', `on ${channel}`, bus(channel, messageBus), [
    withEffects([...(reads ? [effect(bus(null, messageBus), { class: 'message-receive', body: reads }, 4)] : []), ...effects]),
  ])

const declared = (channel: string | null, messageBus: MessageBus = 'nats', facts: object = {}): BehavioralSummary =>
  unit('library', `queue ${channel}`, bus(channel, messageBus), [], { source: 'derived', metadata: { messageBus: facts } })

const pairsOf = (summaries: readonly BehavioralSummary[]): string[] =>
  check(summaries).pairs.map(({ provider, consumer }) => `${provider.split('::')[1]} < ${consumer.split('::')[1]}`)

const producer = 'W messageBusProducerOrphan.channel'
const consumer = 'W messageBusConsumerOrphan.channel'
const orphan = 'I lowConfidence.orphan'

test('checking/K121 a send and a handler of other names', () => {
  expect(lines([send('a.b'), handler('a_b')])).toEqual([consumer, producer])
  const report = check([send('a.b'), handler('a_b')])
  expect(report.unmatched.consumers).toEqual([{ summary: 'src/on-a_b.ts::on a_b', boundaryKey: 'bus:nats a_b', reason: 'channelUnanswered' }])
  expect(report.findings.map(({ site, boundaryKey }) => [site.file, site.lines.start, boundaryKey])).toEqual([
    ['src/send-a-b.ts', 3, 'bus:nats a.b'],
    ['src/on-a_b.ts', 1, 'bus:nats a_b'],
  ])
})

test('checking/K121 a name that is known at run time only', () => {
  const summaries = [send('{Q}'), handler('a_b'), declared('c')]
  expect(lines(summaries)).toEqual([orphan])
  expect(check(summaries).findings[0]?.consumer.summary).toBe('src/on-a_b.ts::on a_b')
  expect(check(summaries).runtimeNamed).toEqual([{ summary: 'src/send-Q-.ts::send {Q}', boundaryKey: 'bus:nats {Q}', reason: 'nameUnread', field: 'channel' }])
})

test('checking/K122 a handler whose channel is not read', () => {
  const report = check([send('a.b'), handler('a_b'), handler(null)])
  expect(report.findings.map(({ kind, consumer: { summary } }) => [kind, summary.split('::')[1]])).toEqual([
    ['messageBusConsumerOrphan', 'on a_b'],
    ['lowConfidence', 'send a.b'],
  ])
  expect(lines([send('a.b'), handler('a_b'), handler(null, 'kafka')])).toEqual([consumer, producer])
})

test('checking/K123 names with holes', () => {
  expect(pairsOf([send('jobs-{n}', { messageBus: 'bullmq' }), handler('jobs-{i}', 'bullmq')])).toEqual(['on jobs-{i} < send jobs-{n}'])
  expect(lines([send('a#b', { messageBus: 'bullmq' }), handler('b', 'bullmq')])).toEqual([consumer, producer])
})

test('checking/K124 the bus in front of a subject of EventBridge', () => {
  const events = (sent: string, handled: string): string[] => pairsOf([send(sent, { messageBus: 'eventbridge' }), handler(handled, 'eventbridge')])
  expect(events('default#o.p', 'o.p')).toEqual(['on o.p < send default#o.p'])
  expect(events('s#o.p', 'd#o.p')).toEqual([])
})

test('a name that several patterns fit', () => {
  expect(pairsOf([send('prod-orders-blue'), handler('{E}-orders-blue'), handler('{E}-blue')])).toEqual(['on {E}-orders-blue < send prod-orders-blue'])
  const tie = [send('prod-orders-blue'), handler('{E}-orders-blue'), handler('prod-orders-{C}')]
  expect(pairsOf(tie)).toEqual([])
  expect(lines(tie)).toEqual(['W ambiguousProvider.message'])
})

test('checking/K125 fields that no sender sets', () => {
  const reads = rec({ total: { type: 'unknown' } })
  const message = 'W boundaryFieldUnknown.message total'
  expect(lines([send('a', { body: rec({ amount: text }) }), handler('a', 'nats', reads)])).toEqual([message])
  expect(lines([send('a', { body: rec({ amount: text }) }), send('a', { name: 'other', body: rec({ total: text }) }), handler('a', 'nats', reads)])).toEqual([])
  expect(lines([send('a', { body: rec({ amount: text }) }), send('a', { name: 'other' }), handler('a', 'nats', reads)])).toEqual([])
  expect(lines([send('a', { body: rec({ amount: text }) }), send('a', { name: 'other', body: { type: 'record', properties: {}, spreads: [{ sourceText: 'x' }] } }), handler('a', 'nats', reads)])).toEqual([])
  expect(lines([send('a', { body: rec({ amount: text }) }), send('{Q}'), handler('a', 'nats', reads)])).toEqual([])
  expect(lines([handler('a', 'nats', reads)])).toEqual([consumer])
  const optional = rec({ total: { type: 'union', variants: [{ type: 'unknown' }, { type: 'undefined' }] } })
  expect(lines([send('a', { body: rec({ amount: text }) }), handler('a', 'nats', optional)])).toEqual([])
})

const post = (method: string, headers: Record<string, TypeShape>, complete = true): BehavioralSummary[] => {
  const call: Effect = {
    type: 'interaction',
    callee: 'fetch',
    binding: { transport: 'http', semantics: { name: 'rest', method, path: '/pay', host: 'pay.io' }, recognition: 'test' },
    interaction: { class: 'service-call', method },
    place: at(7),
  }
  const request = { body: { kind: 'absent' as const }, query: { values: {}, complete: true }, header: { values: headers, complete } }
  return [
    handler('q', 'aws_sqs', undefined, [call]),
    client(`${method} /pay`, [{}], { host: 'pay.io', file: 'src/on-q.ts', http: { call: at(7), request } }),
    send('q', { messageBus: 'aws_sqs' }),
  ]
}

test('checking/K126 a post that a repeated message repeats', () => {
  const queue = declared('q', 'aws_sqs')
  expect(lines([...post('POST', {}), queue])).toEqual(['W repeatUnsafeConsumer.post'])
  expect(lines([...post('POST', { 'Idempotency-Key': text }), queue])).toEqual([])
  expect(lines([...post('POST', {}, false), queue])).toEqual([])
  expect(lines([...post('POST', {}), declared('q', 'aws_sqs', { fifo: true })])).toEqual([])
  expect(lines([...post('PUT', {}), queue])).toEqual([])
  expect(lines(post('POST', {}))).toEqual([])
})

test('checking/K133 channels that are declared only, and subscriptions that are off', () => {
  expect(lines([declared('q', 'aws_sqs')])).toEqual(['W messageBusUnused.channel'])
  expect(lines([declared('q', 'aws_sqs'), send('q', { messageBus: 'aws_sqs' })])).toEqual([])
  expect(lines([declared('q', 'aws_sqs'), handler('q', 'aws_sqs'), send('q', { messageBus: 'aws_sqs' })])).toEqual([])
  expect(lines([declared('q', 'aws_sqs', { disabled: true }), send('q', { messageBus: 'aws_sqs' })])).toEqual(['I messageBusConsumerDisabled.subscription', producer])
  const off = { ...declared('q', 'aws_sqs', { disabled: true }), identity: { ...declared('q', 'aws_sqs').identity, id: 'other' } }
  expect(lines([declared('q', 'aws_sqs'), off])).toEqual(['I messageBusConsumerDisabled.subscription'])
  expect(lines([declared(null, 'aws.sns', { filter: 'kind' })])).toEqual(['I unsupportedSemantics.filter'])
})

test('what the platform sends is no orphan, and test code sends nothing', () => {
  expect(lines([handler('uploads', 's3'), handler('0 * * * *', 'cloudflare-cron')])).toEqual([])
  expect(lines([send('a', {}, { metadata: { testCode: true } })])).toEqual([])
})

test('a handler and a send that may go over several buses', () => {
  const on = (messageBus: MessageBus): BehavioralSummary => ({ ...handler('a', messageBus), identity: { ...handler('a', messageBus).identity, id: `a#${messageBus}` } })
  expect(lines([on('nats'), on('kafka'), send('a', { messageBus: 'kafka' })])).toEqual([])
  expect(lines([on('nats'), on('kafka')])).toEqual([consumer])
  const both = unit('library', 'send', null, [withEffects([effect(bus('a', 'nats'), { class: 'message-send' }, 3), effect(bus('a', 'kafka'), { class: 'message-send' }, 3)])])
  expect(lines([both])).toEqual([producer])
  expect(lines([both, handler('a', 'kafka')])).toEqual([])
})

test('a send of a guard that several routes and units hold is said once', () => {
  const sending = [effect(bus('a'), { class: 'message-send' }, 3)]
  const guard = (id: string): BehavioralSummary => unit('middleware', 'guard', null, [withEffects(sending)], { id, file: 'src/guard.ts' })
  const copied = withEffects(sending, 'copied')
  const route = unit('handler', 'GET /x', { name: 'rest', method: 'GET', path: '/x' }, [{ ...copied, metadata: { wrappers: { from: 'guard#1' } } }])
  const { findings } = check([guard('guard#1'), guard('guard#2'), route])
  expect(findings.map(({ kind, site }) => `${kind} ${site.file}`)).toEqual(['messageBusProducerOrphan src/guard.ts'])
})

test('one send on several paths is said once', () => {
  const sending = [effect(bus('a'), { class: 'message-send' }, 3)]
  const both = unit('library', 'send', null, [withEffects(sending, 't1'), withEffects(sending, 't2')])
  expect(lines([both])).toEqual([producer])
})

test('a technology whose sends are not read yet', () => {
  expect(lines([handler('clicks', 'aws_kinesis')])).toEqual([])
  expect(lines([handler('clicks', 'aws_kinesis'), send('other', { messageBus: 'aws_kinesis' })])).toEqual([consumer, producer])
  expect(lines([handler('clicks', 'aws_sqs')])).toEqual([consumer])
})
