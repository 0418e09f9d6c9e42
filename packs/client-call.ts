/** What clients over fetch have in common. */
import type { PatternPack, TerminalPattern } from '@suss/core/pack'

/** The unit around a client call ends as any function does. */
export const callerTerminals: TerminalPattern[] = [
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]

export const fetchResponse: NonNullable<PatternPack['responseSemantics']> = [
  { name: 'ok', access: 'property', semantics: { type: 'statusRange', min: 200, max: 299 } },
  { name: 'status', access: 'property', semantics: { type: 'statusCode' } },
  { name: 'json', access: 'method', semantics: { type: 'body' } },
  { name: 'text', access: 'method', semantics: { type: 'body' } },
  { name: 'body', access: 'property', semantics: { type: 'body' } },
  { name: 'headers', access: 'property', semantics: { type: 'headers' } },
]
