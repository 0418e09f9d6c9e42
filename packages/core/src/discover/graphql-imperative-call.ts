/** Interprets `graphqlImperativeCall`: methods of a client object that take the document on a property (extraction.md 8.1). */
import type { DiscoveryPattern } from '../pack/index.js'
import { type CallNode, isMember, memberName, type Node } from '../program/syntax.js'
import { isOrigin } from '../values/resolve.js'
import { exprAt, type Expr, type Value } from '../values/value.js'
import { argumentAt, propertyOf } from './client/options.js'
import { hostOf } from './graphql/client-host.js'
import { expandedUses } from './graphql/expanded-uses.js'
import { operationUnit } from './graphql/operation-unit.js'
import type { GraphqlCalls } from './graphql-hook-call.js'
import type { DiscoveredUnit } from './unit.js'

export type ImperativePattern = DiscoveryPattern & { match: { type: 'graphqlImperativeCall' } }
export const isImperativePattern = (pattern: DiscoveryPattern): pattern is ImperativePattern =>
  pattern.match.type === 'graphqlImperativeCall'

/** What a document without a header does, by the method it is given to: `mutate`, `subscribe`. */
function typeNamed(method: string): 'query' | 'mutation' | 'subscription' {
  if (/^mutat/i.test(method)) return 'mutation'
  return /^subscri/i.test(method) ? 'subscription' : 'query'
}

export function discoverImperativeCalls(input: GraphqlCalls, pattern: ImperativePattern): DiscoveredUnit[] {
  const { values, pack, gate } = input
  const { match } = pattern
  return values.program.modules
    .filter(module => gate(module.file))
    .flatMap(module =>
      module.calls.flatMap(node => {
        const method = methodOf(exprAt(module, node))
        if (!method) return []
        const documentOf = (at: Expr<CallNode>): Expr | null => {
          const options = argumentAt(at, 0)
          return options ? propertyOf(values, options, method.documentProperty) : null
        }
        const call = exprAt(module, node)
        if (!argumentAt(call, 0)) return []
        return expandedUses(call, input, documentOf).map(use => {
          const document = documentOf(use.call)
          return operationUnit(values, {
            pack,
            pattern,
            ...use,
            document: document
              ? input.documents.at(document)
              : { text: null, written: [], operation: null, reason: 'unreadDocument' },
            operationType: method.operationType ?? typeNamed(method.method),
            options: argumentAt(use.call, 0),
            host: hostAt(use.call),
            data: 'data',
          })
        })
      }),
    )

  /** Of the very client, where its construction is known. */
  function hostAt(call: Expr<CallNode>): string | null {
    const client = isMember(call.node.callee) ? values.one({ ...call, node: call.node.callee.object }) : null
    return client?.type === 'call' && client.expr.node.type === 'NewExpression' ? hostOf(values, client.expr) : input.host
  }

  function methodOf(call: Expr<CallNode>): (typeof match.methods)[number] | null {
    const { callee } = call.node
    const name = isMember(callee) ? memberName(callee) : null
    const method = match.methods.find(one => one.method === name)
    if (!method || !isMember(callee) || call.node.type !== 'CallExpression') return null
    return values.resolve({ ...call, node: callee.object }).every(isClient) ? method : null
  }

  /** Made by the constructor, given by one of the library's hooks, or declared as of its class. */
  function isClient(value: Value): boolean {
    if (value.type === 'call')
      return (
        isOrigin(value.callee, match.importModule, match.importName) ||
        (match.givenBy ?? []).some(hook => isOrigin(value.callee, match.importModule, hook))
      )
    if (value.type !== 'param') return false
    const { node } = value.binding
    const annotation =
      'typeAnnotation' in node ? (node.typeAnnotation as { typeAnnotation: Node } | null) : null
    const type = annotation?.typeAnnotation
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
    const imported = value.module.top.get(type.typeName.name)?.source
    return (
      imported?.type === 'import' &&
      imported.specifier === match.importModule &&
      imported.imported === match.importName
    )
  }
}
