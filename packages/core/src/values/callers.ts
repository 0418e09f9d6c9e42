/** Who calls a project function (extraction.md 6.1, V11). */
import type { SourceModule } from '../program/module.js'
import { type CallNode, type Expression, type FunctionNode, isCall, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import type { HookUse, HookUses } from './hook-uses.js'
import type { Values } from './resolve.js'
import { exprAt, type Expr, type Value } from './value.js'

export interface Caller {
  call: Expr<CallNode>
  callee: Value & { type: 'function' }
}

export interface Callers {
  /** Sorted by file and offset. */
  sites: readonly Caller[]
  /** Hooks of libraries that run it. */
  runBy: readonly HookUse[]
  /** The function escapes as a value somewhere: others may call it. */
  open: boolean
}

export interface CallerIndex {
  callersOf(module: SourceModule, fn: FunctionNode): Callers
  constructionsOf(module: SourceModule, cls: Node): readonly Expr<CallNode>[]
}

export function openCallers(values: Values, hooks: HookUses): CallerIndex {
  let index: { calls: Map<string, Expr<CallNode>[]>; renames: Map<string, Set<string>>; /** What a function's result is called, by the function's name. */ factories: Map<string, Set<string>> } | null = null
  const memo = new Map<FunctionNode, Callers>()

  const build = () => {
    const calls = new Map<string, Expr<CallNode>[]>()
    const renames = new Map<string, Set<string>>()
    const factories = new Map<string, Set<string>>()
    const rename = (from: string, to: string): void => addName(renames, from, to)
    const factory = (from: string, to: string): void => addName(factories, from, to)
    const made = (init: Node, name: string): void => {
      const inner = strip(init as Expression)
      const from = isCall(inner) ? lastName(inner.callee) : null
      if (from !== null) factory(from, name)
    }
    for (const module of values.program.all()) {
      for (const call of module.calls) {
        const name = lastName(call.callee)
        if (name === null) continue
        const list = calls.get(name)
        if (list) list.push(exprAt(module, call))
        else calls.set(name, [exprAt(module, call)])
      }
      for (const record of module.imports) for (const { imported, local } of record.names) rename(imported, local)
      for (const [exported, target] of module.exports) {
        if (target.type === 'local') rename(target.name, exported)
        else if (target.type === 'reexport') rename(target.imported, exported)
        else if (target.node.type === 'Identifier') rename(target.node.name, exported)
        else if (isMember(target.node)) rename(memberName(target.node) ?? '', exported)
      }
      for (const node of module.parents.keys()) {
        if (node.type === 'Property' && node.value.type === 'Identifier') {
          const key = keyName(node.key, node.computed)
          if (key !== null) {
            rename(node.value.name, key)
            rename(key, node.value.name)
          }
        } else if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
          const from = lastName(node.init)
          if (from !== null) rename(from, node.id.name)
          else made(node.init, node.id.name)
        } else if (node.type === 'TSTypeAliasDeclaration') {
          const returned = returnTypeOf(node.typeAnnotation)
          if (returned !== null) factory(returned, node.id.name)
        } else if (node.type === 'TSPropertySignature' && node.typeAnnotation?.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeAnnotation.typeName.type === 'Identifier') {
          const name = keyName(node.key, node.computed)
          if (name !== null) factory(node.typeAnnotation.typeAnnotation.typeName.name, name)
        } else if (node.type === 'Identifier' && 'typeAnnotation' in node && node.typeAnnotation?.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeAnnotation.typeName.type === 'Identifier') {
          factory(node.typeAnnotation.typeAnnotation.typeName.name, node.name)
        } else if (node.type === 'AssignmentExpression' && isMember(node.left)) {
          const from = lastName(node.right)
          const to = memberName(node.left)
          if (from !== null && to !== null) rename(from, to)
        } else if (node.type === 'PropertyDefinition' && node.value) {
          const from = lastName(node.value)
          const to = keyName(node.key, node.computed)
          if (from !== null && to !== null) rename(from, to)
        }
      }
    }
    return { calls, renames, factories }
  }

  const namesOf = (module: SourceModule, fn: Node): Set<string> => {
    index ??= build()
    const names = new Set<string>()
    const queue = ownNames(module, fn)
    const factory = queue.length === 0 ? returningFunction(module, fn) : null
    if (factory) for (const name of namesOf(module, factory)) queue.push(...resultNames(name, index.factories))
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (names.has(name)) continue
      names.add(name)
      queue.push(...(index.renames.get(name) ?? []))
    }
    return names
  }

  function callersOf(module: SourceModule, fn: FunctionNode): Callers {
    const known = memo.get(fn)
    if (known) return known
    memo.set(fn, { sites: [], runBy: [], open: true })
    const names = namesOf(module, fn)
    const sites: Caller[] = []
    for (const name of names) {
      for (const call of index?.calls.get(name) ?? []) {
        if (call.node.type === 'NewExpression') continue
        const callee = values.resolve(exprAt(call.module, call.node.callee)).find(v => v.type === 'function' && v.expr.node === fn)
        if (callee?.type === 'function' && !isInside(call, fn)) sites.push({ call, callee })
      }
    }
    sites.sort((a, b) => (a.call.module.file < b.call.module.file ? -1 : a.call.module.file > b.call.module.file ? 1 : a.call.node.start - b.call.node.start))
    const answer = { sites, runBy: hooks.of(fn), open: escapes(module, fn, names) }
    memo.set(fn, answer)
    return answer
  }

  /** A reference that is neither called nor merely renamed: passed on, stored, returned. */
  function escapes(module: SourceModule, fn: FunctionNode, names: ReadonlySet<string>): boolean {
    if (isTaken(module, fn)) return false
    if (ownNames(module, fn).length === 0 && !returningFunction(module, fn)) return true
    for (const other of values.program.all()) {
      for (const name of names) {
        for (const node of other.identifiers.get(name) ?? []) {
          const parent = other.parents.get(node)
          if (!parent) continue
          const whole = isMember(parent) && parent.property === node ? parent : node
          const holder = other.parents.get(whole)
          if (!holder || isHandledPosition(holder, whole, parent) || isTaken(other, whole)) continue
          if (!other.bindingOf.has(node) && whole === node) continue
          if (values.resolve(exprAt(other, whole)).some(v => v.type === 'function' && v.expr.node === fn)) return true
        }
      }
    }
    return false
  }

  function isTaken(module: SourceModule, node: Node): boolean {
    const holder = module.parents.get(node)
    return holder !== undefined && isCall(holder) && hooks.takes(exprAt(module, holder), node)
  }

  return {
    callersOf,
    constructionsOf(module, cls) {
      const names = namesOf(module, cls)
      const out: Expr<CallNode>[] = []
      for (const name of names)
        for (const call of index?.calls.get(name) ?? [])
          if (call.node.type === 'NewExpression' && values.resolve(exprAt(call.module, call.node.callee)).some(v => v.type === 'class' && v.expr.node === cls)) out.push(call)
      return out
    },
  }
}

function addName(names: Map<string, Set<string>>, from: string, to: string): void {
  if (from === to) return
  const set = names.get(from)
  if (set) set.add(to)
  else names.set(from, new Set([to]))
}

/** The function whose `return` the function is. */
export function returningFunction(module: SourceModule, fn: Node): Node | null {
  const parent = module.parents.get(fn)
  if (parent && isFunction(parent) && parent.body === fn) return parent
  if (parent?.type !== 'ReturnStatement') return null
  for (let at = module.parents.get(parent); at; at = module.parents.get(at)) if (isFunction(at)) return at
  return null
}

/** Names of what the factory returns, through its type aliases. */
function resultNames(name: string, factories: ReadonlyMap<string, ReadonlySet<string>>, seen: Set<string> = new Set()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  return [...(factories.get(name) ?? [])].flatMap(n => [n, ...resultNames(n, factories, seen)])
}

/** The function a type `ReturnType<typeof f>` names. */
function returnTypeOf(type: Node): string | null {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || type.typeName.name !== 'ReturnType') return null
  const [argument] = type.typeArguments?.params ?? []
  return argument?.type === 'TSTypeQuery' && argument.exprName.type === 'Identifier' ? argument.exprName.name : null
}

const isInside = (call: Expr<CallNode>, fn: FunctionNode): boolean => {
  for (let at: Node | undefined = call.node; at; at = call.module.parents.get(at)) if (at === fn) return true
  return false
}

function isHandledPosition(holder: Node, node: Node, parent: Node): boolean {
  if (isCall(holder) && holder.callee === node) return true
  if (isMember(holder) && holder.object === node) return true
  switch (holder.type) {
    case 'ImportSpecifier': case 'ImportDefaultSpecifier': case 'ExportSpecifier': case 'ExportDefaultDeclaration': case 'TSTypeQuery':
    case 'AwaitExpression': case 'ChainExpression': case 'TSNonNullExpression': case 'UnaryExpression':
      return true
    case 'VariableDeclarator': return true
    case 'Property': return true
    case 'AssignmentExpression': return true
    case 'FunctionDeclaration': case 'MethodDefinition': case 'PropertyDefinition': return true
    default: return isFunction(holder) && parent.type === 'FunctionDeclaration'
  }
}

function lastName(node: Node): string | null {
  const at = strip(node as Expression)
  if (at.type === 'Identifier') return at.name
  if (isMember(at)) return memberName(at)
  if (isCall(at) && isMember(at.callee) && memberName(at.callee) === 'bind') return lastName(at.callee.object)
  return null
}

/** Names by which the source itself knows the function or class. */
export function ownNames(module: SourceModule, fn: Node): string[] {
  const out: string[] = []
  if ('id' in fn && fn.id && fn.id.type === 'Identifier') out.push(fn.id.name)
  let at: Node = fn
  let parent = module.parents.get(at)
  while (parent && (parent.type === 'TSAsExpression' || parent.type === 'TSSatisfiesExpression' || (isCall(parent) && parent.arguments.includes(at as never)))) {
    at = parent
    parent = module.parents.get(at)
  }
  switch (parent?.type) {
    case 'VariableDeclarator':
      if (parent.id.type === 'Identifier') out.push(parent.id.name)
      break
    case 'Property': case 'MethodDefinition': case 'PropertyDefinition': {
      const name = keyName(parent.key, parent.computed)
      if (name !== null) out.push(name)
      break
    }
    case 'AssignmentExpression': {
      const name = lastName(parent.left)
      if (name !== null) out.push(name)
      break
    }
    case 'ExportDefaultDeclaration': out.push('default')
      break
    default:
  }
  return out
}
