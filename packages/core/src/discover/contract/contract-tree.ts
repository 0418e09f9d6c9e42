/** A contract that is a tree of endpoints, read by value: nested routers, spreads, members, prefixes (packs.md ts-rest). */
import type { ContractPattern } from '../../pack/index.js'
import { keyName } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import type { Expr, Value } from '../../values/value.js'
import { joinPaths } from '../binding/provider-path.js'
import { optionOf } from '../routes/arguments.js'

export interface Endpoint {
  type: 'endpoint'
  contract: Expr
  /** Null: not read. */
  method: string | null
  path: string | null
  /** Answers every endpoint of its routers may give, outermost first. */
  common: readonly Expr[]
}

export interface ContractTree {
  type: 'router'
  child(name: string): ContractNode | null
}

export type ContractNode = Endpoint | ContractTree

/** What the routers around say: null prefix is not read. */
interface Above {
  prefix: string | null
  common: readonly Expr[]
}

const maxDepth = 16

export interface ContractTrees {
  at(expr: Expr): ContractNode | null
}

export function openContractTrees(values: Values, reading: ContractPattern): ContractTrees {
  const { router } = reading

  function nodeAt(expr: Expr, above: Above, depth: number): ContractNode | null {
    const value = values.one(expr)
    return value ? nodeOf(value, above, depth) : null
  }

  function nodeOf(value: Value, above: Above, depth: number): ContractNode | null {
    if (depth > maxDepth) return null
    switch (value.type) {
      case 'object':
        return isEndpoint(value)
          ? endpointOf(value.expr, above)
          : { type: 'router', child: name => childOf(value, name, above, depth + 1) }
      case 'call':
        return ofCall(value, above, depth)
      case 'member': {
        const holder = nodeOf(value.object, above, depth + 1)
        return holder?.type === 'router' ? holder.child(value.property) : null
      }
      default:
        return null
    }
  }

  /** `c.router({ … }, { pathPrefix })`, `c.query({ … })`. */
  function ofCall(
    { callee, expr }: Value & { type: 'call' },
    above: Above,
    depth: number,
  ): ContractNode | null {
    if (
      callee.type !== 'member' ||
      callee.object.type !== 'call' ||
      !isOrigin(callee.object.callee, reading.discovery.importModule, reading.discovery.importName)
    )
      return null
    const [first, second] = expr.node.arguments
    if (!first || first.type === 'SpreadElement') return null
    const inner: Expr = { ...expr, node: first }
    if (router?.endpointMethods.includes(callee.property)) return nodeAt(inner, above, depth + 1)
    if (!reading.discovery.registrationChain.includes(`.${callee.property}`)) return null
    const options: Expr | null = second && second.type !== 'SpreadElement' ? { ...expr, node: second } : null
    return nodeAt(inner, options ? below(above, options) : above, depth + 1)
  }

  function below(above: Above, options: Expr): Above {
    if (!router) return above
    const settled = values.one(options)?.type === 'object'
    const prefix = optionOf(values, options, router.prefix)
    const common = optionOf(values, options, router.responses)
    return {
      prefix: settled ? joined(above.prefix, prefix ? textAt(prefix) : '') : null,
      common: common ? [...above.common, common] : above.common,
    }
  }

  const isEndpoint = (value: Value & { type: 'object' }): boolean =>
    optionOf(values, value.expr, reading.methodProperty) !== null &&
    optionOf(values, value.expr, reading.pathProperty) !== null

  function endpointOf(contract: Expr, above: Above): Endpoint {
    const [method, path] = [
      optionOf(values, contract, reading.methodProperty),
      optionOf(values, contract, reading.pathProperty),
    ]
    return {
      type: 'endpoint',
      contract,
      method: (method ? textAt(method) : null)?.toUpperCase() ?? null,
      path: joined(above.prefix, path ? textAt(path) : null),
      common: above.common,
    }
  }

  function childOf(
    object: Value & { type: 'object' },
    name: string,
    above: Above,
    depth: number,
  ): ContractNode | null {
    if (object.expr.node.type !== 'ObjectExpression' || object.without?.includes(name)) return null
    for (const entry of [...object.expr.node.properties].reverse()) {
      if (entry.type === 'Property') {
        if (keyName(entry.key, entry.computed) === name)
          return nodeAt({ ...object.expr, node: entry.value }, above, depth)
        continue
      }
      const spread = nodeAt({ ...object.expr, node: entry.argument }, above, depth)
      const found = spread?.type === 'router' ? spread.child(name) : null
      if (found) return found
    }
    return null
  }

  const textAt = (expr: Expr): string | null => {
    const [only, ...more] = textsOf(values, expr)
    return only && more.length === 0 ? literalText(only) : null
  }

  return { at: expr => nodeAt(expr, { prefix: '', common: [] }, 0) }
}

function joined(above: string | null, below: string | null): string | null {
  if (above === null || below === null) return null
  return above === '' ? below : below === '' ? above : joinPaths(above, below)
}
