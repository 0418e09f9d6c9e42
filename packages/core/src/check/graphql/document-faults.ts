/** What a document asks of a schema that the schema does not have: a `no` that is proven, never a guess (checking.md 7.1). */
import {
  type GraphqlField,
  type GraphqlInput,
  type GraphqlSchema,
  type GraphqlType,
  namedType,
} from '../../ir/index.js'
import type { GraphqlArgument, GraphqlFragment, GraphqlSelection, GraphqlValue } from '../../semantics/index.js'
import { type GraphqlFieldNode, isSent } from '../../pair/index.js'

export type DocumentFault = { typeName: string; at: number } & (
  | { type: 'field'; field: string; known: readonly string[] }
  /** `argument` is dotted for a key of an object. */
  | { type: 'argument'; field: string; argument: string }
  | { type: 'missing'; field: string; argument: string }
  | { type: 'value'; field: string; argument: string; value: string; accepted: readonly string[] }
)

export interface WalkedDocument {
  schema: GraphqlSchema
  fragments: ReadonlyMap<string, GraphqlFragment>
}

const maxDepth = 64

/** Faults of one root field and of all below it. */
export function faultsBelow(root: GraphqlFieldNode, typeName: string, { schema, fragments }: WalkedDocument): DocumentFault[] {
  const faults: DocumentFault[] = []
  const entered = new Set<string>()

  function field(node: GraphqlFieldNode, parent: string, depth: number): void {
    if (!isSent(node)) return
    const type = typeAt(schema, parent)
    if (!type || depth > maxDepth) return
    const fields = type.kind === 'object' || type.kind === 'interface' ? type.fields : type.kind === 'union' ? {} : null
    if (!fields) return
    const declared = Object.hasOwn(fields, node.name) ? fields[node.name] : undefined
    if (!declared) {
      if (!('open' in type)) faults.push({ type: 'field', typeName: parent, field: node.name, known: Object.keys(fields), at: node.at })
      return
    }
    if (declared.disputed) return
    faults.push(...argumentFaults(node, parent, declared))
    selections(node.selections, namedType(declared.type), depth + 1)
  }

  function selections(list: readonly GraphqlSelection[], parent: string, depth: number): void {
    for (const one of list) {
      if (one.type === 'field') field(one, parent, depth)
      else if (one.directives.includes('client')) continue
      else if (one.type === 'inline') selections(one.selections, one.on ?? parent, depth + 1)
      else {
        const fragment = entered.has(one.name) ? undefined : fragments.get(one.name)
        entered.add(one.name)
        if (fragment) selections(fragment.selections, fragment.on, depth + 1)
      }
    }
  }

  function argumentFaults(node: GraphqlFieldNode, parent: string, { arguments: accepted = {}, open }: GraphqlField): DocumentFault[] {
    const at = { typeName: parent, field: node.name }
    return [
      ...node.arguments.flatMap((given): DocumentFault[] => {
        const input = Object.hasOwn(accepted, given.name) ? accepted[given.name] : undefined
        if (input) return valueFaults(given.value, input.type, { ...at, argument: given.name, at: given.at })
        return open ? [] : [{ type: 'argument', ...at, argument: given.name, at: given.at }]
      }),
      ...lacking(node.arguments, accepted).map((argument): DocumentFault => ({ type: 'missing', ...at, argument, at: node.at })),
    ]
  }

  interface Given {
    typeName: string
    field: string
    argument: string
    at: number
  }

  function valueFaults(value: GraphqlValue, type: string, given: Given): DocumentFault[] {
    if (value.type === 'list') return value.items.flatMap(item => valueFaults(item, type, given))
    const accepted = typeAt(schema, namedType(type))
    if (accepted?.kind === 'enum' && value.type === 'enum' && !accepted.open && !accepted.values.includes(value.value))
      return [{ type: 'value', ...given, value: value.value, accepted: accepted.values, at: value.at }]
    if (accepted?.kind !== 'input' || value.type !== 'object') return []
    return [
      ...value.fields.flatMap((entry): DocumentFault[] => {
        const inner = { ...given, argument: `${given.argument}.${entry.name}`, at: entry.at }
        const input = Object.hasOwn(accepted.fields, entry.name) ? accepted.fields[entry.name] : undefined
        if (input) return valueFaults(entry.value, input.type, inner)
        return accepted.open ? [] : [{ type: 'argument', ...inner }]
      }),
      ...lacking(value.fields, accepted.fields).map((name): DocumentFault => ({ type: 'missing', ...given, argument: `${given.argument}.${name}` })),
    ]
  }

  field(root, typeName, 0)
  return faults
}

/** Inputs that must be given and are not. */
const lacking = (given: readonly GraphqlArgument[], accepted: Readonly<Record<string, GraphqlInput>>): string[] =>
  Object.entries(accepted).flatMap(([name, { type, hasDefault }]) =>
    type.endsWith('!') && !hasDefault && !given.some(one => one.name === name) ? [name] : [],
  )

const typeAt = ({ types }: GraphqlSchema, name: string): GraphqlType | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined

/** Names of fragments that are spread and not in the document. */
export function unknownSpreads(selections: readonly GraphqlSelection[], fragments: ReadonlyMap<string, GraphqlFragment>): { name: string; at: number }[] {
  const found = new Map<string, { name: string; at: number }>()
  const entered = new Set<string>()
  const visit = (list: readonly GraphqlSelection[]): void => {
    for (const one of list) {
      if (one.directives.includes('client')) continue
      if (one.type !== 'spread') visit(one.selections)
      else if (!entered.has(one.name)) {
        entered.add(one.name)
        const fragment = fragments.get(one.name)
        if (fragment) visit(fragment.selections)
        else found.set(one.name, { name: one.name, at: one.at })
      }
    }
  }
  visit(selections)
  return [...found.values()]
}
