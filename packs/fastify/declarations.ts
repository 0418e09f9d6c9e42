/** Names the pack states, by the library whose types declare them. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'fastify',
    exports: ['default', 'fastify'],
    members: {
      FastifyInstance: ['addHook', 'all', 'decorate', 'decorateReply', 'decorateRequest', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'register', 'route', 'setErrorHandler'],
      FastifyReply: ['callNotFound', 'code', 'header', 'headers', 'hijack', 'redirect', 'removeHeader', 'send', 'serializer', 'status', 'statusCode', 'type'],
    },
  },
]
