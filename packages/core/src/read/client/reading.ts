/** Everything a client unit adds to the reading of its body. */
import type { HttpFacts } from '../../ir/index.js'
import type { ClientCall, DiscoveredUnit } from '../../discover/unit.js'
import { type Expression, isCall, isMember, memberName, strip } from '../../program/syntax.js'
import { type Expr, siteKey, type Value } from '../../values/value.js'
import { type Cond, conjuncts, leavesOf, type Lit } from '../paths/condition.js'
import type { SitePath, Walked } from '../paths/walker.js'
import type { Places } from '../places.js'
import type { Shapes } from '../shapes.js'
import type { StatusRange } from '../tests.js'
import type { ReadEnv } from '../unit.js'
import { returnedReads } from './callers.js'
import { anyOutcome, openDenoting } from './denote.js'
import { type Belonging, openClientFacts } from './facts.js'
import { expectedShape, type BodyRead, readFact } from './reads.js'
import { requestOf } from './request.js'

type Outcome = Walked['outcomes'][number]

export function openClientReading(input: { env: ReadEnv; unit: DiscoveredUnit; client: ClientCall; places: Places; shapes: Shapes }) {
  const { env, client, places, shapes } = input
  const returned = new Map<string, Expr>()
  const denoting = openDenoting({ values: env.values, schemas: env.schemas, client, returned })
  const facts = openClientFacts({
    values: env.values, schemas: env.schemas, client, denoting, placeOf: places.of,
    declaredType: expr => shapes.hole(expr, 'declaredType'),
    statusRange,
  })
  const semantics = client.statusRanges
  const outcomes: { outcome: Outcome; hasBody: boolean; returnsResponse: boolean }[] = []

  function statusRange(expr: Expr): StatusRange | null {
    if (!isMember(expr.node)) return null
    const name = memberName(expr.node)
    const range = semantics.find(s => s.name === name)
    if (!range) return null
    const found = denoting.denote({ ...expr, node: expr.node.object }, anyOutcome)
    return found?.root === 'response' && found.path.length === 0 ? range : null
  }

  /** The expression is the unit's own response, or reached from it. */
  function isOwn({ node, ...at }: Expr): boolean {
    if (denoting.denote({ ...at, node }, anyOutcome)) return true
    const inner = isMember(node) ? node.object : isCall(node) && isMember(node.callee) ? node.callee.object : null
    return inner !== null && isOwn({ ...at, node: strip(inner) })
  }

  /** The response of another call of the function, or reached from it: its statuses are not this unit's. */
  function isForeign(expr: Expr): boolean {
    const at = { ...expr, node: strip(expr.node as Expression) }
    return ['Identifier', 'MemberExpression', 'CallExpression'].includes(at.node.type) && !isOwn(at) && env.values.resolve(at).some(comesFromOther)
  }

  function comesFromOther(value: Value): boolean {
    if (value.type === 'member') return comesFromOther(value.object)
    if (value.type !== 'call' || siteKey(value.expr) === siteKey(client.call)) return false
    return isOtherCall(value.expr) || comesFromOther(value.callee)
  }

  /** A client call that is not the unit's: the library's, or that of a wrapper it was reached through. */
  function isOtherCall(call: Expr): boolean {
    if (call.node === client.call.node) return true
    const own = client.chain.map(siteKey)
    for (let at: Expr | null = call; at; at = at.frame?.site ?? null) {
      const { node } = at
      if (isCall(node) && !own.includes(siteKey(at)) && env.clientAt({ ...at, node }) !== null) return true
    }
    return false
  }

  /** The unit's own call stands in the block. */
  function holdsCall(block: Expr): boolean {
    return [...client.chain, client.call].some(call => call.module === block.module && call.node.start >= block.node.start && call.node.end <= block.node.end && (call.frame?.id ?? '') === (block.frame?.id ?? ''))
  }

  function transitionFacts(outcome: Outcome, belongs: (site: Belonging) => readonly SitePath[], walked: Walked, isSure: (paths: readonly SitePath[]) => boolean) {
    const { state } = outcome.path
    const value = outcome.completion.terminal?.outcome
    const result = value?.type === 'return' ? value.value : null
    const own = facts.factsOf({ outcomes: state.outcomes, caught: state.caught, lits: outcome.lits, returned: result }, belongs, { ...walked, isSure })
    const found = result ? denoting.denote(result, state.outcomes || anyOutcome) : null
    const returnsResponse = found?.root === 'response' && found.path.length === 0
    const callers = result && !state.caught ? returnedReads({ env, unit: input.unit, result, denoting, outcomes: state.outcomes || anyOutcome, places }) : null
    const callerReads = callers?.reads ?? []
    const all: Pick<BodyRead, 'path' | 'optional' | 'isArray' | 'isTest'>[] = [...own.reads, ...callerReads.map(r => r.read)]
    const http = {
      ...own.http,
      ...(callerReads.length > 0 ? { reads: [...(own.http.reads ?? []), ...callerReads.filter(r => !r.read.isTest).map(r => readFact(r.read, r.place))] } : {}),
      ...(callers && callers.tests.length > 0 ? { tests: [...(own.http.tests ?? []), ...callers.tests] } : {}),
    }
    outcomes.push({ outcome, hasBody: found?.root === 'body' || own.reads.length > 0, returnsResponse })
    return { http, expectedInput: callerReads.length > 0 ? expectedShape(all.filter(r => !(r.isTest && r.path.length === 0))) : own.expectedInput }
  }

  function unitFacts(walked: Walked): HttpFacts {
    const failure = client.failureDelivery === 'exception' || wrapperThrowsOutsideSuccess(walked) ? 'exception' : 'response'
    const statuses = wrapperStatuses(walked)
    const redirect = redirectOf()
    return {
      bodyAccessors: bodyAccessorsOf(),
      statusAccessors: [...client.statusAccessors],
      expectedInputRoot: 'body',
      ...(failure === 'exception' ? { failureDelivery: 'exception' as const } : {}),
      ...(redirect ? { redirect } : {}),
      ...(client.codec !== null ? { codec: client.codec } : {}),
      ...(outcomes.some(o => o.returnsResponse) ? { returnsResponse: true as const } : {}),
      call: places.of(client.runBy ?? client.chain[0] ?? client.call),
      ...(statuses.length > 0 ? { wrapperStatuses: statuses } : {}),
      request: requestOf({ client, values: env.values, shapes, places }),
    }
  }

  /** A wrapper that hands the body on leaves its callers without an accessor. */
  function bodyAccessorsOf(): string[] {
    const [outer] = client.chain
    if (outer && denoting.denote(outer, anyOutcome)?.root === 'body') return []
    return [...client.bodyAccessors]
  }

  function redirectOf(): 'manual' | null {
    if (!client.options) return null
    const value = env.values.one(client.options)
    if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return null
    for (const p of value.expr.node.properties) {
      if (p.type !== 'Property' || p.key.type !== 'Identifier' || p.key.name !== 'redirect') continue
      const text = env.values.one({ ...value.expr, node: p.value })
      return text?.type === 'literal' && text.value === 'manual' ? 'manual' : null
    }
    return null
  }

  /** What an expanded wrapper returned on this path, where the value is its result. */
  function wrapperResult(expr: Expr, at: string): Expr | 'nothing' | null {
    const node = strip(expr.node as Expression)
    const source = node.type === 'Identifier' ? env.values.binding(expr.module, node) : null
    if (source?.source.type === 'init' && source.source.path.length === 0 && source.writes.length === 0) return wrapperResult({ ...expr, node: source.source.value }, at)
    const call = `${siteKey({ ...expr, node })}>`
    const taken = at.split('|').find(o => o.startsWith(call))
    return taken === undefined ? null : (returned.get(taken.slice(call.length)) ?? 'nothing')
  }

  const inEntered = (cond: Cond): boolean => {
    const { site } = cond
    return site !== null && client.entered.some(e => e.module.file === site.file && site.start >= e.node.start && site.end <= e.node.end)
  }

  /** Statuses tested in the bodies of expanded wrappers. */
  function wrapperStatuses(walked: Walked): number[] {
    const out = new Set<number>()
    for (const { cond } of leavesOf(walked.outcomes.flatMap(o => o.lits))) {
      if (!inEntered(cond) || cond.predicate.type !== 'comparison' || !isStatusComparison(cond)) continue
      const { right, op } = cond.predicate
      if (right.type === 'literal' && typeof right.value === 'number' && op === 'eq' && right.value >= 100 && right.value <= 599) out.add(right.value)
    }
    return [...out].sort((a, b) => a - b)
  }

  const isStatusComparison = ({ predicate }: Cond): boolean => predicate.type === 'comparison' && facts.isStatusRef(predicate.left)

  /** Every way through the wrappers that returns does so under a success status, and some other way throws (R12). */
  function wrapperThrowsOutsideSuccess(walked: Walked): boolean {
    if (client.entered.length === 0) return false
    const returning = walked.outcomes.filter(o => o.path.state.outcomes !== '' && !o.path.state.caught)
    const throwing = walked.outcomes.some(o => o.path.state.outcomes === '' && (o.path.state.caught || o.completion.terminal?.outcome.type === 'throw') && o.lits.some(holdsEntered))
    return returning.length > 0 && throwing && returning.every(o => o.lits.some(isSuccess))
  }
  const holdsEntered = (lit: Lit): boolean => leavesOf([lit]).some(l => inEntered(l.cond))

  /** The condition leaves only statuses from 200 to 299. */
  function isSuccess(lit: Lit): boolean {
    const lits = conjuncts(lit).flatMap(part => (part.type === 'lit' ? [part.lit] : []))
    const bounds = lits.filter(l => l.positive && inEntered(l.cond) && isStatusComparison(l.cond)).map(l => l.cond.predicate)
    const has = (op: string, ok: (n: number) => boolean): boolean => bounds.some(p => p.type === 'comparison' && p.op === op && p.right.type === 'literal' && typeof p.right.value === 'number' && ok(p.right.value))
    return has('eq', n => n >= 200 && n <= 299) || (has('gte', n => n >= 200) && has('lte', n => n <= 299))
  }

  return {
    interest: facts.interest,
    isForeign,
    statusRange,
    holdsCall,
    transitionFacts,
    unitFacts,
    setReturned: (walked: ReadonlyMap<string, Expr>) => {
      for (const [key, expr] of walked) returned.set(key, expr)
    },
    /** The value is the client's own response or a part of it. */
    isOwnResponse: (value: Expr, at: string) => denoting.denote(value, at || anyOutcome) !== null,
    wrapperResult,
  }
}
