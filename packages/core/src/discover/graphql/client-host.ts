/** The host that a GraphQL client of the project sends its documents to. */
import { type CallNode, isMember, memberName } from '../../program/syntax.js'
import { isTestFile } from '../../program/test-code.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalText, textOf } from '../../values/text.js'
import { exprAt, type Expr, type Value } from '../../values/value.js'
import { argumentAt, propertyOf } from '../client/options.js'

export interface ClientClass {
  importModule: string
  importName: string
}

/** `new ApolloClient(…)`, tests aside. */
export function constructionsOf(values: Values, classes: readonly ClientClass[]): Expr<CallNode>[] {
  return values.program.modules
    .filter(({ file, text }) => !isTestFile(file) && classes.some(({ importName, importModule }) => text.includes(importName === 'default' ? importModule : importName)))
    .flatMap(module => module.calls.flatMap(node => (node.type === 'NewExpression' ? [exprAt(module, node)] : [])))
    .filter(call => values.resolve({ ...call, node: call.node.callee }).some(value => classes.some(one => isOrigin(value, one.importModule, one.importName))))
}

/** What every construction of the project agrees on; null where one is not read. */
export function onlyHost(values: Values, classes: readonly ClientClass[]): string | null {
  const hosts = new Set(constructionsOf(values, classes).map(call => hostOf(values, call)))
  const [only = null] = hosts
  return hosts.size === 1 ? only : null
}

/** Of its `uri`, or of the link its requests leave by. */
export function hostOf(values: Values, made: Expr<CallNode>): string | null {
  const config = argumentAt(made, 0)
  if (!config) return null
  const uri = propertyOf(values, config, 'uri')
  const link = uri ? null : propertyOf(values, config, 'link')
  const address = uri ?? (link && addressOf(link, 0))
  const text = address && textOf(values, address)
  const literal = text ? literalText(text) : null
  return /^https?:\/\/([^/?#]+)/i.exec(literal ?? '')?.[1] ?? null

  function addressOf(expr: Expr, depth: number): Expr | null {
    const value = depth > 4 ? null : values.one(expr)
    if (value?.type !== 'call') return null
    const { callee } = value.expr.node
    const name = isMember(callee) ? memberName(callee) : lastName(value.callee)
    const first = argumentAt(value.expr, 0)
    if (!first || name === null) return null
    if (name === 'concat') return addressOf(first, depth + 1)
    if (name !== 'from') return propertyOf(values, first, 'uri')
    const list = values.one(first)
    const last = list?.type === 'array' && list.expr.node.type === 'ArrayExpression' ? list.expr.node.elements.at(-1) : null
    return last && last.type !== 'SpreadElement' && list?.type === 'array' ? addressOf({ ...list.expr, node: last }, depth + 1) : null
  }
}

const lastName = (value: Value): string | null => (value.type === 'external' ? (value.path.at(-1) ?? null) : null)
