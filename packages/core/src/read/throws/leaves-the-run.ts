/** Whether a unit runs code that nobody read: such code may throw an error with a status, or answer by itself. */
import { isBuiltin } from '../../semantics/builtin-names.js'
import type { DiscoveredUnit } from '../../discover/unit.js'
import {
  children,
  type Expression,
  type FunctionNode,
  isClass,
  isFunction,
  type Node,
  strip,
} from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr, Value } from '../../values/value.js'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What the language's own values do; a receiver nobody knows has been made by a call that is judged itself. */
const methodsOfValues =
  words(`at concat every fill filter findIndex findLast findLastIndex flat flatMap forEach
  includes indexOf join keys values entries lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice
  toReversed toSorted unshift with charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd
  padStart repeat replace replaceAll search split startsWith substring toLowerCase toUpperCase toLocaleLowerCase
  toLocaleUpperCase trim trimEnd trimStart toFixed toPrecision toString toLocaleString valueOf hasOwnProperty toISOString
  toJSON getTime getDate getDay getFullYear getHours getMinutes getMonth getSeconds setDate setHours setMinutes then catch
  finally`)

/** Members of requests and responses of every framework that hold data, or set what is sent with the answer. */
const plainMembers =
  words(`body query params param queries headers header url originalUrl path routePath method log ip ips
  hostname host protocol id cookies cookie raw req res valid json text formData parseBody blob arrayBuffer get set var env
  status code type append vary locals is accepts contentType`)

export interface LeavesInput {
  unit: DiscoveredUnit
  owner: FunctionNode | null
  values: Values
  /** Calls that lead to no function of the run. */
  unfollowed: readonly Expr[]
}

export function leavesTheRun({ unit, owner, values, unfollowed }: LeavesInput): boolean {
  if (!owner || !unit.body) return false
  const body = { ...unit.body, node: owner }
  return unfollowed.some(call => !isHarmless(call)) || waitsForUnread(body)

  function isHarmless({ module, node, frame }: Expr): boolean {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return true
    const callees = values.resolve({ module, node: node.callee, frame })
    const hasFunction = node.arguments.some(
      a => a.type !== 'SpreadElement' && isFunction(strip(a as Expression)),
    )
    const parent = module.parents.get(node)
    const isThrown = node.type === 'NewExpression' && parent?.type === 'ThrowStatement'
    return isThrown || (callees.length > 0 && callees.every(callee => isHarmlessCallee(callee, hasFunction)))
  }

  function isHarmlessCallee(callee: Value, hasFunction: boolean): boolean {
    switch (callee.type) {
      case 'class':
        return true
      case 'global':
        return isBuiltin(callee.path)
      case 'external':
        return /^node:/.test(callee.module) || nodeModules.has(callee.module)
      case 'param':
        return isContinuation(callee)
      case 'member':
        return isHarmlessMember(callee, hasFunction)
      default:
        return false
    }
  }

  function isHarmlessMember(
    { object, property }: Extract<Value, { type: 'member' }>,
    hasFunction: boolean,
  ): boolean {
    const root = rootOf(object)
    if (root?.type === 'external') return isHarmlessCallee(root, hasFunction)
    if (root?.type === 'global') return isBuiltin(root.path)
    if (root?.type === 'literal' || root?.type === 'array') return true
    if (methodsOfValues.has(property) || (property === 'find' && hasFunction)) return true
    if (root?.type !== 'param' || root.binding.source.type !== 'param' || root.binding.source.fn !== owner)
      return false
    const path = [...root.binding.source.path.map(String), ...pathTo(object), property]
    return (
      isContinuation(root) ||
      (unit.pack !== null &&
        (path[0] === 'log' || (path.length <= 3 && path.every(name => plainMembers.has(name)))))
    )
  }

  function isContinuation({ binding: { source } }: Extract<Value, { type: 'param' }>): boolean {
    return (
      source.type === 'param' &&
      unit.continuations.some(({ fn, index }) => fn === source.fn && index === source.index)
    )
  }

  /** What is waited for, or spelled as a template, without a call that is judged by itself. */
  function waitsForUnread(at: Expr): boolean {
    const visit = (node: Node): boolean => {
      if (isClass(node)) return false
      if (node.type === 'TaggedTemplateExpression' && !isHarmlessTag({ ...at, node: node.tag })) return true
      if (node.type === 'ForOfStatement' && node.await) return true
      if (node.type === 'AwaitExpression' && isUnreadPromise({ ...at, node: strip(node.argument) }))
        return true
      return children(node).some(visit)
    }
    return visit(at.node)
  }

  function isHarmlessTag(tag: Expr): boolean {
    const value = values.one(tag)
    return value?.type === 'global' && isBuiltin(value.path)
  }

  function isUnreadPromise(expr: Expr): boolean {
    if (expr.node.type !== 'Identifier' && expr.node.type !== 'MemberExpression') return false
    return values
      .resolve(expr)
      .some(({ type }) => type === 'param' || type === 'member' || type === 'external' || type === 'opaque')
  }
}

const rootOf = (value: Value): Value | null =>
  value.type === 'member' ? rootOf(value.object) : value.type === 'call' ? rootOf(value.callee) : value

const pathTo = (value: Value): string[] =>
  value.type === 'member'
    ? [...pathTo(value.object), value.property]
    : value.type === 'call'
      ? [...pathTo(value.callee), '()']
      : []

const nodeModules =
  words(`assert buffer child_process crypto dns events fs fs/promises http https net os path perf_hooks
  process querystring readline stream stream/promises string_decoder timers timers/promises tls tty url util v8 vm worker_threads zlib`)
