/** The names of Fastify and of its plugins that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'
import { errorStatuses } from '../status-names.js'
import { refusing, silent } from './library-wrappers.js'

const plugins = [...silent, ...Object.keys(refusing)].map(name => ({
  module: `@fastify/${name}`,
  exports: ['default'],
}))

export const declarations: PackDeclarations = [
  {
    module: 'fastify',
    exports: ['default', 'fastify'],
    members: {
      FastifyInstance: [
        'addHook',
        'all',
        'assert',
        'decorate',
        'decorateReply',
        'decorateRequest',
        'delete',
        'get',
        'head',
        'httpErrors',
        'options',
        'patch',
        'post',
        'put',
        'register',
        'route',
        'setErrorHandler',
        'setNotFoundHandler',
      ],
      // with what the plugins of cookies, files, pages and errors add
      FastifyReply: [
        'cacheControl',
        'callNotFound',
        'clearCookie',
        'code',
        'getHttpError',
        'header',
        'headers',
        'hijack',
        'preventCache',
        'redirect',
        'removeHeader',
        'send',
        'sendFile',
        'serializer',
        'setCookie',
        'status',
        'statusCode',
        'type',
        'view',
        ...Object.keys(errorStatuses),
      ],
      FastifyError: ['statusCode'],
      // of @fastify/sensible
      Assert: ['deepEqual', 'equal', 'notDeepEqual', 'notEqual', 'notStrictEqual', 'ok', 'strictEqual'],
    },
    keys: {
      RouteOptions: [
        'attachValidation',
        'errorHandler',
        'handler',
        'method',
        'onRequest',
        'onSend',
        'preHandler',
        'preParsing',
        'preSerialization',
        'preValidation',
        'schema',
        'url',
      ],
      FastifySchema: ['body', 'headers', 'params', 'querystring', 'response'],
      RegisterOptions: ['prefix'],
    },
    // the older name of the query's schema; the other field Fastify reads of what is thrown; makers of errors, whose type has no name
    text: ['query', 'status', 'createError'],
  },
  { module: 'fastify-plugin', exports: ['default', 'fastifyPlugin'] },
  ...plugins,
]
