/** Calls of deployed units, metrics and streams: checking K132, K135, K136. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Effect } from '../ir/index.js'
import { groundNames } from '../pair/ground-names.js'
import { openRuntimes } from '../pair/runtimes.js'
import { toUnit } from '../pair/unit.js'
import { check, lines, pairs } from './testing/run.js'
import { configRead, doing, runtime, unit } from './testing/summaries.js'

const declared = (instanceName: string): BehavioralSummary =>
  unit('library', instanceName, { name: 'unit-invocation', deploymentTarget: 'lambda', instanceName }, [], { source: 'derived', file: 'template.yaml' })
const invoking = (instanceName: string | null): BehavioralSummary =>
  doing('send', [
    {
      type: 'interaction',
      binding: { transport: 'lambda', semantics: { name: 'unit-invocation', deploymentTarget: 'lambda', instanceName }, recognition: 'test' },
      interaction: { class: 'unit-invoke' },
    },
    configRead('TARGET'),
  ])

test('checking/K135 a unit of another name, none at all', () => {
  expect(lines([declared('Mailer'), invoking('Mail')])).toEqual(['W unitInvocationTargetUnknown.target'])
  expect(check([declared('Mailer'), invoking('Mail')]).findings[0]?.description).toBe('send invokes unit:lambda Mail, which nothing in the run declares')
  expect(lines([invoking('Mail')])).toEqual([])
})

test('a unit by its name, by its ARN, by the environment', () => {
  expect(pairs([declared('Mailer'), invoking('Mailer')])).toEqual(['unit:lambda Mailer'])
  expect(pairs([declared('Mailer'), invoking('arn:aws:lambda:eu-west-1:1:function:Mailer')])).toEqual(['unit:lambda Mailer'])
  const web = runtime('Web', { variables: { TARGET: { value: 'Mailer' } }, codeScope: ['src'] })
  expect(pairs([declared('Mailer'), web, invoking('{TARGET}')])).toEqual(['config:lambda Web', 'unit:lambda Mailer'])
  expect(lines([declared('Mailer'), invoking('{TARGET}'), invoking(null)])).toEqual([])
})

test('a declared name with a part that the deployment decides', () => {
  expect(lines([declared('{Stage}-mail'), invoking('prod-mail')])).toEqual([])
  expect(lines([declared('{Stage}-mail'), invoking('prod-post')])).toEqual(['W unitInvocationTargetUnknown.target'])
})

test.each([
  ['https://sqs.eu-west-1.amazonaws.com/123/orders', 'orders'],
  ['arn:aws:sns:eu-west-1:1:news', 'news'],
  ['https://sqs.{AWS::Region}.amazonaws.com/1/{Stage}-orders', '{Stage}-orders'],
  ['https://sqs.eu-west-1.amazonaws.com/123/orders-{Stage}', 'orders-{Stage}'],
  ['orders', 'orders'],
])('a channel in a variable that holds %s is %s', (value, channel) => {
  const sending = doing('send', [
    {
      type: 'interaction',
      binding: { transport: 'aws_sqs', semantics: { name: 'message-bus', messageBus: 'aws_sqs', channel: '{Q}' }, recognition: 'test' },
      interaction: { class: 'message-send' },
    },
  ])
  const units = [runtime('Web', { variables: { Q: { value } }, codeScope: ['src'] }), sending].map(toUnit)
  const [, grounded] = groundNames(units, openRuntimes(units))
  expect(grounded?.summary.transitions[0]?.effects[0]).toMatchObject({ binding: { semantics: { channel } } })
})

test('checking/K136 a histogram against one number, and with a reducer', () => {
  const metric = (name: string, facts: Record<string, unknown>): BehavioralSummary =>
    unit('library', name, { name: 'metric', metricSystem: 'prometheus', metricType: 'latency' }, [], { source: 'derived', metadata: { metric: facts } })
  const alert = (facts: Record<string, unknown>): BehavioralSummary => metric('alert', { comparesWith: 'number', ...facts })
  const histogram = metric('latency', { form: 'histogram' })
  expect(lines([histogram, alert({})])).toEqual(['E boundaryShapeMismatch.metric'])
  expect(lines([histogram, alert({ reducer: 'p99' })])).toEqual([])
  expect(lines([metric('latency', { form: 'gauge' }), alert({})])).toEqual([])
  expect(lines([histogram, metric('other', {}), alert({})])).toEqual([])
})

test('checking/K132 two that write to standard output', () => {
  const write: Effect = {
    type: 'interaction',
    binding: { transport: 'os', semantics: { name: 'io', target: 'stdout' }, recognition: 'test' },
    interaction: { class: 'stream-write', payload: null, serialized: 'text' },
  }
  const writers = ['a', 'b'].map(name => unit('library', name, { name: 'io', target: 'stdout' }, []))
  const report = check([...writers, doing('c', [write])])
  expect(report.pairs).toEqual([])
  expect(report.findings).toEqual([])
})
