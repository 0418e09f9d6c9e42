/** What a condition or an effect is about: value references and canonical text (extraction.md 13.2, 18.1). */
import { shortened, type ValueRef } from '../ir/index.js'
import type { Binding, PatternStep } from '../program/scopes.js'
import { children, type Expression, type FunctionNode, isCall, isMember, isTypeNode, memberName, type Node, strip } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import { type Expr, frameOf } from '../values/value.js'

export interface Subjects {
  refOf(expr: Expr): ValueRef
  /** Source of the expression with whitespace collapsed and comments dropped. */
  sourceOf(expr: Expr): string
  canonical(expr: Expr): string
  /** Where a name's value finally stands: equal for two names of one value. Null when it may change. */
  stableKey(expr: Expr): string | null
  calleeText(expr: Expr): string
}

const maxHops = 8
const maxText = 60

/** `owner`: the unit's function; null for a module top level. `isForeign`: what must not be taken for the unit's own response. `hasThisProps`: `this.props` is its input. */
export function openSubjects(values: Values, owner: FunctionNode | null, isForeign: (expr: Expr) => boolean = () => false, hasThisProps = false): Subjects {
  const anonymous = new Map<Binding, string>()

  function refOf(expr: Expr, hops = 0): ValueRef {
    const node = strip(expr.node as Expression)
    const at = { ...expr, node }
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'object' || typeof node.value === 'bigint') return node.value === null ? { type: 'literal', value: null } : unresolved(at)
        return { type: 'literal', value: node.value }
      case 'TemplateLiteral':
        return node.expressions.length === 0 ? { type: 'literal', value: node.quasis[0]?.value.cooked ?? '' } : unresolved(at)
      case 'UnaryExpression': {
        const inside = strip(node.argument)
        if (node.operator === '-' && inside.type === 'Literal' && typeof inside.value === 'number') return { type: 'literal', value: -inside.value }
        return unresolved(at)
      }
      case 'Identifier': return nameRef(at, hops)
      case 'MemberExpression': {
        const state = /^this\.state\.([\w$]+)$/.exec(sourceOf(at))
        if (state?.[1]) return { type: 'state', name: state[1] }
        if (hasThisProps && sourceOf(at) === 'this.props') return { type: 'input', inputRef: 'props', path: [] }
        const constant = constantOf(at)
        if (constant) return constant
        const name = memberName(node)
        const object = refOf({ ...at, node: node.object }, hops)
        if (name === null) return { type: 'unresolved', sourceText: sourceOf(at) }
        if (node.computed) {
          const key = strip(node.property)
          return derived(object, { type: 'indexAccess', index: key.type === 'Literal' && typeof key.value === 'number' ? key.value : name })
        }
        return property(object, name)
      }
      case 'CallExpression': {
        if (isMember(node.callee)) {
          const name = memberName(node.callee)
          const object = refOf({ ...at, node: node.callee.object }, hops)
          if (name !== null && (object.type === 'input' || object.type === 'dependency' || object.type === 'derived') && !isModuleValue({ ...at, node: node.callee.object }))
            return derived(object, { type: 'methodCall', method: name, args: node.arguments.map(a => shortened(sourceOf({ ...at, node: a }), maxText)) })
        }
        return { type: 'dependency', name: calleeText({ ...at, node: node.callee }), accessChain: [] }
      }
      case 'NewExpression': return { type: 'dependency', name: `new ${calleeText({ ...at, node: node.callee })}`, accessChain: [] }
      case 'ThisExpression': return { type: 'state', name: 'this' }
      default: return unresolved(at)
    }
  }

  function nameRef(expr: Expr, hops: number): ValueRef {
    if (expr.node.type !== 'Identifier') return unresolved(expr)
    const binding = values.binding(expr.module, expr.node)
    if (!binding) return expr.node.name === 'undefined' ? { type: 'literal', value: null } : { type: 'unresolved', sourceText: expr.node.name }
    const { source } = binding
    switch (source.type) {
      case 'param': {
        const bound = frameOf(expr.frame, source.fn)
        const argument = bound?.args[source.index]
        if (argument?.type === 'expr' && hops < maxHops) return stepped(refOf(argument.expr, hops + 1), source.path)
        if (source.fn === owner) {
          const names = propertyNames(source.path)
          const inputRef = source.path.length > 0 ? `arg${source.index}` : binding.name
          if (names) return { type: 'input', inputRef, path: names }
        }
        if (bound) return unresolved(expr)
        return isInsideOwner(expr, source.fn) ? unresolved(expr) : { type: 'state', name: binding.name }
      }
      case 'catch': return stepped({ type: 'dependency', name: 'catch', accessChain: [] }, source.path)
      case 'init': {
        const constant = constantOf(expr)
        if (constant) return constant
        const init = strip(source.value)
        if (isHook(init, 'useState')) return { type: 'state', name: binding.name }
        if (!isLocal(binding)) return { type: 'state', name: binding.name }
        if (binding.writes.length > 0 || hops >= maxHops) return unresolved(expr)
        const base = { ...expr, node: source.value }
        if (isCall(init) && source.path.length > 0) return destructured(refOf(base, hops + 1), source.path)
        return stepped(refOf(base, hops + 1), source.path)
      }
      case 'import': case 'function': case 'class': case 'enum': return { type: 'state', name: binding.name }
      case 'loop': case 'none': return isLocal(binding) ? unresolved(expr) : { type: 'state', name: binding.name }
      default: return source satisfies never
    }
  }

  const isInsideOwner = (expr: Expr, fn: Node): boolean => {
    for (let at: Node | undefined = fn; at; at = expr.module.parents.get(at)) if (at === owner) return true
    return owner === null
  }

  /** Declared in the unit, a helper read in place, or (at module level) in a function. */
  const isLocal = (binding: Binding): boolean => (owner === null ? true : binding.owner !== null && !binding.topLevel)

  const isModuleValue = (expr: Expr): boolean => {
    const node = strip(expr.node as Expression)
    if (node.type !== 'Identifier') return false
    const binding = values.binding(expr.module, node)
    return !binding || binding.topLevel
  }

  /** A constant followed by value: `HttpStatus.OK`, `const MAX = 3`. */
  function constantOf(expr: Expr): ValueRef | null {
    const value = values.one(expr)
    if (value?.type !== 'literal') return null
    return { type: 'literal', value: value.value ?? null }
  }

  function sourceOf(expr: Expr): string {
    return collapse(expr.module.text.slice(expr.node.start, expr.node.end))
  }

  const unresolved = (expr: Expr): ValueRef => ({ type: 'unresolved', sourceText: canonical(expr) || sourceOf(expr) })

  function calleeText(expr: Expr): string {
    const node = strip(expr.node as Expression)
    if (isMember(node) && memberName(node) !== null && !node.computed) return `${calleeText({ ...expr, node: node.object })}${node.optional ? '?.' : '.'}${memberName(node)}`
    return collapse(expr.module.text.slice(node.start, node.end))
  }

  function canonical(expr: Expr): string {
    const tokens = print(expr, 0).match(/"(?:[^"\\]|\\.)*"|[\w$]+|[^\s\w$]/g) ?? []
    return tokens.join(' ').replace(/, ([)\]}])/g, '$1')
  }

  function print(expr: Expr, depth: number): string {
    const node = expr.node
    if (depth > 64) return sourceOf(expr)
    if (isTypeNode(node)) return ''
    const inner = strip(node as Expression)
    if (inner !== node) return print({ ...expr, node: inner }, depth)
    if (node.type === 'Literal') return typeof node.value === 'string' ? JSON.stringify(node.value) : sourceOf(expr)
    if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return JSON.stringify(node.quasis[0]?.value.cooked ?? '')
    if (node.type === 'Identifier') return printName(expr, depth)
    if (isMember(node)) {
      const name = memberName(node)
      if (name !== null) return `${print({ ...expr, node: node.object }, depth + 1)}.${name}`
    }
    return printParts(expr, depth)
  }

  /** The source between the children, and the children. */
  function printParts(expr: Expr, depth: number): string {
    const { node, module } = expr
    let text = ''
    let at = node.start
    for (const child of children(node)) {
      if (child.start < at) continue
      if (isTypeNode(child)) {
        text += clean(module.text.slice(at, child.start)).replace(/[:?]\s*$/, '')
        at = child.end
        continue
      }
      text += `${clean(module.text.slice(at, child.start))} ${print({ ...expr, node: child }, depth + 1)} `
      at = child.end
    }
    return text + clean(module.text.slice(at, node.end))
  }

  function printName(expr: Expr, depth: number): string {
    if (expr.node.type !== 'Identifier') return ''
    const binding = values.binding(expr.module, expr.node)
    if (!binding) return expr.node.name
    const { source } = binding
    if (source.type === 'param') {
      const bound = frameOf(expr.frame, source.fn)
      const argument = bound?.args[source.index]
      if (argument?.type === 'expr') return print(argument.expr, depth + 1) + pathText(source.path)
      if (source.fn === owner) return `$${source.index}${pathText(source.path)}`
    }
    if (source.type === 'import') return source.imported === 'default' || source.imported === '*' ? binding.name : source.imported
    if (source.type === 'init' && binding.writes.length === 0) {
      const init = strip(source.value)
      const at = { ...expr, node: init }
      if (isCall(init)) return calleeText({ ...at, node: init.callee }) + pathText(source.path)
      if (init.type === 'Literal' || init.type === 'LogicalExpression' || init.type === 'UnaryExpression' || init.type === 'BinaryExpression' || isMember(init) || init.type === 'Identifier')
        return print(at, depth + 1) + pathText(source.path)
    }
    if (source.type === 'catch') return 'catch'
    if (!isLocal(binding)) return binding.name
    const known = anonymous.get(binding)
    if (known) return known
    const name = `_${anonymous.size + 1}`
    anonymous.set(binding, name)
    return name
  }

  function stableKey(expr: Expr, hops = 0): string | null {
    const node = strip(expr.node as Expression)
    if (node.type !== 'Identifier') return null
    const binding = values.binding(expr.module, node)
    if (!binding || binding.writes.length > 0) return null
    const { source } = binding
    const frame = source.type === 'param' ? frameOf(expr.frame, source.fn) : expr.frame
    if (source.type === 'param' && frame && hops < maxHops) {
      const argument = frame.args[source.index]
      if (argument?.type === 'expr' && source.path.length === 0 && argument.expr.node.type === 'Identifier') return stableKey(argument.expr, hops + 1)
    }
    if (source.type === 'init' && source.path.length === 0 && hops < maxHops) {
      const init = strip(source.value)
      if (init.type === 'Identifier') return stableKey({ ...expr, node: init }, hops + 1)
    }
    if (source.type === 'none' || source.type === 'loop') return null
    return `${expr.module.file}:${binding.node.start}${bindingFrame(expr, binding)}`
  }

  /** A name declared in a helper is another one in each call of it. */
  const bindingFrame = (expr: Expr, binding: Binding): string => {
    const frame = binding.owner ? frameOf(expr.frame, binding.owner) : null
    return frame ? `@${frame.id}` : ''
  }

  return { refOf: expr => (isForeign(expr) ? unresolved({ ...expr, node: strip(expr.node as Expression) }) : refOf(expr)), sourceOf, canonical, stableKey: expr => stableKey(expr), calleeText }
}

export const collapse = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()

const clean = (text: string): string => (!text.includes('/') ? text : withoutComments(text))

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:"'`])\/\/[^\n]*/g, '$1 ')

const derived = (from: ValueRef, derivation: Extract<ValueRef, { type: 'derived' }>['derivation']): ValueRef => ({ type: 'derived', from, derivation })

function property(object: ValueRef, name: string): ValueRef {
  switch (object.type) {
    case 'input': return { ...object, path: [...object.path, name] }
    case 'dependency': return { ...object, accessChain: [...object.accessChain, name] }
    case 'unresolved': return { type: 'unresolved', sourceText: `${object.sourceText} . ${name}` }
    default: return derived(object, { type: 'propertyAccess', property: name })
  }
}

function stepped(base: ValueRef, path: readonly PatternStep[]): ValueRef {
  return path.reduce<ValueRef>((ref, step) => {
    switch (step.type) {
      case 'property': return property(ref, step.name)
      case 'index': return derived(ref, { type: 'indexAccess', index: step.index })
      default: return ref
    }
  }, base)
}

function destructured(base: ValueRef, path: readonly PatternStep[]): ValueRef {
  return path.reduce<ValueRef>((ref, step) => {
    switch (step.type) {
      case 'property': return derived(ref, { type: 'destructured', field: step.name })
      case 'index': return derived(ref, { type: 'indexAccess', index: step.index })
      default: return ref
    }
  }, base)
}

function propertyNames(path: readonly PatternStep[]): string[] | null {
  const out: string[] = []
  for (const step of path) {
    if (step.type === 'property') out.push(step.name)
    else if (step.type === 'index') out.push(String(step.index))
    else return null
  }
  return out
}

const pathText = (path: readonly PatternStep[]): string => path.map(s => (s.type === 'property' ? `.${s.name}` : s.type === 'index' ? `[${s.index}]` : '')).join('')

const isHook = (node: Node, name: string): boolean =>
  isCall(node) && ((node.callee.type === 'Identifier' && node.callee.name === name) || (isMember(node.callee) && memberName(node.callee) === name))
