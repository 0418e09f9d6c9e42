/** Answers on Fastify's reply, where Nest runs on it. */
import type { TerminalPattern } from '@suss/core/pack'

const passThroughMethods = ['header', 'headers', 'type', 'setCookie', 'clearCookie', 'removeHeader']

export const replies: TerminalPattern[] = [
  {
    kind: 'response',
    match: {
      type: 'parameterMethodCall',
      methodChain: ['send'],
      passThroughMethods,
      statementStatus: { method: ['code'], property: 'statusCode' },
    },
    extraction: { body: { from: 'argument', position: 0 }, defaultStatusCode: 200 },
  },
]
