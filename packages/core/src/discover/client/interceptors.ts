/** What interceptors of a client instance make of its responses. */
import { type CallNode, type Expression, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { returnedExpressions } from '../../values/returns.js'
import { exprAt, type Expr, siteKey, type Value } from '../../values/value.js'
import type { ClientOptions, Site } from './site.js'

/** Response interceptors by instance: null none, "body" when they hand on the body, "unread" otherwise. */
export function readInterceptors({ values, packs }: ClientOptions): (instance: Expr<CallNode> | null, site: Site) => 'body' | 'unread' | null {
  const found: { holder: Value; handler: Expr | null; bodies: readonly string[] }[] = []
  for (const { pack, gate } of packs) {
    const chains = pack.discovery.flatMap(d => (d.match.type === 'clientCall' && d.match.responseTransform ? [d.match.responseTransform.method] : []))
    const bodies = (pack.responseSemantics ?? []).filter(s => s.semantics.type === 'body').map(s => s.name)
    for (const module of values.program.modules) {
      if (chains.length === 0 || !gate(module.file)) continue
      for (const call of module.calls) {
        const chain = chains.find(c => c.at(-1) === (isMember(call.callee) ? memberName(call.callee) : null))
        const holder = chain ? holderOf(call, chain) : null
        if (!holder) continue
        const [value] = values.resolve(exprAt(module, holder))
        const [first] = call.arguments
        if (value) found.push({ holder: value, handler: first && first.type !== 'SpreadElement' ? exprAt(module, first) : null, bodies })
      }
    }
  }
  return (instance, site) => {
    const own = found.filter(f => (instance ? f.holder.type === 'call' && siteKey(f.holder.expr) === siteKey(instance) : isOrigin(f.holder, site.pattern.match.importModule, site.pattern.match.importName)))
    const results = own.flatMap(f => (f.handler ? [transformOf(values, f.handler, f.bodies)] : []))
    if (results.includes('unread')) return 'unread'
    return results.includes('body') ? 'body' : null
  }
}

/** The value `interceptors.response.use` is called on. */
function holderOf(call: CallNode, chain: readonly string[]): Node | null {
  let at: Node = call.callee as Node
  for (const name of [...chain].reverse()) {
    if (!isMember(at) || memberName(at) !== name) return null
    at = strip(at.object as Expression)
  }
  return at
}

/** What the interceptor's function hands on, by its returned expressions. */
function transformOf(values: Values, handler: Expr, bodies: readonly string[]): 'body' | 'unread' | null {
  const fn = values.one(handler)
  if (fn?.type === 'literal') return null
  if (fn?.type !== 'function') return 'unread'
  const kinds = returnedExpressions(fn.expr.node).map((node): 'body' | 'unread' | null => {
    if (!node) return 'unread'
    const [value] = values.resolve({ ...fn.expr, node })
    if (value?.type === 'param') return null
    if (value?.type === 'member' && value.object.type === 'param' && bodies.includes(value.property)) return 'body'
    // `Promise.reject(error)` hands nothing on
    return value?.type === 'call' && value.callee.type === 'global' && value.callee.path.join('.') === 'Promise.reject' ? null : 'unread'
  })
  if (kinds.every(k => k === null)) return null
  return kinds.every(k => k !== 'unread') ? 'body' : 'unread'
}
