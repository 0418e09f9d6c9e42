/** The names of Hono and of its middleware that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'
import { refusing, silent } from './library-wrappers.js'

const ofApps = [
  'all',
  'basePath',
  'delete',
  'get',
  'mount',
  'notFound',
  'on',
  'onError',
  'options',
  'patch',
  'post',
  'put',
  'route',
  'use',
]

const middleware = Object.entries({
  ...silent,
  'stoker/middlewares': [...(silent['stoker/middlewares'] ?? []), 'onError'],
}).map(([module, names]) => ({ module, exports: [...names] }))

export const declarations: PackDeclarations = [
  {
    module: 'hono',
    exports: ['Hono'],
    members: {
      Hono: ofApps,
      Context: ['body', 'html', 'json', 'newResponse', 'notFound', 'redirect', 'req', 'status', 'text'],
      HonoRequest: [
        'arrayBuffer',
        'blob',
        'bodyCache',
        'formData',
        'json',
        'parseBody',
        'queries',
        'query',
        'raw',
        'text',
        'url',
      ],
    },
  },
  { module: 'hono/quick', exports: ['Hono'] },
  { module: 'hono/tiny', exports: ['Hono'] },
  { module: 'hono/client', exports: ['hc'], keys: { ClientRequestOptions: ['fetch'] } },
  { module: 'hono/http-exception', exports: ['HTTPException'], members: { HTTPException: ['status'] } },
  {
    module: '@hono/zod-openapi',
    exports: ['OpenAPIHono', 'createRoute', 'defineOpenAPIRoute'],
    members: { OpenAPIHono: ['openapi', 'openapiRoutes'] },
    keys: { RouteConfig: ['method', 'middleware', 'path', 'request', 'responses'] },
    // parts of the request, whose type has no name that is exported
    text: ['body', 'headers', 'query'],
  },
  { module: '@hono/zod-validator', exports: ['zValidator'] },
  { module: '@hono/valibot-validator', exports: ['vValidator'] },
  { module: '@hono/standard-validator', exports: ['sValidator'] },
  { module: 'stoker/openapi/helpers', exports: ['jsonContent', 'jsonContentRequired'] },
  { module: 'stoker/openapi', exports: ['defaultHook'] },
  // the second is the name of its older versions
  { module: '@scalar/hono-api-reference', exports: ['Scalar', 'apiReference'] },
  ...middleware,
  ...Object.entries(refusing).map(([module, { name }]) => ({ module, exports: [name] })),
  {
    module: 'global',
    exports: ['Response'],
    members: { Response: ['headers', 'json', 'ok', 'status', 'text', 'body'] },
  },
]
