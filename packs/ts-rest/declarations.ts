/** The names of ts-rest that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

const handlers: Record<string, string> = {
  fetch: 'createFetchHandler',
  aws: 'createLambdaHandler',
  next: 'createNextHandler',
  azure: 'createAzureFunctionHandler',
}

export const declarations: PackDeclarations = [
  {
    module: '@ts-rest/core',
    exports: ['TsRestResponseError', 'initClient', 'initContract'],
    keys: {
      AppRouteMutation: ['body', 'headers', 'method', 'path', 'pathParams', 'query', 'responses'],
      ClientArgs: ['api', 'baseUrl'],
      RouterOptions: ['commonResponses', 'pathPrefix'],
    },
    members: { TsRestResponseError: ['body', 'statusCode'] },
    // members of what initContract and initClient give, whose types have no exported name
    text: [
      'contentType',
      'mutation',
      'noBody',
      'otherResponse',
      'query',
      'response',
      'responses',
      'router',
      'status',
      'type',
    ],
  },
  {
    module: '@ts-rest/express',
    exports: ['createExpressEndpoints', 'initServer'],
    keys: {
      TsRestExpressOptions: ['globalMiddleware', 'requestValidationErrorHandler'],
    },
    // parts of an entry and of what its handler gets
    text: ['handler', 'middleware', 'req', 'request', 'route'],
  },
  {
    module: '@ts-rest/fastify',
    exports: ['initServer'],
    text: ['plugin', 'registerRouter', 'hooks', 'responseValidationErrorHandler'],
  },
  {
    module: '@ts-rest/next',
    exports: ['createNextRoute', 'createNextRouter', 'createSingleRouteHandler', 'initNextClient'],
    text: ['errorHandler'],
  },
  { module: '@ts-rest/nest', exports: ['tsRestHandler'] },
  ...Object.entries(handlers).map(([name, handler]) => ({
    module: `@ts-rest/serverless/${name}`,
    exports: ['tsr', handler],
    text: [
      'platformContext',
      'basePath',
      'routeWithMiddleware',
      'routerWithMiddleware',
      'requestMiddleware',
      'responseHandlers',
    ],
  })),
  {
    module: '@ts-rest/react-query',
    exports: ['initQueryClient'],
    text: [
      'fetchInfiniteQuery',
      'fetchQuery',
      'mutate',
      'prefetchQuery',
      'useInfiniteQuery',
      'useMutation',
      'useQuery',
      'useSuspenseQuery',
      'mutation',
      'query',
      'data',
    ],
  },
  { module: '@ts-rest/react-query/v5', exports: ['initTsrReactQuery'] },
]
