/** How a Nest handler and what stands around it answer. */
import type { TerminalPattern } from '@suss/core/pack'
import { terminals as expressTerminals } from '../express/terminals.js'
import { replies } from './replies.js'

/** The response of the platform: Express, or Fastify's reply. */
const onResponse = (
  target: { parameterRole: string } | { parameterPosition: number; parameterCalls: string[] },
): TerminalPattern[] =>
  [...expressTerminals, ...replies].flatMap(terminal => {
    if (terminal.match.type !== 'parameterMethodCall') return []
    const { parameterPosition: _position, ...match } = terminal.match
    return [{ ...terminal, match: { ...match, ...target } }]
  })

export const thrown: TerminalPattern = {
  kind: 'throw',
  match: { type: 'throwExpression' },
  extraction: { statusCode: { from: 'thrownProperty', names: ['getStatus', 'statusCode'] } },
  producesResponse: true,
}

/** `context.switchToHttp().getResponse()`, `host.switchToHttp().getResponse()`. */
const fromContext = (parameterPosition: number): TerminalPattern[] =>
  onResponse({ parameterPosition, parameterCalls: ['switchToHttp', 'getResponse'] })

export const handlerTerminals: TerminalPattern[] = [
  ...onResponse({ parameterRole: 'response' }),
  thrown,
  {
    kind: 'response',
    match: {
      type: 'returnStatement',
      statementStatus: { method: ['status', 'code'], property: 'statusCode' },
    },
    extraction: { defaultStatusCode: 200 },
  },
  { kind: 'response', match: { type: 'functionFallthrough' }, extraction: { defaultStatusCode: 200 } },
]

const refused = { extraction: { defaultStatusCode: 403 }, throws: 'ForbiddenException' } as const

/** What is not true refuses the request. */
export const guardTerminals: TerminalPattern[] = [
  ...fromContext(0),
  thrown,
  { kind: 'delegate', match: { type: 'returnStatement', value: true }, extraction: {} },
  { kind: 'throw', match: { type: 'returnStatement', value: false }, ...refused },
  { kind: 'throw', match: { type: 'functionFallthrough' }, ...refused },
]

export const interceptorTerminals: TerminalPattern[] = [...fromContext(0), thrown]

/** A pipe hands on what it returns. */
export const pipeTerminals: TerminalPattern[] = [
  thrown,
  { kind: 'delegate', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'delegate', match: { type: 'functionFallthrough' }, extraction: {} },
]

/** The host is the first parameter behind what was thrown. */
export const filterTerminals: TerminalPattern[] = [...fromContext(0), thrown]

export const middlewareTerminals: TerminalPattern[] = [...onResponse({ parameterRole: 'response' }), thrown]
