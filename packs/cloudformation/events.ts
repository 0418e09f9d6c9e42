/** What runs a function: routes, queues, topics, schedules, as SAM writes them and as plain resources do. */
import type { MessageBus } from '@suss/core/ir'
import { type Cfn, entriesOf, itemsOf, member, plainText, type Span } from './cfn.js'
import type { LambdaFunction } from './functions.js'
import type { Resource, Template, Templates } from './templates.js'
import { namesIn, oneText, type Texts } from './texts.js'

export type Trigger =
  /** A null path is not written out. */
  | { type: 'route'; api: 'rest' | 'http'; method: string | null; path: string | null; authorizer: boolean; validated: boolean; apiKey: boolean; /** The API hands on what the function answers as it is. */ proxied: boolean }
  /** One of the channels, which may be several for one text; null: not written out. */
  | { type: 'bus'; bus: MessageBus; channels: Texts; disabled: boolean; filter: string | null }
  | { type: 'schedule' }
  | { type: 'other' }

export interface FunctionEvent {
  fn: LambdaFunction
  /** The resource that states it, and the name it has there. */
  resource: Resource
  name: string
  at: Span
  trigger: Trigger
}

export function eventsOf(functions: readonly LambdaFunction[], documentAt: Templates['documentAt']): FunctionEvent[] {
  const templates = new Set(functions.map(({ resource }) => resource.template))
  const plain = [...templates].flatMap(template => plainEvents(template, functions.filter(fn => fn.resource.template === template), documentAt))
  return [...functions.flatMap(samEvents), ...plain]
}

function samEvents(fn: LambdaFunction): FunctionEvent[] {
  const { resource } = fn
  if (resource.type !== 'AWS::Serverless::Function') return []
  const url = member(resource.properties, 'FunctionUrlConfig')
  const found = entriesOf(member(resource.properties, 'Events')).map(
    ([name, { key, value }]): FunctionEvent => ({ fn, resource, name, at: key, trigger: samTrigger(value, fn) }),
  )
  return url ? [...found, { fn, resource, name: 'FunctionUrl', at: url.at, trigger: route('http', '*', '/{proxy*}') }] : found
}

const route = (api: 'rest' | 'http', method: string | null, path: string | null, more: { authorizer?: boolean; validated?: boolean; apiKey?: boolean; proxied?: boolean } = {}): Trigger => ({
  type: 'route',
  api,
  method: method === null ? null : /^(any|x-amazon-apigateway-any-method)$/i.test(method) ? '*' : method.toUpperCase(),
  path,
  authorizer: more.authorizer === true,
  validated: more.validated === true,
  apiKey: more.apiKey === true,
  proxied: more.proxied !== false,
})

function samTrigger(event: Cfn, { resource: { template } }: LambdaFunction): Trigger {
  const own = (...path: string[]): Cfn | undefined => member(event, 'Properties', ...path)
  const isDisabled = plainText(own('Enabled')) === 'false'
  const bus = (name: MessageBus, node: Cfn | undefined): Trigger => ({
    type: 'bus', bus: name, channels: namesIn(node, template), disabled: isDisabled, filter: null,
  })
  switch (plainText(member(event, 'Type'))) {
    case 'Api':
      return route('rest', oneText(own('Method'), template), pathOf(own('Path'), template), {
        authorizer: isAuthorized(event, template, 'Api'),
        validated: own('RequestModel') !== undefined || own('RequestParameters') !== undefined,
        apiKey: plainText(own('Auth', 'ApiKeyRequired')) === 'true',
      })
    case 'HttpApi':
      return own('Path') === undefined && own('Method') === undefined
        ? route('http', '*', '/{proxy*}')
        : route('http', oneText(own('Method'), template), pathOf(own('Path'), template), { authorizer: isAuthorized(event, template, 'HttpApi') })
    case 'SQS':
      return bus('aws_sqs', own('Queue'))
    case 'SNS':
      return bus('aws.sns', own('Topic'))
    case 'Kinesis':
      return bus('aws_kinesis', own('Stream'))
    case 'S3':
      return bus('s3', own('Bucket'))
    case 'EventBridgeRule':
    case 'CloudWatchEvent':
      return { ...ruleTrigger(own('Pattern'), own('EventBusName'), template), disabled: isDisabled || plainText(own('State')) === 'DISABLED' }
    case 'Schedule':
    case 'ScheduleV2':
      return { type: 'schedule' }
    default:
      return { type: 'other' }
  }
}

/** A hole in a path is no parameter of it. */
function pathOf(node: Cfn | undefined, template: Template): string | null {
  const written = plainText(node)
  if (written !== null) return written === '' ? null : written
  const text = oneText(node, template)
  return text === null || /[{}]/.test(text) ? null : text
}

/** An authorizer of the event, else the default of its API. */
function isAuthorized(event: Cfn, template: Template, kind: 'Api' | 'HttpApi'): boolean {
  const stated = plainText(member(event, 'Properties', 'Auth', 'Authorizer'))
  if (stated !== null) return stated !== 'NONE'
  const reference = member(event, 'Properties', kind === 'Api' ? 'RestApiId' : 'ApiId')
  const id = reference?.type === 'call' && reference.name === 'Ref' ? plainText(reference.argument) : null
  const api = id === null ? member(template.node, 'Globals', kind) : template.resources.get(id)?.properties
  return member(api, 'Auth', 'DefaultAuthorizer') !== undefined
}

/** `bus#detail-type`; a pattern without literal detail types decides by itself what it takes. */
function ruleTrigger(pattern: Cfn | undefined, busName: Cfn | undefined, template: Template): Trigger & { type: 'bus' } {
  const types = itemsOf(member(pattern, 'detail-type')).map(item => plainText(item))
  const buses = busName ? namesIn(busName, template) : ['default']
  const settled = types.length > 0 && types.every(type => type !== null && type !== '' && !/[{}]/.test(type)) && buses !== null
  return {
    type: 'bus',
    bus: 'eventbridge',
    channels: settled ? buses.flatMap(bus => types.map(type => `${bus}#${type}`)) : null,
    disabled: false,
    filter: settled ? null : 'detail-type',
  }
}

function plainEvents(template: Template, functions: readonly LambdaFunction[], documentAt: Templates['documentAt']): FunctionEvent[] {
  const byId = new Map(functions.map(fn => [fn.resource.id, fn]))
  /** Functions a part of a template names, itself or by what it refers to. */
  const named = (node: Cfn | undefined): LambdaFunction[] =>
    [...mentions(node)].flatMap(id => byId.get(id) ?? byId.get(aliased(id, template)) ?? [])

  return [...template.resources.values()].flatMap((resource): FunctionEvent[] => {
    const own = (...path: string[]): Cfn | undefined => member(resource.properties, ...path)
    const event = (fn: LambdaFunction, trigger: Trigger): FunctionEvent => ({ fn, resource, name: resource.id, at: resource.key, trigger })
    switch (resource.type) {
      case 'AWS::Lambda::EventSourceMapping': {
        const bus = busOfSource(own('EventSourceArn'), template)
        const disabled = plainText(own('Enabled')) === 'false'
        return named(own('FunctionName')).map(fn =>
          event(fn, bus ? { type: 'bus', bus, channels: namesIn(own('EventSourceArn'), template), disabled, filter: null } : { type: 'other' }),
        )
      }
      case 'AWS::SNS::Subscription':
        return named(own('Endpoint')).map(fn =>
          event(fn, { type: 'bus', bus: 'aws.sns', channels: namesIn(own('TopicArn'), template), disabled: false, filter: null }),
        )
      case 'AWS::Events::Rule':
        return named(own('Targets')).map(fn =>
          event(
            fn,
            own('EventPattern')
              ? { ...ruleTrigger(own('EventPattern'), own('EventBusName'), template), disabled: plainText(own('State')) === 'DISABLED' }
              : { type: 'schedule' },
          ),
        )
      case 'AWS::ApiGateway::Method':
        return named(own('Integration', 'Uri')).map(fn =>
          event(
            fn,
            route('rest', oneText(own('HttpMethod'), template), resourcePath(own('ResourceId'), template, 0), {
              authorizer: (plainText(own('AuthorizationType')) ?? 'NONE') !== 'NONE',
              validated: own('RequestValidatorId') !== undefined,
              apiKey: plainText(own('ApiKeyRequired')) === 'true',
              proxied: isProxied(own('Integration', 'Type')),
            }),
          ),
        )
      case 'AWS::ApiGatewayV2::Route': {
        const [method, path] = (plainText(own('RouteKey')) ?? '').split(' ')
        const authorizer = (plainText(own('AuthorizationType')) ?? 'NONE') !== 'NONE'
        const trigger =
          method === '$default' ? route('http', '*', '/{proxy*}') : route('http', method || null, path ?? null, { authorizer })
        return [...mentions(own('Target'))].flatMap(id => named(member(template.resources.get(id)?.properties, 'IntegrationUri'))).map(fn => event(fn, trigger))
      }
      case 'AWS::Serverless::Api':
      case 'AWS::ApiGateway::RestApi':
      case 'AWS::Serverless::HttpApi':
      case 'AWS::ApiGatewayV2::Api': {
        const location = plainText(own('DefinitionUri'))
        const document = own('DefinitionBody') ?? own('Body') ?? (location === null ? undefined : (documentAt(resource.key.file, location) ?? undefined))
        const api = resource.type.endsWith('HttpApi') || resource.type.endsWith('V2::Api') ? 'http' : 'rest'
        return operationsIn(document).flatMap(({ path, method, key, operation }) =>
          named(member(operation, integration, 'uri')).map(fn => ({
            ...event(fn, route(api, method, pathOf(path, template), { authorizer: isSecured(operation, document), validated: isValidated(operation, document), proxied: isProxied(member(operation, integration, 'type')) })),
            name: `${resource.id} ${method.toUpperCase()} ${plainText(path)}`,
            at: key,
          })),
        )
      }
      default:
        return []
    }
  })
}

/** Another kind of integration makes its own answer of the function's. */
const isProxied = (type: Cfn | undefined): boolean => /^(aws_proxy)?$/i.test(plainText(type) ?? '')

const integration = 'x-amazon-apigateway-integration'
const validator = 'x-amazon-apigateway-request-validator'
const verbs = /^(get|put|post|delete|options|head|patch|trace|x-amazon-apigateway-any-method)$/i

interface Operation {
  path: Cfn
  method: string
  key: Span
  operation: Cfn
}

/** Operations of an OpenAPI document that stands in a template. */
const operationsIn = (document: Cfn | undefined): Operation[] =>
  entriesOf(member(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item.value).flatMap(([method, { key, value }]) =>
      verbs.test(method) ? [{ path: { type: 'scalar', at: item.key, value: path, text: path } as const, method, key, operation: value }] : [],
    ),
  )

const isSecured = (operation: Cfn, document: Cfn | undefined): boolean =>
  itemsOf(member(operation, 'security') ?? member(document, 'security')).some(scheme => entriesOf(scheme).length > 0)

const isValidated = (operation: Cfn, document: Cfn | undefined): boolean =>
  member(operation, validator) !== undefined || member(document, validator) !== undefined

/** The function an alias or a version stands for. */
function aliased(id: string, template: Template): string {
  const resource = template.resources.get(id)
  if (resource?.type !== 'AWS::Lambda::Alias' && resource?.type !== 'AWS::Lambda::Version') return id
  return [...mentions(member(resource.properties, 'FunctionName'))][0] ?? id
}

/** Path of a resource of a REST API, from its parents. */
function resourcePath(node: Cfn | undefined, template: Template, depth: number): string | null {
  const [id, ...others] = mentions(node)
  const resource = id === undefined || others.length > 0 || depth > 32 ? undefined : template.resources.get(id)
  if (resource?.type === 'AWS::ApiGateway::RestApi' || resource?.type === 'AWS::Serverless::Api') return '/'
  if (resource?.type !== 'AWS::ApiGateway::Resource') return null
  const part = plainText(member(resource.properties, 'PathPart'))
  const parent = resourcePath(member(resource.properties, 'ParentId'), template, depth + 1)
  return part === null || parent === null ? null : `${parent === '/' ? '' : parent}/${part}`
}

const sourceTypes: Readonly<Record<string, MessageBus>> = {
  'AWS::SQS::Queue': 'aws_sqs',
  'AWS::Kinesis::Stream': 'aws_kinesis',
}

function busOfSource(node: Cfn | undefined, template: Template): MessageBus | null {
  for (const id of mentions(node)) {
    const found = sourceTypes[template.resources.get(id)?.type ?? '']
    if (found) return found
  }
  const text = oneText(node, template) ?? ''
  return text.startsWith('arn:aws:sqs:') ? 'aws_sqs' : text.startsWith('arn:aws:kinesis:') ? 'aws_kinesis' : null
}

/** Logical ids that a value refers to. */
function mentions(node: Cfn | undefined): Set<string> {
  const found = new Set<string>()
  const visit = (at: Cfn): void => {
    if (at.type === 'list') at.items.forEach(visit)
    if (at.type === 'map') for (const [, { value }] of at.entries) visit(value)
    if (at.type !== 'call') return
    if (at.name === 'Ref' || at.name === 'GetAtt') {
      const [first] = itemsOf(at.argument)
      const id = plainText(first)?.split('.')[0]
      if (id !== undefined) found.add(id)
    }
    const [pattern] = at.name === 'Sub' ? itemsOf(at.argument) : []
    for (const [, name = ''] of (plainText(pattern) ?? '').matchAll(/\$\{([\w:.]+)\}/g)) found.add(name.split('.')[0] ?? name)
    visit(at.argument)
  }
  if (node) visit(node)
  return found
}

