/** A project function some unit calls: a unit of its own without a boundary (extraction.md C1, C2). */
import { type CalledFunction, classAround, instanceFrame } from '../values/receivers.js'
import { plainTerminals } from './module-init.js'
import { boundName } from '../values/names.js'
import type { DiscoveredUnit } from './unit.js'

export function reachableUnit(fn: CalledFunction): DiscoveredUnit {
  const { receiver } = fn
  const owner = receiver ? classAround(fn) : null
  const own = boundName(fn)
  const name = receiver && own !== null ? `${receiver.node.id?.name ?? 'class'}.${own}` : own
  return {
    kind: 'library', name: name ?? 'anonymous', nameKind: name === null ? 'label' : 'binding', pack: null,
    body: { module: fn.module, node: fn.node, frame: receiver && owner ? instanceFrame({ ...owner, frame: null }, receiver) : null }, registration: fn, bodyReason: null,
    binding: null, unread: [], terminals: plainTerminals, inputMapping: { type: 'allPositional' },
    wrapper: null, continuations: [], wrappers: [], client: null, ...(receiver ? { receiver } : {}), metadata: {},
  }
}
