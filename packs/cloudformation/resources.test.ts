/** Acceptance of the cloudformation reader: routes, channels and tables. */
import { checkSummaries } from '@suss/core/check'
import { type BehavioralSummary, httpTransition, storageFacts } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { run } from '../testing/run.js'
import reader from './reader.js'

const read = (text: string, sources = ['app.ts']): BehavioralSummary[] => reader.read([{ path: 'template.yaml', text }], { sources }).summaries
const of = (found: readonly BehavioralSummary[], name: string): BehavioralSummary[] => found.filter(s => s.identity.boundaryBinding?.semantics.name === name)
const sam = 'Transform: AWS::Serverless-2016-10-31\nResources:\n'
const fn = (events: string, runtime = 'nodejs20.x', id = 'F', handler = 'app.handler'): string =>
  `  ${id}:\n    Type: AWS::Serverless::Function\n    Properties:\n      CodeUri: .\n      Handler: ${handler}\n      Runtime: ${runtime}\n      Events:\n${events.replace(/^(?=.)/gm, '        ')}\n`

function channels(found: readonly BehavioralSummary[]): string[] {
  return of(found, 'message-bus').map(({ identity, metadata }) => {
    const semantics = identity.boundaryBinding?.semantics
    return semantics?.name === 'message-bus' ? `${semantics.messageBus} ${semantics.channel} ${JSON.stringify(metadata?.['messageBus'])}` : ''
  })
}

test('queues, topics and streams, by the names they state', () => {
  const found = read(`${sam}  A: { Type: AWS::SQS::Queue }
  B: { Type: AWS::SQS::Queue, Properties: { QueueName: !Sub "\${Stage}-jobs.fifo", FifoQueue: true } }
  C: { Type: AWS::SNS::Topic, Properties: { TopicName: news } }
  D: { Type: AWS::Kinesis::Stream, Properties: { Name: clicks } }
  E: { Type: AWS::SQS::Queue, Condition: Prod, Properties: { QueueName: !Sub "\${!x}" } }
`)
  expect(channels(found)).toEqual(['aws_sqs A {}', 'aws_sqs {Stage}-jobs.fifo {"fifo":true}', 'aws.sns news {}', 'aws_kinesis clicks {}', 'aws_sqs null {}'])
  expect(found.at(-1)).toMatchObject({ confidence: { level: 'medium' }, metadata: { conditional: 'Prod' } })
  expect(found[0]).toMatchObject({ kind: 'library', location: { file: 'template.yaml', range: { start: 3, end: 3 } }, metadata: { places: { '/identity/boundaryBinding/semantics/channel': { line: 3, column: 2 } } } })
})

test('an empty name is what the deployment decides', () => {
  const found = read(`${sam}  A: { Type: AWS::SQS::Queue, Properties: { QueueName: "" } }\n${fn('Jobs: { Type: SQS, Properties: { Queue: "", Enabled: false } }')}`)
  expect(channels(found)).toEqual(['aws_sqs A {}', 'aws_sqs null {"disabled":true}'])
})

test('packs/V16 a name under a condition is two values', () => {
  expect(channels(read(`${sam}  Q: { Type: AWS::SQS::Queue, Properties: { QueueName: !If [Prod, a, b] } }\n`))).toEqual(['aws_sqs a {}', 'aws_sqs b {}'])
})

test('subscriptions that are switched off, and those a pattern decides', () => {
  const found = read(
    `${sam}${fn('Jobs: { Type: SQS, Properties: { Queue: "arn:aws:sqs:eu-west-1:1:jobs", Enabled: false } }\nOn: { Type: SQS, Properties: { Queue: "arn:aws:sqs:eu-west-1:1:on" } }\nAny: { Type: EventBridgeRule, Properties: { Pattern: { source: [shop] } } }\nOff: { Type: EventBridgeRule, Properties: { State: DISABLED, Pattern: { detail-type: [paid] } } }')}`,
  )
  expect(channels(found)).toEqual(['aws_sqs jobs {"disabled":true}', 'eventbridge null {"filter":"detail-type"}', 'eventbridge default#paid {"disabled":true}'])
})

test('tables: keys and indexes refuse other queries, the attributes are no whole list', () => {
  const found = of(
    read(`${sam}  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "\${Stage}-orders"
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }, { AttributeName: day, AttributeType: S }, { AttributeName: user, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }, { AttributeName: day, KeyType: RANGE }]
      GlobalSecondaryIndexes: [{ IndexName: byUser, KeySchema: [{ AttributeName: user, KeyType: HASH }] }]
  Simple: { Type: AWS::Serverless::SimpleTable, Properties: { PrimaryKey: { Name: key, Type: String } } }
`),
    'storage',
  )
  expect(found.map(s => [s.identity.boundaryBinding?.semantics, storageFacts(s)])).toMatchObject([
    [{ storageSystem: 'aws.dynamodb', scope: 'default', container: '{Stage}-orders', accessPath: null }, { fieldSet: 'partial', identifies: ['id', 'day'], fields: { id: {}, day: {}, user: {} } }],
    [{ container: '{Stage}-orders', accessPath: 'byUser' }, { identifies: ['user'] }],
    [{ container: 'Simple', accessPath: null }, { fieldSet: 'partial', identifies: ['key'], fields: { key: {} } }],
  ])
  expect(found[0]?.metadata?.['places']).toMatchObject({ '/metadata/storage/fields/day': { line: 7 } })
})

test('routes, with what the platform answers: uncertain, one transition per status', () => {
  const found = of(
    read(`Transform: AWS::Serverless-2016-10-31\nGlobals: { Api: { Auth: { DefaultAuthorizer: Own } } }\nResources:\n${fn('A: { Type: Api, Properties: { Path: /a, Method: post, Auth: { ApiKeyRequired: true }, RequestModel: { Model: M } } }\nB: { Type: HttpApi, Properties: { Path: /b, Method: get } }')}`),
    'rest',
  )
  expect(found.map(s => [s.kind, s.location.range.start, s.identity.boundaryBinding?.semantics])).toMatchObject([
    ['handler', 4, { method: 'POST', path: '/a' }],
    ['handler', 4, { method: 'GET', path: '/b' }],
  ])
  const answers = found.map(s => s.transitions.map(t => [t.output.type === 'response' && t.output.statusCode?.type === 'literal' ? t.output.statusCode.value : null, t.metadata?.['causes']]))
  expect(answers).toEqual([
    [
      [400, ['aws:apigateway:validator']],
      [401, ['aws:apigateway:authorizer']],
      [403, ['aws:apigateway:authorizer', 'aws:apigateway:apiKey']],
      [413, ['aws:apigateway:payloadSize']],
      [429, ['aws:apigateway:throttle']],
      [502, ['aws:apigateway:integrationError']],
      [504, ['aws:apigateway:integrationTimeout']],
    ],
    [
      [413, ['aws:apigatewayv2:payloadSize']],
      [429, ['aws:apigatewayv2:throttle']],
      [503, ['aws:apigatewayv2:integrationTimeout']],
    ],
  ])
  expect(found.every(s => s.transitions.every(t => httpTransition(t).uncertain === true))).toBe(true)
})

test('operations of an OpenAPI document in the template, beside it and included', () => {
  const paths = (id: string) =>
    `paths:\n  /o/{id}:\n    get:\n      security: [{ own: [] }]\n      x-amazon-apigateway-integration:\n        uri: { "Fn::Sub": "arn:aws:apigateway:x:lambda:path/2015-03-31/functions/\${${id}.Arn}/invocations" }\n    parameters: []\n`
  const template = (properties: string) => `${sam}${fn('')}  Api:\n    Type: AWS::Serverless::Api\n    Properties: { StageName: v1, ${properties} }\n`
  const inside = template(`DefinitionBody: ${JSON.stringify({ paths: { '/o/{id}': { get: { security: [{ own: [] }], 'x-amazon-apigateway-integration': { uri: { 'Fn::Sub': 'arn:x:functions/${F.Arn}/invocations' } } } } } })}`)
  const routes = (found: readonly BehavioralSummary[]) => of(found, 'rest').map(s => [s.location.file, s.identity.boundaryBinding?.semantics, s.transitions.map(t => t.output.type === 'response' && t.output.statusCode?.type === 'literal' && t.output.statusCode.value)])
  const expected = [{ method: 'GET', path: '/o/{id}' }, [401, 403, 413, 429, 502, 504]]
  expect(routes(read(inside))).toMatchObject([['template.yaml', ...expected]])
  const beside = (properties: string) =>
    reader.read([{ path: 'template.yaml', text: template(properties) }, { path: 'api/spec.yaml', text: paths('F') }], { sources: ['app.ts'] }).summaries
  expect(routes(beside('DefinitionUri: api/spec.yaml'))).toMatchObject([['api/spec.yaml', ...expected]])
  expect(routes(beside('DefinitionBody: { "Fn::Transform": { Name: AWS::Include, Parameters: { Location: ./api/spec.yaml } } }'))).toMatchObject([['api/spec.yaml', ...expected]])
})

const checked = (texts: Readonly<Record<string, string>>) => {
  const report = checkSummaries({ summaries: run(texts, [reader]).summaries, config: {}, medium: 'check' })
  return { lines: report.findings.map(f => `${f.severity} ${f.kind}.${f.form} ${f.boundaryKey}`), pairs: report.pairs.map(p => p.boundaryKey) }
}

const handler = 'export const handler = async () => ({ statusCode: 200, body: JSON.stringify({ a: 1 }) })\n'

test('a client is held against the handler, not against the template', () => {
  const texts = {
    'template.yaml': `${sam}${fn('A: { Type: Api, Properties: { Path: /a, Method: get } }')}`,
    'app.ts': handler,
    'client.ts': 'export async function load() {\n  const r = await fetch("http://localhost/a")\n  if (!r.ok) throw new Error()\n  return (await r.json()).b\n}\nload()',
  }
  expect(checked(texts)).toMatchObject({ lines: ['error misreadProviderResponse.field GET /a'] })
})

test('a route of a function that is not read may serve anything under it, and is no missing operation', () => {
  const texts = {
    'template.yaml': `${sam}${fn('A: { Type: Api, Properties: { Path: /a, Method: get } }')}${fn('B: { Type: Api, Properties: { Path: /py, Method: get } }', 'python3.12', 'P', 'main.handler')}`,
    'app.ts': handler,
    'client.ts': 'export async function load() {\n  const r = await fetch("http://localhost/py", { method: "POST" })\n  return r.ok\n}\nload()',
  }
  expect(checked(texts).lines).toEqual([])
})
