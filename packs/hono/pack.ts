/** Hono: routes, sub-applications, middleware, zod-openapi routes and the typed client. */
import {
  definePack,
  type DiscoveryPattern,
  httpRouteDiscovery,
  type HttpRoutes,
  routeHelperIndex,
  type TerminalPattern,
} from '@suss/core/pack'
import { callerTerminals, fetchResponse } from '../client-call.js'
import { declarations } from './declarations.js'
import { libraryWrappers } from './library-wrappers.js'

const apps = [
  { importModule: 'hono', importNames: ['Hono'] },
  { importModule: 'hono/quick', importNames: ['Hono'] },
  { importModule: 'hono/tiny', importNames: ['Hono'] },
  { importModule: '@hono/zod-openapi', importNames: ['OpenAPIHono'] },
]
const requiresImport = ['hono', '@hono/zod-openapi']
const methods = ['get', 'post', 'put', 'delete', 'patch', 'options', 'all']

const routesOf = (app: (typeof apps)[number]): HttpRoutes => ({
  ...app,
  methods,
  methodNames: { all: '*' },
  requiresImport,
})

/** `app.basePath("/api").get("/a", h)`. */
const based = (pattern: DiscoveryPattern): DiscoveryPattern[] =>
  pattern.match.type === 'registrationCall'
    ? [{ ...pattern, match: { ...pattern.match, pathFrom: { method: 'basePath', position: 0 } } }]
    : []

const appPatterns = apps.flatMap((app): DiscoveryPattern[] => {
  const plain = httpRouteDiscovery({
    ...routesOf(app),
    mount: { method: 'route', prefixPosition: 0, targetPosition: 1 },
  })
  const many: DiscoveryPattern[] = app.importNames.flatMap((importName): DiscoveryPattern[] => [
    {
      kind: 'handler',
      match: {
        type: 'registrationCall',
        importModule: app.importModule,
        importName,
        registrationChain: ['.on'],
      },
      bindingExtraction: {
        method: { type: 'fromRegistration', position: 0, nameMap: { ALL: '*' } },
        path: { type: 'fromArgument', position: 1 },
      },
      requiresImport,
    },
    {
      kind: 'handler',
      match: {
        type: 'registrationCall',
        importModule: app.importModule,
        importName,
        registrationChain: ['.openapi'],
      },
      bindingExtraction: {
        method: { type: 'fromArgumentProperty', position: 0, property: 'method' },
        path: { type: 'fromArgumentProperty', position: 0, property: 'path' },
      },
      requiresImport,
    },
    {
      kind: 'handler',
      match: {
        type: 'registrationCall',
        importModule: app.importModule,
        importName,
        registrationChain: ['.openapiRoutes'],
        handlerProperty: 'handler',
        listed: { unless: 'addRoute' },
      },
      bindingExtraction: {
        method: { type: 'fromArgumentProperty', position: 0, property: 'route.method' },
        path: { type: 'fromArgumentProperty', position: 0, property: 'route.path' },
      },
      requiresImport,
    },
  ])
  // what another framework serves below the prefix is not read
  const foreign = many.slice(0, 1).map(
    (pattern): DiscoveryPattern => ({
      ...pattern,
      mount: { method: 'mount', prefixPosition: 0, targetPosition: 1 },
    }),
  )
  return [...plain, ...plain.flatMap(based), ...foreign, ...many.slice(1), ...many.flatMap(based)]
})

const statementStatus = { method: 'status' }
/** Only what is returned is sent. */
const answer = (method: string, extraction: TerminalPattern['extraction']): TerminalPattern => ({
  kind: 'response',
  match: { type: 'parameterMethodCall', parameterPosition: 0, methodChain: [method], statementStatus, returned: true },
  extraction,
})

const sent: TerminalPattern[] = [
  ...['json', 'text', 'html', 'body', 'newResponse'].map(method =>
    answer(method, {
      statusCode: { from: 'argument', position: 1 },
      body: { from: 'argument', position: 0 },
      defaultStatusCode: 200,
    }),
  ),
  answer('redirect', { statusCode: { from: 'argument', position: 1 }, defaultStatusCode: 302 }),
  answer('notFound', { defaultStatusCode: 404 }),
  {
    kind: 'response',
    match: { type: 'functionCall', functionName: 'Response.json' },
    extraction: {
      statusCode: { from: 'argumentProperty', position: 1, name: 'status' },
      body: { from: 'argument', position: 0 },
      defaultStatusCode: 200,
    },
  },
  {
    kind: 'response',
    match: { type: 'functionCall', functionName: 'Response' },
    extraction: {
      statusCode: { from: 'argumentProperty', position: 1, name: 'status' },
      body: { from: 'argument', position: 0 },
      defaultStatusCode: 200,
    },
  },
  {
    kind: 'throw',
    match: { type: 'throwExpression', constructorPattern: 'HTTPException' },
    extraction: { statusCode: { from: 'argument', position: 0 } },
    producesResponse: true,
  },
  // of other errors the framework's own answer reads no field
  {
    kind: 'throw',
    match: { type: 'throwExpression' },
    extraction: { statusCode: { from: 'thrownProperty', names: ['status'], types: ['HTTPException'] } },
    producesResponse: true,
  },
]
const wrapperTerminals: TerminalPattern[] = [
  ...sent,
  { kind: 'delegate', match: { type: 'functionFallthrough' }, extraction: {} },
]

const context = { type: 'positionalParams' as const, params: [{ position: 0, role: 'context' }] }

const wrapper = (wraps: NonNullable<DiscoveryPattern['wraps']>, method: string): DiscoveryPattern[] =>
  apps.flatMap(app =>
    app.importNames.map(
      (importName): DiscoveryPattern => ({
        kind: 'middleware',
        match: {
          type: 'registrationCall',
          importModule: app.importModule,
          importName,
          registrationChain: [`.${method}`],
        },
        wraps,
        terminals: wrapperTerminals,
        inputMapping: context,
        requiresImport,
      }),
    ),
  )

/** What of a request a handler reads past the validators. */
const unvalidated = {
  body: ['json', 'text', 'parseBody', 'arrayBuffer', 'blob', 'formData', 'raw', 'bodyCache'].map(
    name => `req.${name}`,
  ),
  query: ['query', 'queries', 'url', 'raw'].map(name => `req.${name}`),
}
const validatorSchema = {
  position: 1,
  part: {
    position: 0,
    names: {
      json: 'body' as const,
      form: 'body' as const,
      query: 'query' as const,
      param: 'path' as const,
      header: 'header' as const,
    },
  },
  unvalidated,
}

/** `hc<App>("/").users[":id"].$get()`. */
const typedClient: DiscoveryPattern = {
  kind: 'client',
  match: { type: 'clientCall', importModule: 'hono/client', importName: 'hc', transportOption: 'fetch' },
  bindingExtraction: {
    method: { type: 'fromMemberChain', methodPrefix: '$' },
    path: { type: 'fromMemberChain', methodPrefix: '$' },
  },
  terminals: callerTerminals,
  inputMapping: { type: 'allPositional' },
  requiresImport,
}

export default definePack({
  name: 'hono',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport,
  discovery: [
    ...appPatterns,
    ...wrapper({ method: 'use', targetPosition: 1, scopePosition: 0, continuationParam: 1 }, 'use'),
    ...wrapper({ method: 'onError', targetPosition: 0, throwParam: 0, anyOrder: true }, 'onError'),
    typedClient,
  ],
  failureDelivery: 'response',
  responseSemantics: fetchResponse,
  terminals: sent,
  inputMapping: context,
  errorBody: { type: 'text' },
  pathSyntax: 'hono',
  notFound: { method: 'notFound', targetPosition: 0, calledBy: 'notFound', scope: 'outermost' },
  projectHelpers: routeHelperIndex,
  transparentWrappers: [
    ...['createRoute', 'defineOpenAPIRoute'].map(name => ({
      module: '@hono/zod-openapi',
      name,
      argument: 0,
    })),
    ...['jsonContent', 'jsonContentRequired'].map(name => ({
      module: 'stoker/openapi/helpers',
      name,
      argument: 0,
    })),
  ],
  contractReading: {
    discovery: {
      importModule: '@hono/zod-openapi',
      importName: 'OpenAPIHono',
      registrationChain: ['.openapi', '.openapiRoutes'],
    },
    responseExtraction: { property: 'responses' },
    methodProperty: 'method',
    pathProperty: 'path',
    paramsExtraction: { property: 'request.params' },
    endpoint: { from: 'registrationArgument', position: 0 },
    requestExtraction: {
      body: ['request', 'body'],
      query: [['request', 'query']],
      headers: ['request', 'headers'],
      rejects: 400,
      unvalidated,
    },
  },
  libraryWrappers,
  requestValidation: [
    {
      on: {
        contract: ['request.body', 'request.query', 'request.params', 'request.headers', 'request.cookies'],
      },
      outcomes: [{ status: 400, rule: 'invalid' }],
      hook: { position: 2, property: 'hook', constructorOption: 'defaultHook', success: 'success' },
    },
    {
      on: { contract: ['request.body'] },
      outcomes: [{ status: 415, rule: 'mediaType', thrown: 'HTTPException' }],
    },
    {
      on: { wrapper: { module: '@hono/zod-validator', name: 'zValidator' } },
      outcomes: [{ status: 400, rule: 'invalid' }],
      schema: validatorSchema,
      hook: { position: 2, success: 'success' },
    },
    {
      on: { wrapper: { module: '@hono/valibot-validator', name: 'vValidator' } },
      outcomes: [{ status: 400, rule: 'invalid' }],
      schema: validatorSchema,
      hook: { position: 2, success: 'success' },
    },
    {
      on: { wrapper: { module: '@hono/standard-validator', name: 'sValidator' } },
      outcomes: [{ status: 400, rule: 'invalid' }],
      schema: validatorSchema,
      hook: { position: 2, success: 'success' },
    },
  ],
  declarations,
})
