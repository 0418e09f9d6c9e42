/** Interprets `graphqlHookCall`: hooks of a GraphQL client (extraction.md 8.1). */
import type { Gate } from '../index/gates.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { isMember, memberName } from '../program/syntax.js'
import type { CallerIndex } from '../values/callers.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { exprAt } from '../values/value.js'
import { argumentAt } from './client/options.js'
import type { GraphqlDocuments } from './graphql/documents.js'
import { expandedUses } from './graphql/expanded-uses.js'
import { operationUnit } from './graphql/operation-unit.js'
import type { DiscoveredUnit } from './unit.js'

export type HookPattern = DiscoveryPattern & { match: { type: 'graphqlHookCall' } }
export const isHookPattern = (pattern: DiscoveryPattern): pattern is HookPattern =>
  pattern.match.type === 'graphqlHookCall'

export interface GraphqlCalls {
  values: Values
  callers: CallerIndex
  documents: GraphqlDocuments
  pack: PatternPack
  gate: Gate
  /** Where all clients of the pack send their documents. */
  host: string | null
}

export function discoverHookCalls(input: GraphqlCalls, pattern: HookPattern): DiscoveredUnit[] {
  const { values, pack, gate } = input
  const { importModule, hooks } = pattern.match
  return values.program.modules
    .filter(module => gate(module.file))
    .flatMap(module =>
      module.calls.flatMap(node => {
        const { callee } = node
        const name = isMember(callee) ? memberName(callee) : callee.type === 'Identifier' ? callee.name : null
        const call = exprAt(module, node)
        const [value, ...more] =
          name === null || node.type !== 'CallExpression' ? [] : values.resolve({ ...call, node: callee })
        if (value?.type !== 'external' || more.length > 0) return []
        const hook = hooks.find(one => isOrigin(value, importModule, one.hookName))
        if (!hook) return []
        return expandedUses(call, input, at => argumentAt(at, 0)).map(use => {
          const document = argumentAt(use.call, 0)
          return operationUnit(values, {
            pack,
            pattern,
            ...use,
            document: document
              ? input.documents.at(document)
              : { text: null, written: [], operation: null, reason: 'unreadDocument' },
            operationType: hook.operationType,
            options: argumentAt(use.call, 1),
            host: input.host,
            data: hook.tuple ? '[].data' : 'data',
          })
        })
      }),
    )
}
