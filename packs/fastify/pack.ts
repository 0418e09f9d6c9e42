/** Fastify: routes, plugins with their prefixes, hooks, replies sent or returned. */
import {
  definePack,
  type DiscoveryPattern,
  httpRouteDiscovery,
  type HttpRoutes,
  routeHelperIndex,
  type TerminalPattern,
} from '@suss/core/pack'
import { malformedBodies } from '../malformed-bodies.js'
import { errorStatuses } from '../status-names.js'
import { declarations } from './declarations.js'
import { libraryWrappers } from './library-wrappers.js'

const importNames = ['default', 'fastify']
const verbs = ['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'all']

const routes: HttpRoutes = {
  importModule: 'fastify',
  importNames,
  methods: verbs,
  methodNames: { all: '*' },
}

/** `route({ method, url, handler })`. */
const routeObjects = importNames.map(
  (importName): DiscoveryPattern => ({
    kind: 'handler',
    match: {
      type: 'registrationCall',
      importModule: 'fastify',
      importName,
      registrationChain: ['.route'],
      handlerProperty: 'handler',
    },
    bindingExtraction: {
      method: { type: 'fromArgumentProperty', position: 0, property: 'method' },
      path: { type: 'fromArgumentProperty', position: 0, property: 'url' },
    },
    requiresImport: ['fastify'],
  }),
)

const passThroughMethods = [
  'header',
  'headers',
  'type',
  'setCookie',
  'clearCookie',
  'hijack',
  'removeHeader',
  'serializer',
  'cacheControl',
  'preventCache',
]
const statementStatus = { method: ['code', 'status'], property: 'statusCode' }

const reply = (method: string, extraction: TerminalPattern['extraction']): TerminalPattern => ({
  kind: 'response',
  match: {
    type: 'parameterMethodCall',
    parameterPosition: 1,
    methodChain: [method],
    passThroughMethods,
    statementStatus,
  },
  extraction,
})

const sent: TerminalPattern[] = [
  {
    ...reply('send', { body: { from: 'argument', position: 0 }, defaultStatusCode: 200 }),
    errorsAreThrown: true,
  },
  reply('redirect', {
    statusCode: { from: 'argument', position: 1, minArgs: 2, formerPosition: 0 },
    defaultStatusCode: 302,
  }),
  reply('callNotFound', { defaultStatusCode: 404 }),
  reply('sendFile', { defaultStatusCode: 200 }),
  reply('view', { defaultStatusCode: 200 }),
  reply('getHttpError', { statusCode: { from: 'argument', position: 0 } }),
  ...Object.entries(errorStatuses).map(([name, status]) => reply(name, { defaultStatusCode: status })),
]

const thrown: TerminalPattern = {
  kind: 'throw',
  match: { type: 'throwExpression' },
  extraction: { statusCode: { from: 'thrownProperty', names: ['statusCode', 'status'] } },
  producesResponse: true,
}
const sensibleThrown: TerminalPattern = {
  kind: 'throw',
  match: { type: 'throwExpression', constructorPattern: 'httpErrors' },
  extraction: { statusCode: { from: 'constructor', codes: errorStatuses } },
  producesResponse: true,
}
/** `httpErrors.createError(404)`: the status is given. */
const sensibleMade: TerminalPattern[] = ['httpErrors.createError', 'httpErrors.getHttpError'].map(
  constructorPattern => ({
    kind: 'throw',
    match: { type: 'throwExpression', constructorPattern },
    extraction: { statusCode: { from: 'argument', position: 0 } },
    producesResponse: true,
  }),
)

const assertion = (
  callees: string[],
  conditionPosition: number | null,
  statusPosition: number,
): TerminalPattern => ({
  kind: 'throw',
  match: { type: 'assertion', callees, conditionPosition, statusPosition },
  extraction: {},
  producesResponse: true,
})
const comparisons = ['equal', 'notEqual', 'strictEqual', 'notStrictEqual', 'deepEqual', 'notDeepEqual']
const asserted = [
  assertion(['assert', 'assert.ok'], 0, 1),
  assertion(
    comparisons.map(name => `assert.${name}`),
    null,
    2,
  ),
]

const handlerTerminals: TerminalPattern[] = [
  ...sent,
  ...sensibleMade,
  sensibleThrown,
  thrown,
  ...asserted,
  {
    kind: 'response',
    match: { type: 'returnStatement', statementStatus },
    extraction: { defaultStatusCode: 200 },
    errorsAreThrown: true,
  },
]
/** A hook that neither sends nor throws hands control on, whatever it returns. */
const hookTerminals: TerminalPattern[] = [
  ...sent,
  ...sensibleMade,
  sensibleThrown,
  thrown,
  ...asserted,
  { kind: 'delegate', match: { type: 'functionFallthrough' }, extraction: {} },
  { kind: 'delegate', match: { type: 'returnStatement' }, extraction: {} },
]

const roles = {
  type: 'positionalParams' as const,
  params: [
    { position: 0, role: 'request' },
    { position: 1, role: 'response' },
  ],
}
const before = ['onRequest', 'preValidation', 'preHandler']

const wrapper = (
  wraps: NonNullable<DiscoveryPattern['wraps']>,
  method: string,
  terminals = hookTerminals,
): DiscoveryPattern => ({
  kind: 'middleware',
  match: {
    type: 'registrationCall',
    importModule: 'fastify',
    importName: 'default',
    registrationChain: [`.${method}`],
  },
  wraps,
  terminals,
  inputMapping: roles,
  requiresImport: ['fastify'],
})

/** The same hooks, registered by name or given with a route. */
const hooks = (
  names: readonly string[],
  wraps: { continuationParam: number; rewritesBody?: true },
  terminals = hookTerminals,
): DiscoveryPattern[] => [
  wrapper(
    { method: 'addHook', targetPosition: 1, when: { position: 0, values: [...names] }, ...wraps },
    'addHook',
    terminals,
  ),
  ...names.map(routeOption => wrapper({ routeOption, targetPosition: 0, ...wraps }, 'addHook', terminals)),
]

const wrappers: DiscoveryPattern[] = [
  ...hooks(before, { continuationParam: 2 }),
  ...hooks(['preParsing'], { continuationParam: 3 }),
  ...hooks(['onSend', 'preSerialization'], { continuationParam: 3, rewritesBody: true }),
  wrapper(
    { method: 'setErrorHandler', targetPosition: 0, throwParam: 0 },
    'setErrorHandler',
    handlerTerminals,
  ),
  wrapper({ routeOption: 'errorHandler', targetPosition: 0, throwParam: 0 }, 'addHook', handlerTerminals),
]

export default definePack({
  name: 'fastify',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['fastify', 'fastify-plugin', '@fastify/autoload'],
  discovery: [
    ...httpRouteDiscovery({
      ...routes,
      mount: {
        method: 'register',
        targetPosition: 0,
        prefixPosition: 1,
        plugins: {
          prefixOption: 'prefix',
          sharedBy: [
            { module: 'fastify-plugin', name: 'default' },
            { module: 'fastify-plugin', name: 'fastifyPlugin' },
          ],
          autoload: { module: '@fastify/autoload', name: 'default' },
        },
      },
    }),
    ...routeObjects,
    ...wrappers,
  ],
  terminals: handlerTerminals,
  inputMapping: roles,
  errorBody: {
    type: 'record',
    properties: {
      statusCode: { type: 'integer' },
      error: { type: 'text' },
      message: { type: 'text' },
      code: { type: 'union', variants: [{ type: 'text' }, { type: 'undefined' }] },
    },
  },
  pathSyntax: 'fastify',
  notFound: {
    method: 'setNotFoundHandler',
    targetPosition: 0,
    calledBy: 'callNotFound',
    scope: 'nearest',
  },
  projectHelpers: routeHelperIndex,
  transparentWrappers: [
    { module: 'fastify-plugin', name: 'default', argument: 0 },
    { module: 'fastify-plugin', name: 'fastifyPlugin', argument: 0 },
  ],
  libraryWrappers,
  contractReading: {
    discovery: {
      importModule: 'fastify',
      importName: 'default',
      registrationChain: [...verbs, 'route'].map(name => `.${name}`),
    },
    responseExtraction: { path: ['schema', 'response'] },
    methodProperty: 'method',
    pathProperty: 'url',
    paramsExtraction: { property: 'schema.params' },
    requestExtraction: {
      body: ['schema', 'body'],
      query: [
        ['schema', 'querystring'],
        ['schema', 'query'],
      ],
      headers: ['schema', 'headers'],
      rejects: 400,
      unless: 'attachValidation',
      coerces: true,
      removesForbidden: true,
    },
  },
  requestValidation: [
    ...malformedBodies,
    {
      on: {
        routeOption: ['schema.body', 'schema.querystring', 'schema.query', 'schema.params', 'schema.headers'],
        unless: 'attachValidation',
      },
      outcomes: [{ status: 400, rule: 'invalid', thrown: null }],
    },
  ],
  decorations: [
    { method: 'decorate', on: 'routable', namePosition: 0, valuePosition: 1 },
    { method: 'decorateRequest', on: 'request', namePosition: 0, valuePosition: 1 },
    { method: 'decorateReply', on: 'response', namePosition: 0, valuePosition: 1 },
  ],
  declarations,
})
