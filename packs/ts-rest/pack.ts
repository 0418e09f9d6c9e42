/** ts-rest: handlers and clients that take the form of a contract. */
import { definePack, type DiscoveryPattern, type TerminalPattern } from '@suss/core/pack'
import { callerTerminals } from '../client-call.js'
import { malformedBodies } from '../malformed-bodies.js'
import { declarations } from './declarations.js'

const serverless = {
  fetch: 'createFetchHandler',
  aws: 'createLambdaHandler',
  next: 'createNextHandler',
  azure: 'createAzureFunctionHandler',
}

/** Calls that take a contract and its handlers; no chain: the import itself is called. */
const registrations: { importModule: string; importName: string; registrationChain: string[] }[] = [
  { importModule: '@ts-rest/express', importName: 'initServer', registrationChain: ['.router', '.route'] },
  { importModule: '@ts-rest/express', importName: 'createExpressEndpoints', registrationChain: [] },
  {
    importModule: '@ts-rest/fastify',
    importName: 'initServer',
    registrationChain: ['.router', '.route', '.registerRouter'],
  },
  ...['createNextRoute', 'createNextRouter', 'createSingleRouteHandler'].map(importName => ({
    importModule: '@ts-rest/next',
    importName,
    registrationChain: [],
  })),
  { importModule: '@ts-rest/nest', importName: 'tsRestHandler', registrationChain: [] },
  ...Object.entries(serverless).flatMap(([name, importName]) => {
    const importModule = `@ts-rest/serverless/${name}`
    const registrationChain = ['.router', '.route', '.routerWithMiddleware', '.routeWithMiddleware']
    return [
      { importModule, importName: 'tsr', registrationChain },
      { importModule, importName: 'tsr.platformContext', registrationChain },
      { importModule, importName, registrationChain: [] },
    ]
  }),
]

const terminals: TerminalPattern[] = [
  {
    kind: 'response',
    match: { type: 'returnShape', requiredProperties: ['status'] },
    extraction: {
      statusCode: { from: 'property', name: 'status' },
      body: { from: 'property', name: 'body' },
    },
  },
  {
    kind: 'throw',
    match: { type: 'throwExpression', constructorPattern: 'TsRestResponseError' },
    extraction: { statusCode: { from: 'argumentProperty', position: 1, name: 'status' } },
    producesResponse: true,
  },
  {
    kind: 'throw',
    match: { type: 'throwExpression' },
    extraction: { statusCode: { from: 'thrownProperty', names: ['statusCode'] } },
    producesResponse: true,
  },
]

const requiresImport = ['@ts-rest']

const handlers = registrations.map(
  (registration): DiscoveryPattern => ({
    kind: 'handler',
    match: { type: 'registrationCall', ...registration },
    bindingExtraction: { method: { type: 'fromContract' }, path: { type: 'fromContract' } },
  }),
)

const hook = { body: 'data.body', failureDelivery: 'exception' as const }

const clients = [
  { importModule: '@ts-rest/core', importName: 'initClient' },
  { importModule: '@ts-rest/next', importName: 'initNextClient' },
  { importModule: '@ts-rest/react-query', importName: 'initQueryClient' },
  { importModule: '@ts-rest/react-query/v5', importName: 'initTsrReactQuery' },
].map(
  (made): DiscoveryPattern => ({
    kind: 'client',
    match: {
      type: 'clientCall',
      ...made,
      basePathOption: 'baseUrl',
      transportOption: 'api',
      memberMethods: [
        { names: ['query', 'mutate', 'mutation', 'fetchQuery'] },
        {
          names: [
            'useQuery',
            'useSuspenseQuery',
            'useMutation',
            'useInfiniteQuery',
            'prefetchQuery',
            'fetchInfiniteQuery',
          ],
          response: hook,
        },
      ],
    },
    bindingExtraction: { method: { type: 'fromClientMethod' }, path: { type: 'fromClientMethod' } },
    terminals: callerTerminals,
    inputMapping: { type: 'allPositional' },
  }),
)

export default definePack({
  name: 'ts-rest',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport,
  discovery: [...handlers, ...clients],
  terminals,
  inputMapping: {
    type: 'objectParam',
    knownProperties: {
      params: 'pathParams',
      query: 'queryParams',
      body: 'requestBody',
      headers: 'headers',
      req: 'request',
      request: 'request',
      res: 'response',
      reply: 'response',
    },
  },
  failureDelivery: 'response',
  responseSemantics: [
    { name: 'status', access: 'property', semantics: { type: 'statusCode' } },
    { name: 'body', access: 'property', semantics: { type: 'body' } },
    { name: 'headers', access: 'property', semantics: { type: 'headers' } },
  ],
  contractReading: {
    discovery: { importModule: '@ts-rest/core', importName: 'initContract', registrationChain: ['.router'] },
    responseExtraction: { property: 'responses' },
    methodProperty: 'method',
    pathProperty: 'path',
    paramsExtraction: { property: 'pathParams' },
    requestExtraction: {
      body: ['body'],
      query: [['query']],
      headers: ['headers'],
      rejects: 400,
      unvalidated: { body: ['req.body', 'request.body'], query: ['req.query', 'request.query'] },
    },
    bodyBuilders: {
      module: '@ts-rest/core',
      factory: 'initContract',
      typed: ['type', 'response', 'body'],
      empty: 'noBody',
      passing: ['responses'],
      other: { method: 'otherResponse', body: 'body', contentType: 'contentType' },
    },
    router: { prefix: 'pathPrefix', responses: 'commonResponses', endpointMethods: ['query', 'mutation'] },
    entryHandler: { handler: 'handler', wrappers: 'middleware' },
    servedBy: [
      {
        importModule: '@ts-rest/express',
        importName: 'createExpressEndpoints',
        router: 1,
        on: 2,
        options: 3,
      },
      {
        importModule: '@ts-rest/fastify',
        importName: 'initServer',
        method: 'registerRouter',
        router: 1,
        on: 2,
        options: 3,
      },
      {
        importModule: '@ts-rest/fastify',
        importName: 'initServer',
        method: 'plugin',
        router: 0,
        on: 'caller',
      },
      {
        importModule: '@ts-rest/next',
        importName: 'createNextRouter',
        router: 1,
        options: 2,
        filesBelow: 'pages',
      },
      {
        importModule: '@ts-rest/next',
        importName: 'createSingleRouteHandler',
        router: 1,
        options: 2,
        filesBelow: 'pages',
      },
      ...Object.entries(serverless).map(([name, importName]) => ({
        importModule: `@ts-rest/serverless/${name}`,
        importName,
        router: 1,
        options: 2,
        prefixOption: 'basePath',
      })),
    ],
    answeringOptions: [
      'requestValidationErrorHandler',
      'globalMiddleware',
      'requestMiddleware',
      'errorHandler',
      'responseHandlers',
      'hooks',
      'responseValidationErrorHandler',
    ],
  },
  requestValidation: [
    ...malformedBodies,
    {
      on: { contract: ['body', 'query', 'headers', 'pathParams'] },
      outcomes: [{ status: 400, rule: 'invalid' }],
    },
  ],
  declarations,
})
