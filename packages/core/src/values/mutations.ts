/** Whether the object a name holds may be given more than its declaration writes out. */
import type { Binding } from '../program/scopes.js'
import { type Expression, type FunctionNode, isCall, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import type { SourceModule } from '../program/module.js'
import type { Values } from './resolve.js'
import { type Expr, exprAt } from './value.js'

/** A write behind the declaration: `o.meta.count = 1` is path `meta`, key `count`; a null key may be any. */
export interface Growth {
  path: readonly string[]
  key: string | null
  value: Expr | null
  /** Written in the list of statements that declares the object, at this place; null: perhaps. */
  straightAt: number | null
  /** No type of the object need know of it: behind a cast, by `Object.assign`, in JavaScript. */
  isUntyped: boolean
}

const maxCalls = 2
const mergers = /assign|merge|extend|default|set|define|apply/i
const growingMethods = new Set(['push', 'unshift', 'splice', 'fill', 'copyWithin'])
/** Methods that hand out items of the object, which their callback may change. */
const itemMethods = new Set(['forEach', 'map', 'at', 'find', 'filter', 'flatMap', 'reduce', 'some', 'every', 'pop', 'shift', 'slice', 'entries', 'values'])
const wrappings = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ChainExpression', 'TSTypeAssertion'])

export function openMutations(values: Values) {
  const known = new Map<Binding, readonly Growth[]>()

  function growthOf(binding: Binding, module: SourceModule, calls = 0): readonly Growth[] {
    const found = known.get(binding)
    if (found) return found
    known.set(binding, [])
    const growth = [...binding.references.flatMap(reference => growthAt(binding, reference, module, calls)), ...(binding.topLevel ? growthElsewhere(binding, module, calls) : [])]
    known.set(binding, growth)
    return growth
  }

  /** Files that import the name write to its object too. */
  const growthElsewhere = (binding: Binding, module: SourceModule, calls: number): readonly Growth[] =>
    values.program.importers(module.file).flatMap(other => other.imports.flatMap(record => {
      const target = values.program.resolve(record.specifier, other.file)
      if (target.type !== 'project' || target.file !== module.file) return []
      return record.names.flatMap(({ imported, local }) => {
        const alias = imported === binding.name || imported === 'default' ? other.top.get(local) : undefined
        return alias ? growthOf(alias, other, calls).map(g => ({ ...g, straightAt: null })) : []
      })
    }))

  /** What the name that holds the literal, or a literal around it, gives it later. */
  function growthOfLiteral({ module, node }: Expr): readonly Growth[] {
    const path: string[] = []
    for (let at = node, parent = module.parents.get(at); parent; at = parent, parent = module.parents.get(at)) {
      if (parent.type === 'Property' && parent.value === at) path.unshift(keyName(parent.key, parent.computed) ?? '[]')
      else if (parent.type === 'ArrayExpression') path.unshift('[]')
      else if (parent.type === 'VariableDeclarator' && parent.init === at) {
        const binding = parent.id.type === 'Identifier' ? values.binding(module, parent.id) : null
        const growth = binding ? growthOf(binding, module) : []
        return growth.flatMap(g => (path.every((step, i) => g.path[i] === step) ? [{ ...g, path: g.path.slice(path.length), straightAt: null }] : []))
      } else if (parent.type !== 'ObjectExpression' && !wrappings.has(parent.type)) return []
    }
    return []
  }

  /** What happens to the object at one place that names it. */
  function growthAt(binding: Binding, reference: Node, module: SourceModule, calls: number): readonly Growth[] {
    const { parents } = module
    const path: string[] = []
    let isUntyped = /\.[cm]?jsx?$/.test(module.file)
    let at = reference
    for (;;) {
      const parent = parents.get(at)
      if (!parent) return []
      if (wrappings.has(parent.type)) {
        isUntyped ||= parent.type === 'TSAsExpression'
        at = parent
      }
      else if (isMember(parent) && parent.object === at) {
        const call = parents.get(parent)
        if (call && isCall(call) && call.callee === parent) return growsBy(memberName(parent), call, module, path)
        const target = targetOf(parent, parents)
        if (target) {
          const key = memberName(parent)
          const value = target.type === 'AssignmentExpression' && target.operator === '=' ? exprAt(module, target.right) : null
          return [{ path, key: value ? key : null, value, straightAt: isBeside(target, binding.node, parents) ? target.start : null, isUntyped }]
        }
        path.push(memberName(parent) ?? '[]')
        at = parent
      } else break
    }
    const parent = parents.get(at)
    switch (parent?.type) {
      case 'CallExpression': case 'NewExpression': return parent.callee === at ? [] : handedOver(parent, positionIn(parent.arguments, at), module, calls).map(g => ({ ...g, path: [...path, ...g.path], straightAt: null }))
      case 'ForOfStatement': return parent.right === at ? changesIn(parent.left, module, calls).map(isLoose => anyKey([...path, '[]'], isLoose)) : []
      case 'VariableDeclarator': {
        if (parent.init !== at || parent.id.type !== 'Identifier') return []
        const alias = values.binding(module, parent.id)
        return alias ? growthOf(alias, module, calls).map(g => ({ ...g, path: [...path, ...g.path], straightAt: null })) : []
      }
      default: return []
    }
  }

  function growsBy(method: string | null, call: Node, module: SourceModule, path: readonly string[]): readonly Growth[] {
    if (method === null) return []
    if (growingMethods.has(method)) {
      const items = method === 'push' || method === 'unshift' ? (isCall(call) ? call.arguments : []) : []
      if (items.length === 0 || items.some(i => i.type === 'SpreadElement')) return [anyKey([...path, '[]'])]
      return items.map(i => ({ path, key: '[]', value: exprAt(module, i), straightAt: null, isUntyped: false }))
    }
    if (!itemMethods.has(method) || !isCall(call)) return []
    const [first] = call.arguments
    const callback = first ? strip(first as Expression) : null
    return callback && isFunction(callback) ? callback.params.flatMap(p => changesIn(p, module, maxCalls)).map(isLoose => anyKey([...path, '[]'], isLoose)) : []
  }

  /** Per change of the names a pattern declares: whether a type need not know of it. */
  function changesIn(pattern: Node, module: SourceModule, calls: number): readonly boolean[] {
    const names = pattern.type === 'VariableDeclaration' ? pattern.declarations.map(d => d.id) : [pattern]
    return names.flatMap(name => {
      const binding = name.type === 'Identifier' ? values.binding(module, name) : null
      return binding ? growthOf(binding, module, calls).map(g => g.isUntyped) : []
    })
  }

  /** `fill(o)` for a function of the project, `Object.assign(o, …)`, `_.merge(o, …)`. */
  function handedOver(call: Node, index: number, module: SourceModule, calls: number): readonly Growth[] {
    if (!isCall(call) || index < 0) return []
    const callee = values.one({ module, node: call.callee, frame: null })
    if (callee?.type === 'global' || callee?.type === 'external') return index === 0 && (callee.type === 'external' || ['Object', 'Reflect'].includes(callee.path[0] ?? '')) && mergers.test(callee.path.at(-1) ?? '') ? [anyKey([], true)] : []
    if (callee?.type === 'param') return [anyKey([])]
    if (callee?.type !== 'function' || calls >= maxCalls) return []
    return parameterGrowth(callee.expr.node, index, callee.expr.module, calls + 1)
  }

  function parameterGrowth(fn: FunctionNode, index: number, module: SourceModule, calls: number): readonly Growth[] {
    const parameter = fn.params[index]
    const name = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter
    const binding = name?.type === 'Identifier' ? values.binding(module, name) : null
    return binding ? growthOf(binding, module, calls) : []
  }

  return { growthOf, growthOfLiteral }
}

const anyKey = (path: readonly string[], isUntyped = false): Growth => ({ path, key: null, value: null, straightAt: null, isUntyped })

/** The node is a statement of the list that the declaration stands in. */
function isBeside(node: Node, declaration: Node, parents: ReadonlyMap<Node, Node>): boolean {
  const statement = parents.get(node)
  const declarator = parents.get(declaration)
  const declared = declarator ? parents.get(declarator) : undefined
  return statement?.type === 'ExpressionStatement' && declared?.type === 'VariableDeclaration' && parents.get(statement) === parents.get(declared)
}

/** What assigns to the member or deletes it. */
function targetOf(member: Node, parents: ReadonlyMap<Node, Node>): Node | null {
  let at = member
  let parent = parents.get(at)
  while (parent && wrappings.has(parent.type)) {
    at = parent
    parent = parents.get(at)
  }
  switch (parent?.type) {
    case 'AssignmentExpression': case 'ForInStatement': case 'ForOfStatement': case 'AssignmentPattern': return parent.left === at ? parent : null
    case 'UpdateExpression': case 'ArrayPattern': case 'RestElement': return parent
    case 'UnaryExpression': return parent.operator === 'delete' ? parent : null
    case 'Property': return parents.get(parent)?.type === 'ObjectPattern' ? parent : null
    default: return null
  }
}

const positionIn = (nodes: readonly Node[], node: Node): number => nodes.indexOf(node)
