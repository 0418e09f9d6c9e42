/** Calls of deployed units, metrics and streams: checking K132, K135, K136. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Effect } from '../ir/index.js'
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
