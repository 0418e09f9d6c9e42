/** Units the runtime schedules out of another's body, as a pack's `subUnits` names them (extraction.md U5). */
import type { DiscoveredSubUnit, PatternPack, SubUnitContext } from '../pack/index.js'
import { type CallNode, children, type FunctionNode, isCall, isFunction, isNode, type Node, strip } from '../program/syntax.js'
import { originOf } from '../values/origin.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { plainTerminals } from './module-init.js'
import type { DiscoveredUnit } from './unit.js'

export function discoverSubUnits(parent: DiscoveredUnit, input: { values: Values; packs: readonly PatternPack[]; isClaimed(fn: Node): boolean }): DiscoveredUnit[] {
  const { body } = parent
  if (!body) return []
  const { values } = input
  const calls = callsIn(body.node, input.isClaimed).map((node): Expr<CallNode> => ({ module: body.module, node, frame: body.frame }))
  const context: SubUnitContext = {
    calls: () => calls.map(call => {
      const callees = values.resolve({ ...call, node: call.node.callee })
      const [only] = callees
      return {
        origin: callees.length === 1 && only ? originOf(only) : null,
        callee: body.module.text.slice(call.node.callee.start, call.node.callee.end),
        callback(position) {
          const argument = call.node.arguments[position]
          const node = argument && argument.type !== 'SpreadElement' ? strip(argument) : null
          return node && isFunction(node) ? node : null
        },
      }
    }),
  }
  return input.packs.flatMap(pack => (pack.subUnits?.({ func: body.node, name: parent.name, kind: parent.kind }, context) ?? []).flatMap(sub => unitOf(sub, parent, pack)))
}

function unitOf(sub: DiscoveredSubUnit, parent: DiscoveredUnit, pack: PatternPack): DiscoveredUnit[] {
  const { func } = sub
  if (!parent.body || !isNode(func) || !isFunction(func)) return []
  const body: Expr<FunctionNode> = { module: parent.body.module, node: func, frame: parent.body.frame }
  return [{
    kind: sub.kind, name: sub.name, nameKind: sub.nameKind ?? 'label', pack, body, registration: body, bodyReason: null,
    binding: null, unread: [], terminals: sub.terminals ?? plainTerminals, inputMapping: sub.inputMapping ?? { type: 'allPositional' },
    wrapper: null, continuations: [], wrappers: [], client: null, metadata: sub.metadata ?? {},
  }]
}

/** Calls of the owned body: functions that are units of their own are left out. */
function callsIn(root: Node, isClaimed: (fn: Node) => boolean): CallNode[] {
  const out: CallNode[] = []
  const visit = (node: Node): void => {
    if (node !== root && isFunction(node) && isClaimed(node)) return
    if (root.type === 'Program' && isFunction(node)) return
    if (isCall(node)) out.push(node)
    for (const child of children(node)) visit(child)
  }
  visit(root)
  return out.sort((a, b) => a.start - b.start)
}
