/** What a module does when it is first imported (extraction.md D5). */
import type { PatternPack, TerminalPattern } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import { exprAt } from '../values/value.js'
import type { DiscoveredUnit } from './unit.js'

/** Terminals of code no pack found: what a plain function may end with (C2). */
export const plainTerminals: readonly TerminalPattern[] = [
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]

export function moduleInit(module: SourceModule, pack: PatternPack | null = null): DiscoveredUnit {
  return {
    kind: 'module-init', name: 'module-init', nameKind: 'label', pack,
    body: { module, node: module.program, frame: null },
    registration: exprAt(module, module.program), bodyReason: null, binding: null, unread: [],
    terminals: plainTerminals.filter(t => t.kind === 'void'), inputMapping: { type: 'allPositional' },
    wrapper: null, continuations: [], wrappers: [], client: null, metadata: {},
  }
}
