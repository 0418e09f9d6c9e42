/** Interprets `callbackArgument`: a function handed to a library's call, which runs it with work of its own (extraction.md 8.1). */
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { Gate } from '../index/gates.js'
import type { CallNode } from '../program/syntax.js'
import { boundName } from '../values/names.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { type Expr, exprAt } from '../values/value.js'
import { declaredBindings } from './binding/channel.js'
import { handlerOf } from './handlers.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: { type: 'callbackArgument' } }

export const isCallbackPattern = (pattern: DiscoveryPattern): pattern is Pattern => pattern.match.type === 'callbackArgument'

export function discoverCallbacks(input: { values: Values; pack: PatternPack; pattern: Pattern; gate: Gate }): DiscoveredUnit[] {
  const { values, pack, pattern, gate } = input
  const { match } = pattern
  return values.program.modules.filter(m => gate(m.file)).flatMap(module => module.calls.flatMap(node => unitsAt(exprAt(module, node))))

  function unitsAt(call: Expr<CallNode>): DiscoveredUnit[] {
    const callback = call.node.arguments[match.callbackPosition]
    if (!callback || callback.type === 'SpreadElement') return []
    const callees = values.resolve({ ...call, node: call.node.callee })
    const [callee] = callees
    if (callees.length !== 1 || !callee || !isOrigin(callee, match.importModule, match.importName)) return []
    const answer = handlerOf(values, { ...call, node: callback })
    // no single body: the library may load it itself
    if (answer.type !== 'one') return []
    const { body } = answer.handler
    const args = call.node.arguments.flatMap((a): Expr[] => (a.type === 'SpreadElement' ? [] : [{ ...call, node: a }]))
    const bindings = pattern.binding ? declaredBindings(values, pack, pattern.binding, { call: args }) : [null]
    return bindings.map((binding): DiscoveredUnit => {
      const channel = binding?.semantics.name === 'message-bus' ? binding.semantics.channel : null
      const name = boundName(body)
      return {
        kind: pattern.kind, name: name ?? channel ?? match.importName, nameKind: name === null ? 'label' : 'binding', pack,
        body, registration: call, bodyReason: null, binding,
        unread: binding && channel === null ? [{ field: 'channel', reason: 'unreadChannel', detail: match.importName }] : [],
        terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
        wrapper: null, continuations: [], wrappers: [], client: null, metadata: {},
      }
    })
  }
}
