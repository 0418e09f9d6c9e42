/** Writes what a client unit reads, tests and declares onto its transitions (extraction.md 15.2). */
import type { HttpTransitionFacts, Place, Read, Test, TypeShape, ValueRef } from '../../ir/index.js'
import { type Expression, isCall, isFunction, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, siteKey } from '../../values/value.js'
import type { ClientCall } from '../../discover/unit.js'
import { propertyShape, type Schemas } from '../schemas/index.js'
import { leavesOf, type Lit } from '../paths/condition.js'
import type { AccessSite, CallSite, SitePath } from '../paths/walker.js'
import { anyOutcome, type Denoting } from './denote.js'
import type { StatusRange } from '../tests.js'
import { type BodyRead, expectedShape, isTestPosition, readFact, readsAt } from './reads.js'

export interface ClientFacts {
  /** A status of the unit's own response, as a condition's subject. */
  isStatusRef(ref: ValueRef): boolean
  /** Whether the walk should keep the node's paths. */
  interest(expr: Expr): boolean
  factsOf(outcome: { outcomes: string; caught: boolean; lits: readonly Lit[]; returned: Expr | null }, belongs: (site: Belonging) => readonly SitePath[], walked: Walking): {
    expectedInput: TypeShape | null
    http: HttpTransitionFacts
    /** Reads behind `expectedInput`, so that reads of callers can join them. */
    reads: readonly BodyRead[]
  }
}

interface Walking {
  accesses: readonly AccessSite[]
  calls: readonly CallSite[]
  /** Whenever the outcome is, one of the paths was. */
  isSure(paths: readonly SitePath[]): boolean
}

export type Belonging = Pick<AccessSite, 'seq' | 'paths' | 'loops' | 'finallyOf'>

export function openClientFacts(input: {
  values: Values
  schemas: Schemas
  client: ClientCall
  denoting: Denoting
  placeOf(expr: Expr): Place
  declaredType(expr: Expr): TypeShape | null
  /** `.ok` of the unit's own response. */
  statusRange(expr: Expr): StatusRange | null
}): ClientFacts {
  const { denoting, client } = input
  const finalKey = siteKey(client.call)
  const inWrapper = (expr: Expr): boolean => expr.frame !== null && client.entered.some(e => expr.frame?.id === e.frame.id)

  function interest(expr: Expr): boolean {
    const { node } = expr
    switch (node.type) {
      case 'VariableDeclarator': return node.init !== null && (node.id.type !== 'Identifier' || hasAnnotation(node.id)) && denoting.denote({ ...expr, node: node.init }, anyOutcome) !== null
      case 'ForOfStatement': case 'ArrowFunctionExpression': case 'FunctionExpression': return readsAt(expr, denoting, anyOutcome).length > 0
      case 'BinaryExpression': return testOf(expr) !== null
      case 'MemberExpression': case 'Identifier': {
        if (denoting.isStatus(expr) || input.statusRange(expr) !== null) return true
        return denoting.denote(expr, anyOutcome)?.root === 'body'
      }
      case 'TSAsExpression': return denoting.denote(expr, anyOutcome)?.root === 'body'
      case 'CallExpression': return siteKey(expr) === finalKey
      default: return false
    }
  }

  const hasAnnotation = (node: Node): boolean => 'typeAnnotation' in node && node.typeAnnotation !== null && node.typeAnnotation !== undefined

  /** A comparison of a status or body path, or the truth of one in a test. */
  function testOf(expr: Expr): Omit<Test, 'place'> | null {
    const { node, module } = expr
    const parent = module.parents.get(node)
    if (parent?.type === 'SwitchCase' && parent.test === node) {
      const holder = module.parents.get(parent)
      if (holder?.type !== 'SwitchStatement') return null
      const subject = subjectOf({ ...expr, node: strip(holder.discriminant) })
      const value = input.values.one(expr)
      return subject && value?.type === 'literal' ? { ...subject, op: 'eq', value: value.value ?? null } : null
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in') {
      const name = input.values.one({ ...expr, node: node.left })
      const holder = denoting.denote({ ...expr, node: node.right }, anyOutcome)
      return holder?.root === 'body' && name?.type === 'literal' ? { on: 'body', path: [...holder.path, String(name.value)], op: 'other' } : null
    }
    if (node.type === 'BinaryExpression') {
      const sides = [{ ...expr, node: strip(node.left as Expression) }, { ...expr, node: strip(node.right) }] as const
      for (const [subject, other] of [sides, [sides[1], sides[0]] as const]) {
        const found = subjectOf(subject)
        if (!found) continue
        const value = input.values.one(other)
        if (['===', '==', '!==', '!='].includes(node.operator) && value?.type === 'literal' && value.value !== null && value.value !== undefined)
          return { ...found, op: node.operator.startsWith('=') ? 'eq' : 'neq', value: value.value }
        const range = found.on === 'status' && value?.type === 'literal' ? comparedRange(subject === sides[0] ? node.operator : mirrored[node.operator], value.value) : null
        return { ...found, op: 'other', ...(range ? { range } : {}) }
      }
      return null
    }
    if (!isTestPosition(node, module.parents) && !(parent?.type === 'ChainExpression' && isTestPosition(parent, module.parents))) return null
    const range = input.statusRange(expr)
    if (range) return { on: 'status', path: [], op: 'other', range: { min: range.min, max: range.max } }
    const found = subjectOf(expr)
    return found && found.path.length > 0 ? { ...found, op: 'other' } : null
  }

  function subjectOf(expr: Expr): Pick<Test, 'on' | 'path'> | null {
    if (denoting.isStatus(expr)) return { on: 'status', path: [] }
    const found = denoting.denote(expr, anyOutcome)
    return found?.root === 'body' && found.path.length > 0 ? { on: 'body', path: [...found.path] } : null
  }

  const factsOf: ClientFacts['factsOf'] = (outcome, belongs, walked) => {
    const held = heldSites(outcome.lits)
    const entries: { read: BodyRead; expr: Expr }[] = []
    const tests: Test[] = []
    let declared: HttpTransitionFacts['declaredBody']
    let touched = false
    for (const site of walked.accesses) {
      const paths = belongs(site)
      if (paths.length === 0) continue
      const outcomesHere = [...new Set(paths.map(p => p.outcomes))]
      for (const outcomes of outcomesHere) for (const read of readsAt(site.expr, denoting, outcomes)) if (!entries.some(e => e.read.node === read.node && e.read.path.join('.') === read.path.join('.'))) entries.push({ read, expr: { ...site.expr, node: read.node } })
      const test = testOf(site.expr)
      if (test && !(test.on === 'status' && inWrapper(site.expr)) && !held.has(`${site.expr.module.file}:${site.expr.node.start}-${site.expr.node.end}`)) tests.push({ ...test, place: input.placeOf(site.expr) })
      const type = declaredAt(site, outcomesHere)
      if (type && !declared) declared = type
    }
    const written = writtenPaths()
    // where a refused call throws, its body is read off the error only
    const isRefused = outcome.caught && client.failureDelivery === 'exception'
    const own = entries.filter(e => !isRefused || e.read.failed).filter(e => !written.some(w => w.length <= e.read.path.length && w.every((step, i) => e.read.path[i] === step)))
    const places = firstStatusTests(outcome.lits)
    for (const test of places) tests.push(test)
    const parsedBody = walked.calls.filter(c => belongs(c).length > 0).map(parsedAt).find(found => found !== null)
    const parses = walked.calls.filter(c => parsesBody(c)).filter(c => belongs(c).length > 0)
    const reads = own.map(e => e.read)
    touched = reads.length > 0 || parses.length > 0 || (outcome.returned !== null && denoting.denote(outcome.returned, outcome.outcomes || anyOutcome)?.root === 'body')
    const callType = touched && !declared && !outcome.caught ? callDeclaredType() : null
    const list: Read[] = own.filter(e => !e.read.isTest).map(({ read, expr }) => toRead(read, expr))
    const expected = expectedShape(reads.filter(r => !(r.isTest && r.path.length === 0)))
    return {
      expectedInput: expected,
      reads,
      http: {
        ...(outcome.caught ? { delivery: 'exception' as const } : {}),
        ...(parses.some(c => walked.isSure(belongs(c))) ? { bodyParsed: true as const } : {}),
        ...(list.length > 0 ? { reads: list } : {}),
        ...(tests.length > 0 ? { tests } : {}),
        ...(parsedBody ? { parsedBody } : {}),
        ...(declared ?? callType ? { declaredBody: (declared ?? callType) as NonNullable<HttpTransitionFacts['declaredBody']> } : {}),
      },
    }
  }

  /** Body paths the client gives a value of its own: `item.checked = false`. */
  let known: readonly (readonly string[])[] | null = null
  function writtenPaths(): readonly (readonly string[])[] {
    const frames = [{ module: client.call.module, frame: client.call.frame }, ...client.chain.map(({ module, frame }) => ({ module, frame }))]
    known ??= frames.flatMap(({ module, frame }) => module.memberWrites.flatMap(({ left }) => {
      const found = denoting.denote({ module, node: left, frame }, anyOutcome)
      return found?.root === 'body' && found.path.length > 0 ? [found.path] : []
    }))
    return known
  }

  const toRead = (read: BodyRead, expr: Expr): Read => readFact(read, input.placeOf(expr), inWrapper(expr))

  /** `await res.json()`: throws when there is no body. */
  function parsesBody(site: CallSite): boolean {
    const { callee } = site.expr.node
    if (!isMember(callee) || memberName(callee) !== 'json' || !client.bodyMethods.includes('json')) return false
    const object = denoting.denote({ ...site.expr, node: callee.object }, anyOutcome)
    return object?.root === 'response' && object.path.length === 0 && !isParseCaught(site.expr)
  }

  /** `r.json().catch(() => null)`, a `try` around the parse that the request is not in: an empty body is expected there. */
  function isParseCaught({ module, node }: Expr): boolean {
    const holdsRequest = (at: Node): boolean => [...client.chain, client.call].some(c => c.module === module && c.node.start >= at.start && c.node.end <= at.end)
    for (let at: Node = node, parent = module.parents.get(at); parent; at = parent, parent = module.parents.get(at)) {
      if (parent.type === 'TryStatement' && parent.block === at && parent.handler && !holdsRequest(at)) return true
      if (!isCall(parent) || parent.callee !== at || !isMember(at)) continue
      const [onValue, onFailure] = memberName(at) === 'catch' ? [null, parent.arguments[0]] : memberName(at) === 'then' ? parent.arguments : []
      if (onFailure && onValue !== node && (!holdsRequest(at) || givesConstant(onFailure))) return true
    }
    return false
  }

  /** `() => null`, `() => ({})`. */
  function givesConstant(node: Node): boolean {
    const fn = strip(node as Expression)
    if (!isFunction(fn) || fn.params.length > 0 || !fn.body) return false
    if (fn.body.type === 'BlockStatement') return fn.body.body.length === 0
    return ['Literal', 'ObjectExpression', 'ArrayExpression', 'Identifier'].includes(strip(fn.body as Expression).type)
  }

  /** `S.parse(await r.json())`: a schema that runs on the whole body (R16). */
  function parsedAt(site: CallSite): NonNullable<HttpTransitionFacts['parsedBody']> | null {
    const run = input.schemas.run(site.expr)
    const given = run ? denoting.denote(run.value, anyOutcome) : null
    const schema = run && given?.root === 'body' && given.path.length === 0 ? input.schemas.read(run.schema) : null
    return run && schema ? { shape: propertyShape(schema), place: input.placeOf(site.expr), throws: run.throws && !isParseCaught(site.expr) } : null
  }

  /** `(await r.json()) as Line[]`, `const b: User = …`: the type the source gives the whole body (R16). */
  function declaredAt(site: AccessSite, outcomes: readonly string[]): HttpTransitionFacts['declaredBody'] {
    const { expr } = site
    const isWhole = (node: Node): boolean => outcomes.some(o => {
      const found = denoting.denote({ ...expr, node }, o)
      return found?.root === 'body' && found.path.length === 0
    })
    if (expr.node.type === 'TSAsExpression' && isWhole(expr.node.expression)) return typed({ ...expr, node: expr.node.typeAnnotation })
    if (expr.node.type === 'VariableDeclarator' && expr.node.init && expr.node.id.type === 'Identifier' && isWhole(expr.node.init)) {
      const annotation = expr.node.id.typeAnnotation
      return annotation ? typed({ ...expr, node: annotation.typeAnnotation }) : undefined
    }
    return undefined
  }

  /** A type argument of the call, or of the wrapper call that leads to it. */
  function callDeclaredType(): HttpTransitionFacts['declaredBody'] | null {
    const { call } = client
    const [first] = call.node.typeArguments?.params ?? []
    return first && client.bodyAccessors.some(a => a === 'data') ? (typed({ ...call, node: first }) ?? null) : null
  }

  function typed(expr: Expr): HttpTransitionFacts['declaredBody'] {
    const bound = boundType(expr)
    if (!bound) return undefined
    const shape = input.declaredType(bound)
    return shape ? { shape, place: input.placeOf(bound) } : undefined
  }

  /** A type parameter is what the caller binds it to; unbound it says nothing. */
  function boundType(expr: Expr): Expr | null {
    const { node, module } = expr
    if (node.type === 'TSAnyKeyword' || node.type === 'TSUnknownKeyword') return null
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return mentionsParameter(expr) ? null : expr
    const name = node.typeName.name
    for (let at = module.parents.get(node); at; at = module.parents.get(at)) {
      const parameters = 'typeParameters' in at && at.typeParameters && at.typeParameters.type === 'TSTypeParameterDeclaration' ? at.typeParameters.params : []
      const index = parameters.findIndex(p => p.name.name === name)
      if (index < 0) continue
      let frame = expr.frame
      while (frame && frame.owner !== at) frame = frame.parent
      const site = frame?.site
      if (!site || !isCall(site.node)) return null
      const argument = site.node.typeArguments?.params[index]
      return argument ? boundType({ ...site, node: argument }) : null
    }
    return mentionsParameter(expr) ? null : expr
  }

  /** A type built from a type parameter of a function around it. */
  function mentionsParameter(expr: Expr): boolean {
    const names = new Set<string>()
    for (let at = expr.module.parents.get(expr.node); at; at = expr.module.parents.get(at))
      if ('typeParameters' in at && at.typeParameters && at.typeParameters.type === 'TSTypeParameterDeclaration') for (const p of at.typeParameters.params) names.add(p.name.name)
    if (names.size === 0) return false
    const text = expr.module.text.slice(expr.node.start, expr.node.end)
    return [...names].some(n => new RegExp(`\\b${n}\\b`).test(text))
  }

  /** The first condition that names a status, with its place: a dead branch is shown there. */
  function firstStatusTests(lits: readonly Lit[]): Test[] {
    const out: Test[] = []
    for (const { cond: { site, predicate }, positive } of leavesOf(lits)) {
      if (!site || isInWrapper(site) || predicate.type !== 'comparison' || predicate.op !== 'eq' || !isStatusRef(predicate.left)) continue
      const { right } = predicate
      if (right.type !== 'literal' || typeof right.value !== 'number' || out.some(t => t.value === right.value && t.place.start === site.start)) continue
      out.push({ on: 'status', path: [], op: positive ? 'eq' : 'neq', value: right.value, place: placeIn(site.file, site) })
    }
    return out
  }

  function isInWrapper(site: { file: string; start: number; end: number }): boolean {
    return client.entered.some(e => e.module.file === site.file && site.start >= e.node.start && site.end <= e.node.end)
  }

  const placeIn = (file: string, span: { start: number; end: number }): Place => {
    const module = input.values.program.module(file)
    if (!module) throw new RangeError(`no module ${file}`)
    return input.placeOf({ module, node: { ...module.program, start: span.start, end: span.end }, frame: null })
  }

  function isStatusRef(ref: ValueRef): boolean {
    const last = lastStep(ref)
    return last !== null && client.statusAccessors.some(a => a.split('.').at(-1) === last)
  }

  return { interest, factsOf, isStatusRef }
}

const mirrored: Record<string, string> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' }

function comparedRange(operator: string | undefined, value: unknown): Test['range'] | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  switch (operator) {
    case '>': return { min: value + 1, max: 599 }
    case '>=': return { min: value, max: 599 }
    case '<': return { min: 100, max: value - 1 }
    case '<=': return { min: 100, max: value }
    default: return null
  }
}

/** Name of the last member read off a call's result. */
function lastStep(ref: ValueRef): string | null {
  if (ref.type === 'dependency') return ref.accessChain.at(-1) ?? null
  if (ref.type !== 'derived') return null
  return ref.derivation.type === 'propertyAccess' ? ref.derivation.property : ref.derivation.type === 'destructured' ? ref.derivation.field : null
}

/** Places of every test a transition's conditions hold. */
function heldSites(lits: readonly Lit[]): Set<string> {
  return new Set(leavesOf(lits, true).flatMap(({ cond: { site } }) => (site ? [`${site.file}:${site.start}-${site.end}`] : [])))
}
