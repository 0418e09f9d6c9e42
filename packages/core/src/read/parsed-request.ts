/** What a unit's own code makes sure of: a schema run on the request, on the way to all it serves (packs.md 5.4). */
import type { Accepts, Output, ValueRef } from '../ir/index.js'
import type { FunctionNode, Node } from '../program/syntax.js'
import { isMember, keyName, memberName } from '../program/syntax.js'
import { openMutations } from '../values/mutations.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import type { Lit } from './paths/condition.js'
import type { CallSite, Walked } from './paths/walker.js'
import { writesBody } from './replaced-bodies.js'
import { allowsNothing, type DeclaredSchema, paramsOf, type SchemaRun, type Schemas } from './schemas/index.js'
import type { Subjects } from './subjects.js'

interface ParsedRequestInput {
  owner: Expr<FunctionNode> | null
  /** A middleware leaves the request as it is for those behind it. */
  isHandler: boolean
  values: Values
  calls: readonly CallSite[]
  branches: readonly { output: Output; outcome: Walked['outcomes'][number] }[]
  schemas: Schemas
  subjects: Subjects
}

type Part = 'body' | 'query'

interface Checked {
  part: Part
  schema: DeclaredSchema
  site: CallSite
  rejects: number | null
}

export function parsedRequest(input: ParsedRequestInput): Accepts | null {
  const { owner } = input
  if (!owner) return null
  const checked = input.calls.flatMap(site => checkedBy(site, input))
  const [body, ...otherBodies] = checked.filter(({ part }) => part === 'body')
  const [query, ...otherQueries] = checked.filter(({ part }) => part === 'query')
  if (checked.length === 0 || otherBodies.length + otherQueries.length > 0) return null
  const [rejects, ...otherRejects] = new Set(checked.map(one => one.rejects))
  const strips = checked.flatMap(({ part, schema, site }) =>
    input.isHandler && schema.unknownKeys === 'strip' && isAskedOnce(part, site, owner, input.values) ? [part] : [],
  )
  return {
    enforced: true,
    ...(rejects !== null && rejects !== undefined && otherRejects.length === 0 ? { rejects } : {}),
    ...(body?.schema.unknownKeys === 'strict' ? { strict: true } : {}),
    ...(strips.length > 0 ? { strips } : {}),
    ...(body ? { body: bodyOf(body.schema) } : {}),
    ...(query ? { query: paramsOf(query.schema) } : {}),
  }
}

function bodyOf(schema: DeclaredSchema): NonNullable<Accepts['body']> {
  const { constraints, shape } = schema
  return {
    required: !allowsNothing(schema),
    shape,
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
  }
}

function checkedBy(site: CallSite, { branches, schemas, subjects, values, owner }: ParsedRequestInput): Checked[] {
  const run = schemas.run(site.expr)
  const part = run ? partOf(subjects.refOf(unawaited(run.value))) : null
  const schema = run && part ? schemas.read(run.schema) : null
  if (run && isChangedBefore(site, run, values, owner)) return []
  if (!run || !part || !schema || site.loops.length > 0 || site.finallyOf.length > 0 || isForgiven(site.expr)) return []
  const served = branches.filter(({ output }) => !isRefusal(output))
  if (served.length === 0 || !served.every(({ outcome }) => isBehind(outcome, site, run))) return []
  return [{ part, schema, site, rejects: rejectedWith(site, run, branches) }]
}

/** Code in front of the run writes into what is checked. */
function isChangedBefore({ expr }: CallSite, { value }: SchemaRun, values: Values, owner: ParsedRequestInput['owner']): boolean {
  const { module, node } = unawaited(value)
  const binding = node.type === 'Identifier' ? values.binding(module, node) : null
  if (binding && openMutations(values).growthOf(binding, module).length > 0) return true
  return owner?.module === expr.module && writesBody.test(module.text.slice(owner.node.start, expr.node.start).replace(/[\w.]+\s*=\s*(await\s+)?$/, ''))
}

const unawaited = (expr: Expr): Expr => (expr.node.type === 'AwaitExpression' ? { ...expr, node: expr.node.argument } : expr)

/** `req.body`, `await c.req.json()`, `ctx.request.query`. */
function partOf(ref: ValueRef): Part | null {
  if (ref.type === 'input') {
    const [last, ...rest] = ref.path.toReversed()
    const isRequest = rest.every(name => name === 'req' || name === 'request') && rest.length <= 1
    return isRequest && (last === 'body' || last === 'query') ? last : null
  }
  if (ref.type !== 'derived') return null
  const { from, derivation } = ref
  if (derivation.type === 'awaited') return partOf(from)
  if (derivation.type !== 'methodCall' || derivation.args.length > 0 || !isRequest(from)) return null
  return derivation.method === 'json' ? 'body' : derivation.method === 'query' ? 'query' : null
}

const isRequest = (ref: ValueRef): boolean => ref.type === 'input' && /^(req|request)?$/.test(ref.path.join('.'))

/** It ends without what the route is for. */
const isRefusal = (output: Output): boolean => output.type === 'throw' || (statusOf(output) ?? 0) >= 400

const statusOf = (output: Output): number | null =>
  output.type === 'response' && output.statusCode?.type === 'literal' && typeof output.statusCode.value === 'number'
    ? output.statusCode.value
    : null

/** The outcome comes after the schema ran, on a path that went through it, and with a value that fitted. */
function isBehind({ completion, lits }: Walked['outcomes'][number], site: CallSite, run: SchemaRun): boolean {
  if (completion.order < site.seq || lits.some(({ cond }) => cond.marker === 'catch')) return false
  const isThere = (lit: Lit): boolean => lits.some(other => other.positive === lit.positive && other.cond.key === lit.cond.key)
  const passes = site.paths.some(({ outer, local }) => [...outer, ...local].every(isThere))
  return passes && (run.throws || lits.some(lit => saysIfFits(lit, site) === true))
}

/** `p.success` of the call's result: whether the condition says that it fits; null: it is about something else. */
function saysIfFits({ cond, positive }: Lit, { expr }: CallSite): boolean | null {
  const holder = holderOf(expr)
  if (!holder || !cond.site || cond.site.file !== expr.module.file) return null
  const text = expr.module.text.slice(cond.site.start, cond.site.end).trim()
  const asks = /^(!*)\s*([\w$.]+)\s*(?:(===|==|!==|!=)\s*(true|false))?$/.exec(text)
  const { predicate } = cond
  if (asks?.[2] !== holder) return null
  if (predicate.type === 'truthinessCheck') return positive !== predicate.negated
  if (predicate.type !== 'comparison' || predicate.right.type !== 'literal' || typeof predicate.right.value !== 'boolean') return null
  if (predicate.op !== 'eq' && predicate.op !== 'neq') return null
  return ((predicate.op === 'eq') === positive) === predicate.right.value
}

/** It stands in a `try` whose catch goes on. */
function isForgiven({ module, node }: Expr): boolean {
  for (let at: Node = node, up = module.parents.get(at); up; at = up, up = module.parents.get(up)) {
    if (up.type !== 'TryStatement' || up.block !== at || !up.handler) continue
    const last = up.handler.body.body.at(-1)
    if (last?.type !== 'ReturnStatement' && last?.type !== 'ThrowStatement') return true
  }
  return false
}

/** How the code names whether it fitted: `p.success` of `const p = …`, `success` of `const { success } = …`. */
function holderOf({ module, node }: Expr): string | null {
  let at: Node | undefined = module.parents.get(node)
  if (at?.type === 'AwaitExpression') at = module.parents.get(at)
  if (at?.type !== 'VariableDeclarator') return null
  if (at.id.type === 'Identifier') return `${at.id.name}.success`
  if (at.id.type !== 'ObjectPattern') return null
  const member = at.id.properties.find(p => p.type === 'Property' && keyName(p.key, p.computed) === 'success')
  return member?.type === 'Property' && member.value.type === 'Identifier' ? member.value.name : null
}

function rejectedWith(site: CallSite, run: SchemaRun, branches: ParsedRequestInput['branches']): number | null {
  if (run.throws) return null
  const statuses = branches.flatMap(({ output, outcome }) => {
    const status = statusOf(output)
    return status !== null && outcome.lits.some(lit => saysIfFits(lit, site) === false) ? [status] : []
  })
  const [only, ...others] = new Set(statuses)
  return only !== undefined && others.length === 0 ? only : null
}

/** The part of the request is named nowhere else in the unit, and the request is handed to nobody. */
function isAskedOnce(part: Part, { expr }: CallSite, { module, node }: Expr<FunctionNode>, values: Values): boolean {
  const [first] = node.params
  const request = first?.type === 'Identifier' ? values.binding(module, first) : null
  const isOnlyRead = request?.references.every(name => {
    const holder = module.parents.get(name)
    return holder !== undefined && isMember(holder) && holder.object === name && memberName(holder) !== null
  })
  const names = part === 'body' ? /\.(body|rawBody)\b|\breq(uest)?\.(json|text|formData|parseBody|raw|arrayBuffer|blob)\b/g : /\.(query|queries|url|originalUrl)\b/g
  const count = (from: Node): number => (module.text.slice(from.start, from.end).match(names) ?? []).length
  return isOnlyRead === true && expr.module === module && count(node) === count(expr.node)
}
