/** A project function some unit calls: a unit of its own without a boundary (extraction.md C1, C2). */
import type { FunctionNode } from '../program/syntax.js'
import type { Expr } from '../values/value.js'
import { plainTerminals } from './module-init.js'
import { boundName } from '../values/names.js'
import type { DiscoveredUnit } from './unit.js'

export function reachableUnit(fn: Expr<FunctionNode>): DiscoveredUnit {
  const name = boundName(fn)
  return {
    kind: 'library', name: name ?? 'anonymous', nameKind: name === null ? 'label' : 'binding', pack: null,
    body: { module: fn.module, node: fn.node, frame: null }, registration: fn, bodyReason: null,
    binding: null, unread: [], terminals: plainTerminals, inputMapping: { type: 'allPositional' },
    wrapper: null, continuations: [], wrappers: [], client: null, metadata: {},
  }
}
