/** What a unit gets from hooks, contexts and the function around it (packs.md react, Inputs). */
import type { Input } from '../../ir/index.js'
import type { HookInputs } from '../../pack/index.js'
import {
  type CallNode,
  type FunctionNode,
  isFunction,
  isMember,
  keyName,
  memberName,
  type Node,
} from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

export function hookInputs(hooks: HookInputs, body: Expr<FunctionNode>, values: Values): Input[] {
  const { module, node: fn } = body
  const name = new RegExp(hooks.hooks)
  return module.calls
    .filter(call => isOwn(module.parents, call, fn))
    .flatMap((call): Input[] => {
      const callee = calledName(call)
      if (callee === null) return []
      const context = hooks.contexts.some(c =>
        values.resolve({ ...body, node: call.callee }).some(v => isOrigin(v, c.module, c.name)),
      )
      if (!context && !name.test(callee)) return []
      const fields = usedFields(body, call)
      if (fields === null) return []
      const [argument] = call.arguments
      if (context && argument && argument.type !== 'SpreadElement')
        return [
          {
            type: 'contextValue',
            context: module.text.slice(argument.start, argument.end),
            accessedFields: fields,
          },
        ]
      return context ? [] : [{ type: 'hookReturn', hook: callee, destructuredFields: fields }]
    })
}

/** Names of the functions around it that a sub-unit uses, once each. */
export function closureInputs({ module, node: fn }: Expr<FunctionNode>): Input[] {
  const names = new Set<string>()
  for (const [node, binding] of module.bindingOf) {
    if (node.start < fn.start || node.end > fn.end || binding.topLevel || binding.owner === null) continue
    if (binding.owner.start < fn.start && binding.owner.end >= fn.end) names.add(binding.name)
  }
  return [...names].sort().map(name => ({ type: 'closure', name }))
}

const calledName = ({ callee }: CallNode): string | null =>
  callee.type === 'Identifier' ? callee.name : isMember(callee) ? memberName(callee) : null

/** Written in the function itself, not in one inside it. */
function isOwn(parents: ReadonlyMap<Node, Node>, node: Node, fn: FunctionNode): boolean {
  if (node.start < fn.start || node.end > fn.end) return false
  for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at === fn
  return false
}

/** Names taken out of the result; null when nothing uses it. */
function usedFields({ module }: Expr, call: CallNode): string[] | null {
  let node: Node = call
  let parent = module.parents.get(node)
  while (
    parent &&
    [
      'AwaitExpression',
      'TSAsExpression',
      'TSNonNullExpression',
      'ChainExpression',
      'TSSatisfiesExpression',
    ].includes(parent.type)
  ) {
    node = parent
    parent = module.parents.get(node)
  }
  if (parent?.type === 'ExpressionStatement') return null
  if (parent && isMember(parent) && parent.object === node) {
    const name = memberName(parent)
    return name === null ? [] : [name]
  }
  if (parent?.type !== 'VariableDeclarator') return []
  const { id } = parent
  if (id.type === 'ObjectPattern')
    return id.properties.flatMap(p => (p.type === 'RestElement' ? [] : (keyName(p.key, p.computed) ?? [])))
  if (id.type === 'ArrayPattern') return id.elements.flatMap(e => (e?.type === 'Identifier' ? [e.name] : []))
  const binding = module.bindingOf.get(id)
  if (!binding) return []
  const members = binding.references.flatMap(reference => {
    const holder = module.parents.get(reference)
    return holder && isMember(holder) && holder.object === reference ? (memberName(holder) ?? []) : []
  })
  return [...new Set(members)]
}
