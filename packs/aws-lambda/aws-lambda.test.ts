/** Acceptance of the aws-lambda pack: handlers that templates name. */
import { type BehavioralSummary, wrapperFacts } from '@suss/core/ir'
import { expect, test } from 'vitest'
import reader from '../cloudformation/reader.js'
import { run, summariesOf } from '../testing/run.js'

const fn = (id: string, handler: string, more = ''): string =>
  `  ${id}:\n    Type: AWS::Serverless::Function\n    Properties:\n      CodeUri: .\n      Handler: ${handler}\n      Runtime: nodejs20.x\n${more.replace(/^(?=.)/gm, '      ')}\n`
const sam = (...functions: string[]): string => `Transform: AWS::Serverless-2016-10-31\nResources:\n${functions.join('')}`

const keyOf = ({ identity }: BehavioralSummary): string => {
  const semantics = identity.boundaryBinding?.semantics
  switch (semantics?.name) {
    case 'rest': return `${semantics.method} ${semantics.path}`
    case 'message-bus': return `${semantics.messageBus} ${semantics.channel}`
    case 'unit-invocation': return `invoke ${semantics.instanceName}`
    default: return semantics?.name ?? 'none'
  }
}
const own = (summaries: readonly BehavioralSummary[]): BehavioralSummary[] =>
  summaries.filter(s => s.identity.boundaryBinding?.recognition === '@suss/packs/aws-lambda')
const lines = (summaries: readonly BehavioralSummary[]): string[] =>
  own(summaries).map(s => `${s.kind} ${keyOf(s)} in ${s.location.file} by ${s.identity.deployableUnit?.instanceName}`).sort()

const ok = 'export const handler = async () => ({ statusCode: 200, body: JSON.stringify({ a: 1 }) })\n'

test('packs/V12 a handler that an event of SAM routes to', () => {
  const template = sam(fn('Orders', 'src/app.handler', 'Events:\n  Get: { Type: HttpApi, Properties: { Path: /o, Method: get } }'))
  const found = own(summariesOf({ 'template.yaml': template, 'src/app.ts': ok }))
  expect(found).toMatchObject([
    {
      kind: 'handler',
      identity: {
        name: 'handler',
        deployableUnit: { deploymentTarget: 'lambda', instanceName: 'Orders' },
        boundaryBinding: { transport: 'http', semantics: { name: 'rest', method: 'GET', path: '/o' } },
      },
    },
  ])
})

test('packs/V13 what is answered is the text of a value', () => {
  const code = `export const handler = async (event: { q?: string }) => {
  if (!event.q) return { statusCode: 400, body: JSON.stringify({ message: 'q' }) }
  return { statusCode: 200, headers: { a: 'b' }, body: JSON.stringify({ id: 1, name: event.q }) }
}`
  const template = sam(fn('F', 'app.handler', 'Events:\n  Get: { Type: Api, Properties: { Path: /o, Method: get } }'))
  const [found] = own(summariesOf({ 'template.yaml': template, 'app.ts': code }))
  expect(found?.transitions.map(({ output }) => output)).toMatchObject([
    { type: 'response', statusCode: { value: 400 }, body: { type: 'record', properties: { message: {} } } },
    { type: 'response', statusCode: { value: 200 }, body: { type: 'record', properties: { id: {}, name: {} } } },
  ])
  expect(found?.gaps).toEqual([])
})

test('packs/V14 a change of the template alone changes the units', () => {
  const texts = (path: string) => ({ 'template.yaml': sam(fn('F', 'app.handler', `Events:\n  Get: { Type: Api, Properties: { Path: ${path}, Method: get } }`)), 'app.ts': ok })
  expect(lines(summariesOf(texts('/a')))).toEqual(['handler GET /a in app.ts by F'])
  expect(lines(summariesOf(texts('/b')))).toEqual(['handler GET /b in app.ts by F'])
})

test('every event of a function is a boundary of its own, and every function of a handler', () => {
  const template = `${sam(
    fn('A', 'app.handler', 'Events:\n  One: { Type: Api, Properties: { Path: /a, Method: get } }\n  Two: { Type: Api, Properties: { Path: /b, Method: any } }\n  Jobs: { Type: SQS, Properties: { Queue: !GetAtt Jobs.Arn } }\n  News: { Type: SNS, Properties: { Topic: !Ref News } }\n  Daily: { Type: Schedule, Properties: { Schedule: rate(1 day) } }\n  Paid: { Type: EventBridgeRule, Properties: { EventBusName: shop, Pattern: { source: [s], detail-type: [order.paid, order.sent] } } }\n  Any: { Type: EventBridgeRule, Properties: { Pattern: { source: [s] } } }'),
    fn('B', 'app.handler'),
  )}  Jobs: { Type: AWS::SQS::Queue, Properties: { QueueName: jobs } }\n  News: { Type: AWS::SNS::Topic }\n`
  expect(lines(summariesOf({ 'template.yaml': template, 'app.ts': ok }))).toEqual([
    'consumer aws.sns News in app.ts by A',
    'consumer aws_sqs jobs in app.ts by A',
    'consumer eventbridge null in app.ts by A',
    'consumer eventbridge shop#order.paid in app.ts by A',
    'consumer eventbridge shop#order.sent in app.ts by A',
    'handler * /b in app.ts by A',
    'handler GET /a in app.ts by A',
    'worker invoke A in app.ts by A',
    'worker invoke B in app.ts by B',
  ])
})

test('plain CloudFormation: mappings, subscriptions, rules, REST and HTTP APIs', () => {
  const template = `Resources:
  F: { Type: AWS::Lambda::Function, Properties: { Code: src, Handler: app.handler, Runtime: nodejs20.x } }
  Jobs: { Type: AWS::SQS::Queue }
  Map: { Type: AWS::Lambda::EventSourceMapping, Properties: { FunctionName: !Ref F, EventSourceArn: !GetAtt Jobs.Arn } }
  Sub: { Type: AWS::SNS::Subscription, Properties: { Protocol: lambda, TopicArn: "arn:aws:sns:eu-west-1:1:news", Endpoint: !GetAtt F.Arn } }
  Rule: { Type: AWS::Events::Rule, Properties: { ScheduleExpression: rate(1 day), Targets: [{ Arn: !GetAtt F.Arn, Id: x }] } }
  Api: { Type: AWS::ApiGateway::RestApi, Properties: { Name: x } }
  Orders: { Type: AWS::ApiGateway::Resource, Properties: { RestApiId: !Ref Api, ParentId: !GetAtt Api.RootResourceId, PathPart: orders } }
  One: { Type: AWS::ApiGateway::Resource, Properties: { RestApiId: !Ref Api, ParentId: !Ref Orders, PathPart: "{id}" } }
  Get: { Type: AWS::ApiGateway::Method, Properties: { HttpMethod: GET, ResourceId: !Ref One, RestApiId: !Ref Api, Integration: { Uri: !Sub "arn:aws:apigateway:x:lambda:path/2015-03-31/functions/\${F.Arn}/invocations" } } }
  Http: { Type: AWS::ApiGatewayV2::Integration, Properties: { IntegrationUri: !GetAtt F.Arn } }
  Route: { Type: AWS::ApiGatewayV2::Route, Properties: { RouteKey: POST /h, Target: !Join ["/", [integrations, !Ref Http]] } }
`
  expect(lines(summariesOf({ 'template.yaml': template, 'src/app.ts': ok }))).toEqual([
    'consumer aws.sns news in src/app.ts by F',
    'consumer aws_sqs Jobs in src/app.ts by F',
    'handler GET /orders/{id} in src/app.ts by F',
    'handler POST /h in src/app.ts by F',
    'worker invoke F in src/app.ts by F',
  ])
})

test('an API that makes its own answer of what the function gives invokes it', () => {
  const template = `Resources:
  F: { Type: AWS::Lambda::Function, Properties: { Code: ., Handler: app.handler, Runtime: nodejs20.x } }
  Api: { Type: AWS::ApiGateway::RestApi, Properties: { Name: x } }
  Get: { Type: AWS::ApiGateway::Method, Properties: { HttpMethod: GET, ResourceId: !GetAtt Api.RootResourceId, Integration: { Type: AWS, Uri: !Sub "x/\${F.Arn}/invocations" } } }
`
  expect(lines(summariesOf({ 'template.yaml': template, 'app.ts': ok }))).toEqual(['worker invoke F in app.ts by F'])
  expect(lines(summariesOf({ 'template.yaml': template.replace('Type: AWS, Uri', 'Type: AWS_PROXY, Uri'), 'app.ts': ok }))).toEqual(['handler GET / in app.ts by F'])
})

test('packs/V16 a queue under a condition is two channels', () => {
  const template = `${sam(fn('F', 'app.handler', 'Events:\n  Jobs: { Type: SQS, Properties: { Queue: !GetAtt Jobs.Arn } }'))}  Jobs: { Type: AWS::SQS::Queue, Properties: { QueueName: !If [Prod, a, b] } }\n`
  expect(lines(summariesOf({ 'template.yaml': template, 'app.ts': ok }))).toEqual(['consumer aws_sqs a in app.ts by F', 'consumer aws_sqs b in app.ts by F'])
})

test('a handler no template names is none, types or not; without templates its type tells', () => {
  const typed = `import type { APIGatewayProxyHandler } from 'aws-lambda'\nexport const handler: APIGatewayProxyHandler = async () => ({ statusCode: 200, body: '' })\n`
  expect(lines(summariesOf({ 'template.yaml': sam(fn('F', 'other.handler')), 'app.ts': typed, 'other.ts': ok }))).toEqual(['worker invoke F in other.ts by F'])
  expect(lines(summariesOf({ 'app.ts': typed }))).toEqual(['handler null null in app.ts by undefined'])
})

test('a function of a name that is given, and one that is not', () => {
  const code = `import { InvokeCommand } from '@aws-sdk/client-lambda'
const mailer = process.env.MAILER
export const handler = async (client: any, name: string) => {
  await client.send(new InvokeCommand({ FunctionName: 'Mail' }))
  await client.send(new InvokeCommand({ FunctionName: mailer }))
  await client.send(new InvokeCommand({ FunctionName: process.env.OTHER ?? 'x' }))
  await client.send(new InvokeCommand({ FunctionName: pick() }))
}`
  const effects = summariesOf({ 'template.yaml': sam(fn('F', 'app.handler')), 'app.ts': code }).flatMap(s => s.transitions.flatMap(t => t.effects))
  expect(
    effects.flatMap(e => (e.type === 'interaction' && e.binding.semantics.name === 'unit-invocation' ? [e.binding.semantics.instanceName] : [])),
  ).toEqual(['Mail', '{MAILER}', '{OTHER}', null])
})

test.each([
  'middy(own)',
  'middy(own).use(parser()).use(errors())',
  'middy().use(parser()).handler(own)',
])('%s runs the function, and what stands around it is not read', expression => {
  const code = `import middy from '@middy/core'\nimport { parser, errors } from './around.js'\nconst own = async () => ({ statusCode: 200, body: '{}' })\nexport const handler = ${expression}`
  const template = sam(fn('F', 'app.handler', 'Events:\n  Get: { Type: Api, Properties: { Path: /o, Method: get } }'))
  const [found] = own(summariesOf({ 'template.yaml': template, 'app.ts': code, 'around.ts': 'export const parser = () => ({})\nexport const errors = () => ({})' }))
  expect(found?.transitions.map(({ output }) => output)).toMatchObject([{ type: 'response', statusCode: { value: 200 } }])
  expect(found && wrapperFacts(found).refs).toMatchObject([
    { role: 'before', summary: null, rewritesBody: true },
    { role: 'onThrow', summary: null, rewritesBody: true },
  ])
})

test('the reader and the pack name one unit alike', () => {
  const texts = { 'a/template.yaml': sam(fn('F', 'app.handler')), 'b/template.yaml': sam(fn('F', 'app.handler')), 'a/app.ts': ok, 'b/app.ts': ok }
  const { summaries } = run(texts, [reader])
  const names = (of: readonly (string | null | undefined)[]) => [...new Set(of)].sort()
  expect(names(own(summaries).map(s => s.identity.deployableUnit?.instanceName))).toEqual(['a/F', 'b/F'])
  expect(
    names(summaries.flatMap(({ identity: { boundaryBinding: b } }) => (b?.semantics.name === 'runtime-config' ? [b.semantics.instanceName] : []))),
  ).toEqual(['a/F', 'b/F'])
})
