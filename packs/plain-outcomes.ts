/** What a function does that answers nobody: it returns, throws or ends. */
import type { TerminalPattern } from '@suss/core/pack'

export const plainOutcomes: TerminalPattern[] = [
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]
