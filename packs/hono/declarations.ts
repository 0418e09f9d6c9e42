/** Names the pack states, by the library whose types declare them. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'hono',
    exports: ['Hono'],
    members: {
      Hono: ['all', 'basePath', 'delete', 'get', 'on', 'onError', 'options', 'patch', 'post', 'put', 'route', 'use'],
      Context: ['body', 'html', 'json', 'newResponse', 'notFound', 'redirect', 'status', 'text'],
    },
  },
  { module: '@hono/zod-openapi', exports: ['OpenAPIHono', 'createRoute'] },
]
