/** AWS Lambda: handlers that templates name, what they answer, and functions that invoke others. */
import type { BoundaryBinding } from '@suss/core/ir'
import { messageBusBinding, restBinding, unitInvocationBinding } from '@suss/core/ir'
import { definePack, type DiscoveredCustomUnit, type DiscoverUnits, type FileContext, type InputMappingPattern, type TerminalPattern } from '@suss/core/pack'
import type { Trigger } from '../cloudformation/events.js'
import { plainOutcomes } from '../plain-outcomes.js'
import { declarations } from './declarations.js'
import { isTemplate, openHandlers } from './handlers.js'
import { unitInvoke } from './recognizers/unit-invoke.js'

const recognition = '@suss/packs/aws-lambda'

const thrown: TerminalPattern = { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} }
const shaped: TerminalPattern = {
  kind: 'response',
  match: { type: 'returnShape', requiredProperties: ['statusCode'] },
  extraction: { statusCode: { from: 'property', name: 'statusCode' }, body: { from: 'property', name: 'body', unwrapJsonStringify: true } },
}
const failing = (status: number): TerminalPattern => ({ ...thrown, extraction: { defaultStatusCode: status }, producesResponse: true })

/** A REST API refuses what has no status; an HTTP API answers 200 with it. */
const answers: Record<'rest' | 'http', TerminalPattern[]> = {
  rest: [shaped, failing(502), { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} }],
  http: [
    shaped,
    { kind: 'response', match: { type: 'returnStatement' }, extraction: { defaultStatusCode: 200 } },
    failing(500),
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
}
const inputMapping: InputMappingPattern = {
  type: 'positionalParams',
  params: [
    { position: 0, role: 'event' },
    { position: 1, role: 'context' },
  ],
}

type Found = Pick<DiscoveredCustomUnit, 'kind' | 'terminals'> & { binding: BoundaryBinding }

function boundariesOf(trigger: Trigger, instanceName: string | null): Found[] {
  switch (trigger.type) {
    case 'route': {
      const { method, path, api, proxied } = trigger
      if (!proxied) return boundariesOf({ type: 'other' }, instanceName)
      return [{ kind: 'handler', terminals: answers[api], binding: restBinding({ method, path }, { recognition }) }]
    }
    case 'bus':
      return (trigger.channels ?? [null]).map(channel => ({
        kind: 'consumer',
        terminals: plainOutcomes,
        binding: messageBusBinding({ messageBus: trigger.bus, channel }, { recognition }),
      }))
    case 'schedule':
    case 'other':
      return [{ kind: 'worker', terminals: plainOutcomes, binding: unitInvocationBinding({ deploymentTarget: 'lambda', instanceName }, { recognition }) }]
    default:
      return trigger satisfies never
  }
}

/** Where no template names handlers: exports whose type says what runs them. */
const typed: Readonly<Record<string, Trigger>> = {
  ...Object.fromEntries(
    ['APIGatewayProxyHandler', 'APIGatewayProxyEvent', 'APIGatewayProxyWithLambdaAuthorizerHandler', 'APIGatewayProxyWithCognitoAuthorizerHandler'].map(
      name => [name, routed('rest')],
    ),
  ),
  ...Object.fromEntries(
    ['APIGatewayProxyHandlerV2', 'APIGatewayProxyEventV2', 'APIGatewayProxyHandlerV2WithJWTAuthorizer', 'APIGatewayProxyEventV2WithJWTAuthorizer', 'LambdaFunctionURLHandler', 'LambdaFunctionURLEvent'].map(
      name => [name, routed('http')],
    ),
  ),
  SQSHandler: fed('aws_sqs'),
  SQSEvent: fed('aws_sqs'),
  SNSHandler: fed('aws.sns'),
  SNSEvent: fed('aws.sns'),
  KinesisStreamHandler: fed('aws_kinesis'),
  KinesisStreamEvent: fed('aws_kinesis'),
  S3Handler: fed('s3'),
  S3Event: fed('s3'),
  EventBridgeHandler: fed('eventbridge'),
  EventBridgeEvent: fed('eventbridge'),
  ScheduledHandler: { type: 'schedule' },
  ScheduledEvent: { type: 'schedule' },
}

function routed(api: 'rest' | 'http'): Trigger {
  return { type: 'route', api, method: null, path: null, authorizer: false, validated: false, apiKey: false, proxied: true }
}

function fed(bus: (Trigger & { type: 'bus' })['bus']): Trigger {
  return { type: 'bus', bus, channels: null, disabled: false, filter: null }
}

const discoverUnits: DiscoverUnits = (file, context) => {
  const { inputs, exports, sources } = context as FileContext
  const { handlers, isEmpty } = openHandlers(inputs(), sources)
  const own = handlers.get(String(file)) ?? []
  if (own.length === 0 && !isEmpty) return []
  return exports().flatMap(({ name, func, types }): DiscoveredCustomUnit[] => {
    const unit = { name, func, exportName: name, inputMapping }
    if (!isEmpty)
      return own
        .filter(({ exportName }) => exportName === name)
        .flatMap(({ instanceName, triggers }) =>
          triggers
            .flatMap(trigger => boundariesOf(trigger, instanceName))
            .map(found => ({ ...unit, ...found, deployableUnit: { deploymentTarget: 'lambda' as const, instanceName } })),
        )
    const trigger = types().flatMap(type => (type.module === 'aws-lambda' ? (typed[type.name] ?? []) : []))[0]
    return trigger ? boundariesOf(trigger, null).map(found => ({ ...unit, ...found })) : []
  })
}

export default definePack({
  name: 'aws-lambda',
  protocol: 'http',
  languages: ['typescript', 'javascript'],
  discovery: [],
  terminals: plainOutcomes,
  inputMapping,
  discoverUnits,
  discoveryInputs: files => files.filter(isTemplate),
  invocationRecognizers: [unitInvoke],
  transparentWrappers: [
    { module: '@middy/core', name: 'default', argument: 0, chain: ['use', 'before', 'after', 'onError', 'handler'], takes: 'handler' },
    { module: '@sentry/aws-serverless', name: 'wrapHandler', argument: 0 },
  ],
  libraryEnvVars: [{ module: '@aws-lambda-powertools', prefixes: ['POWERTOOLS_', 'LOG_LEVEL', 'AWS_LAMBDA_LOG_LEVEL'] }],
  declarations,
})
