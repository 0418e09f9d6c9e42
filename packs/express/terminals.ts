/** How an Express handler answers: the last call of a chain on `res`, or a throw. */
import type { TerminalPattern } from '@suss/core/pack'

/** They return the response itself and change nothing an answer reads. */
export const passThroughMethods = [
  'set',
  'header',
  'setHeader',
  'type',
  'contentType',
  'cookie',
  'clearCookie',
  'location',
  'links',
  'vary',
  'append',
  'attachment',
  'format',
]

const answer = (method: string, extraction: TerminalPattern['extraction']): TerminalPattern => ({
  kind: 'response',
  match: {
    type: 'parameterMethodCall',
    parameterPosition: 1,
    methodChain: [method],
    passThroughMethods,
    statementStatus: { method: ['status', 'writeHead'], property: 'statusCode' },
  },
  extraction,
})

export const terminals: TerminalPattern[] = [
  ...['json', 'jsonp', 'send'].map(method =>
    answer(method, { body: { from: 'argument', position: 0 }, defaultStatusCode: 200 }),
  ),
  ...['end', 'render', 'sendFile', 'download'].map(method => answer(method, { defaultStatusCode: 200 })),
  answer('sendStatus', { statusCode: { from: 'argument', position: 0 } }),
  answer('redirect', {
    statusCode: { from: 'argument', position: 0, minArgs: 2 },
    defaultStatusCode: 302,
  }),
  {
    kind: 'throw',
    match: { type: 'throwExpression' },
    extraction: { statusCode: { from: 'thrownProperty', names: ['status', 'statusCode'] } },
    producesResponse: true,
  },
]
