/** Reads one unit: walks its body, names its outcomes, its effects and what it reads, and leaves holes where only a type can answer. */
import type { Buses } from '../index/bus-transports.js'
import type { ComponentFacts, Effect, HttpFacts, Output, ReasonCode, TypeShape, Unread, ThrownFacts, ValueRef } from '../ir/index.js'
import { type PatternPack, statusFields, type TerminalPattern } from '../pack/index.js'
import type { DiscoveredUnit } from '../discover/unit.js'
import type { SourceHost } from '../host.js'
import { type CallNode, type Expression, type FunctionNode, isCall, isFunction, isMember, memberName, strip } from '../program/syntax.js'
import { holeIndex, type RawBranch, type RawCodeStructure, type RawGap } from '../raw.js'
import type { Hole } from '../host.js'
import type { CallerIndex } from '../values/callers.js'
import type { Interfaces } from '../values/interfaces.js'
import { statusMembers } from '../values/library-errors.js'
import type { CalledFunction } from '../values/receivers.js'
import type { Values } from '../values/resolve.js'
import { unwrapStringify } from '../values/stringify.js'
import type { Expr, Value } from '../values/value.js'
import { foldEffects, isDefault, loopsOf, pathsWith, preconditionsOf, writtenConditions } from './branches.js'
import { allStatusConstants, decoratedHttp, roleGaps, withAccepts } from './decorated.js'
import { openAlternatives } from './alternatives.js'
import { openInvocations } from './calls.js'
import { openClientReading } from './client/reading.js'
import { readContract } from './contract.js'
import { renderNode, rootName } from './render/render-node.js'
import { allProps, isClassComponent, propTypes } from './inputs/component-props.js'
import { readInputs } from './inputs/read-inputs.js'
import { identityOf, wrappersOf } from './identity.js'
import { openChanges } from './changes.js'
import { openInlining } from './inlining.js'
import { openJoiner } from './paths/join.js'
import { Conditions } from './paths/condition.js'
import type { StatusRef } from './paths/state.js'
import { walkUnit } from './paths/walk.js'
import type { Walked } from './paths/walker.js'
import { parsedRequest } from './parsed-request.js'
import { openPlaces } from './places.js'
import { openRecognizers, type RecognizerFault } from './recognize.js'
import { isCatchBinding, openRoles } from './roles.js'
import type { Schemas } from './schemas/index.js'
import { isBodyReplaced, withoutBody } from './replaced-bodies.js'
import { openShapes } from './shapes.js'
import { openStatuses } from './statuses.js'
import { openSubjects } from './subjects.js'
import { openTests } from './tests.js'
import { constructedStatus, isThrowPattern, thrownStatus } from './terminals/throw-expression.js'
import { caughtClass, thrownFactsOf, thrownValue } from './thrown.js'
import { leavesTheRun } from './throws/leaves-the-run.js'
import { readThrowing } from './throws/throwing-calls.js'

export interface ReadEnv {
  host: SourceHost
  values: Values
  schemas: Schemas
  callers: CallerIndex
  interfaces: Interfaces
  packs: readonly { pack: PatternPack; applies(file: string): boolean }[]
  /** Functions that are units or sub-units of their own: no other unit reads them in place. */
  isClaimed(fn: FunctionNode): boolean
  /** Binding of a client call of the project, by the site of the library call. */
  clientAt(call: Expr<CallNode>): { binding: import('../ir/index.js').BoundaryBinding; unit: DiscoveredUnit } | null
  inputsOf(pack: PatternPack): ReadonlyMap<string, string>
  /** The buses its applications and clients choose. */
  busesOf(pack: PatternPack): Buses
  onFault(fault: RecognizerFault): void
}

export interface ReadUnit {
  raw: RawCodeStructure
  holes: readonly Hole[]
  /** Project functions the unit calls, to be read in turn. */
  called: readonly CalledFunction[]
  /** Handed to what it calls. */
  passed: readonly Expr<FunctionNode>[]
  /** It runs code that nobody read. */
  leaves: boolean
}

export function readUnit(unit: DiscoveredUnit, env: ReadEnv): ReadUnit {
  const { values } = env
  const module = unit.body?.module ?? unit.registration.module
  const home = unit.shownAt?.module.file ?? module.file
  const places = openPlaces(env.host, home)
  const identity = identityOf(unit, env.host, places)
  const base = {
    identity, boundaryBinding: unit.binding, dependencyCalls: [], declaredContract: null,
    ...(unit.deployableUnit ? { deployableUnit: unit.deployableUnit } : {}),
    wrappers: wrappersOf(unit, places), definitions: {}, throwing: null,
    ...(unit.client?.derivedFrom ? { derivedFrom: { place: places.declaration({ ...unit.client.derivedFrom, frame: null }), name: unit.client.derivedFrom.name } } : {}),
  }
  const bindingGaps = unit.unread.map((u): RawGap => ({
    type: 'unreadOutcome', reason: u.reason, detail: u.detail, consequence: 'unknown',
    location: places.range(unit.registration), place: places.of(unit.registration),
  }))
  const wrapperGaps = unit.wrappers.flatMap((w): RawGap[] => (w.target.type === 'unread' && w.target.gap
    ? [{ type: 'unfollowedCall', reason: w.target.reason, detail: w.target.callee, callee: w.target.callee, consequence: 'unknown', location: places.range(unit.registration), place: places.of(unit.registration) }] : []))
  const { body } = unit
  const decorated = unit.decorated ? decoratedHttp(values, unit.decorated, allStatusConstants(env)) : null
  const stated = decorated?.accepts && isBodyReplaced(values) ? { ...decorated, accepts: withoutBody(decorated.accepts) } : decorated
  if (!body) {
    const gap: RawGap = { type: 'unreadOutcome', reason: unit.bodyReason ?? 'unsettledHandler', detail: '', consequence: 'unknown', location: places.range(unit.registration), place: places.of(unit.registration) }
    return { raw: { ...base, declaredContract: stated?.declaredContract ?? null, parameters: [], branches: [], gaps: [...bindingGaps, ...wrapperGaps, gap], inputReads: [], metadata: withAccepts(unit.metadata, stated?.accepts) }, holes: [], called: [], passed: [], leaves: true }
  }

  const owner = isFunction(body.node) ? body.node : null
  const shapes = openShapes(values)
  const client = unit.client ? openClientReading({ env, unit, client: unit.client, places, shapes }) : null
  const subjects = openSubjects(values, owner, client?.isForeign, owner !== null && isClassComponent(unit, owner))
  const conditions = new Conditions()
  const joiner = openJoiner(conditions)
  const allPacks = env.packs.map(p => p.pack)
  const isCatchName = (expr: Expr): boolean => {
    const binding = values.binding(expr.module, expr.node)
    return binding !== null && isCatchBinding(expr, binding)
  }
  const isThrown = (expr: Expr): boolean => {
    const { wrapper } = unit
    if (wrapper?.throwParam === null || wrapper?.throwParam === undefined) return false
    const value = values.one({ ...expr, node: strip(expr.node as Expression) })
    return value?.type === 'param' && value.binding.source.type === 'param' && value.binding.source.fn === owner && value.binding.source.index === wrapper.throwParam && value.binding.source.path.length === 0
  }
  const statuses = openStatuses({ values, subjects, packs: allPacks, isThrown })
  const patterns: readonly TerminalPattern[] = [...unit.terminals, ...allPacks.flatMap(p => p.terminals.filter(t => t.inEveryUnit && !unit.terminals.includes(t)))]
  const numberOf = (expr: Expr): number | null => {
    const status = statuses.statusOf(expr)
    return status.type === 'literal' && status.thrownField === undefined ? status.value : null
  }
  const tests = openTests({
    values, subjects, conditions,
    isCatchVariable: expr => isCatchName(expr) || isThrown(expr),
    statusRange: expr => client?.statusRange(expr) ?? null,
  })
  const recognizers = openRecognizers({ values, subjects, packs: env.packs, placeOf: places.of, shapeOf: shapes.shapeOf, inputsOf: env.inputsOf, busesOf: env.busesOf, onFault: env.onFault })
  const roles = openRoles({ unit, owner, values, subjects, statuses, patterns, thrownClass: expr => caughtClass(thrownValue(values, numberOf, expr)) })
  const changes = openChanges({ values, subjects, owner, exitCodeWrites: new Set(allPacks.flatMap(p => p.exitCodeWrites ?? [])), states: allPacks.flatMap(p => p.hookInputs?.states ?? []) })
  const inlining = openInlining({ unit, values, roles, isClaimed: env.isClaimed })
  const escaped: Expr<CallNode>[] = []
  const walked = walkUnit({
    values, subjects, conditions, joiner, tests, body,
    complete: roles.complete,
    roleOf: roles.roleOf,
    returnsDecision: patterns.some(p => p.match.type === 'returnStatement' && p.match.value !== undefined),
    assertionOf: roles.assertionOf,
    pendingStatus: roles.pendingStatus,
    assignedAnswer: roles.assignedAnswer,
    thrownClass: roles.thrownClass,
    acts: roles.acts,
    inlineOf: inlining.inlineOf,
    outcomeOf: inlining.outcomeOf,
    isClaimed: fn => fn !== owner && env.isClaimed(fn),
    isLiteral: expr => values.one(expr)?.type === 'literal',
    interest: expr => client?.interest(expr) === true || recognizers.isAccess(expr) || changes.isChange(expr.node),
    holdsClientCall: expr => client?.holdsCall(expr) ?? false,
    noteEscape: call => {
      if (roles.takesResponse(call)) escaped.push(call)
    },
  })
  client?.setReturned(walked.returned)

  const calls = openInvocations({ env, unit, owner, subjects, shapes, places, recognizers, changes, walked })
  const gaps: RawGap[] = [...bindingGaps, ...wrapperGaps, ...roleGaps(unit, values, places), ...calls.gaps]
  const alternatives = openAlternatives({ values, subjects, conditions, tests, statuses, roles })
  const branches = walked.outcomes.flatMap(outcome => alternatives.of(outcome).flatMap(a => branchOf(a.outcome, a.uncertain)))
  for (const reason of walked.budgets) gaps.push({ type: 'unreadOutcome', reason, detail: identity.name, consequence: 'unknown', location: identity.range, place: null })
  const clientFacts = client?.unitFacts(walked) ?? null
  const contract = unit.declared ? readContract({ declared: unit.declared, owner: owner ? { ...body, node: owner } : null, values, schemas: env.schemas, numberOf, typeOf: expr => shapes.hole(expr, 'declaredType') }) : null
  const isServing = unit.kind === 'handler' || unit.kind === 'middleware'
  const written = contract?.accepts ?? stated?.accepts ?? (isServing && walked.outcomes.every(o => o.completion.gap === null) ? parsedRequest({
    owner: owner ? { ...body, node: owner } : null, isHandler: unit.kind === 'handler', values, schemas: env.schemas, subjects,
    calls: walked.calls, branches: branches.map(({ raw, outcome }) => ({ output: raw.terminal.output, outcome })),
  }) : null)
  const accepts = written && isBodyReplaced(values) ? withoutBody(written) : written
  const unread = [...(contract?.unread ?? []), ...calls.unread, ...walked.cut.map((expr): Unread => ({ at: '/transitions', reason: 'unsupportedSyntax', span: { start: expr.node.start, end: expr.node.end } }))]
  return {
    raw: {
      ...base,
      declaredContract: contract?.declaredContract ?? stated?.declaredContract ?? null,
      parameters: readInputs(unit, owner, { values, shapes, places, suppliers: allPacks.flatMap(p => p.parameterSuppliers ?? []) }),
      branches: branches.map(b => b.raw),
      dependencyCalls: calls.dependencyCalls,
      throwing: readThrowing({ values, subjects, places, owner, terminals: unit.pack ? unit.terminals : null, continuations: unit.continuations, sites: calls.sites }),
      gaps,
      inputReads: calls.inputReads,
      metadata: { ...unit.metadata, ...componentFacts(owner), ...(unread.length > 0 ? { unread } : {}), ...boundaryFacts(unit, clientFacts, accepts ?? null) },
    },
    holes: shapes.holes,
    called: calls.called,
    passed: calls.passed,
    leaves: leavesTheRun({ unit, owner, values, unfollowed: calls.unfollowed }),
  }

  function componentFacts(fn: FunctionNode | null): { component?: ComponentFacts } {
    const { inputMapping, kind } = unit
    if (!fn || inputMapping.type !== 'componentProps') return {}
    const types = propTypes(fn, module, values, inputMapping.paramPosition)
    const props = kind === 'component' ? allProps(fn, module, values, inputMapping.paramPosition) : null
    return types || props ? { component: { ...(types ? { propTypes: types } : {}), ...(props ? { props } : {}) } } : {}
  }

  function branchOf(outcome: Walked['outcomes'][number], uncertain: boolean): { raw: RawBranch; outcome: Walked['outcomes'][number] }[] {
    const { completion, lits } = outcome
    const shown = completion.terminal?.shown ?? completion.place
    const place = shown ? places.of(shown) : null
    const line = unit.shownAt && shown?.module.file !== home ? unit.registration : shown
    const location = line ? places.range(line) : { start: identity.range.end, end: identity.range.end }
    if (completion.gap) {
      const reason: ReasonCode = completion.gap === 'noOutcome' && escaped.length > 0 ? 'outcomeEscapes' : completion.gap
      const at = shown ?? (escaped[0] as Expr | undefined)
      gaps.push({
        type: 'unreadOutcome', reason, detail: at ? subjects.sourceOf({ ...at, node: at.node }).slice(0, 80) : identity.name,
        consequence: unit.wrapper?.role === 'before' && reason === 'noOutcome' ? 'fallthrough' : calls.mayReject ? 'implicitThrow' : 'unknown',
        location, place: place ?? (escaped[0] ? places.of(escaped[0]) : null),
      })
      return []
    }
    const { terminal } = completion
    if (!terminal) return []
    const written = writtenConditions(lits)
    if (written.cut) gaps.push({ type: 'unreadOutcome', reason: 'conditionBudget', detail: identity.name, consequence: 'unknown', location, place })
    const made = outputOf(outcome)
    const effects = calls.effectsOf(site => pathsWith(conditions, outcome, site), paths => preconditionsOf(conditions, outcome, paths))
    const folded = foldEffects(effects)
    const loops = loopsOf(lits)
    const clientFacts = client?.transitionFacts(outcome, site => pathsWith(conditions, outcome, site), walked, paths => preconditionsOf(conditions, outcome, paths).length === 0)
    const http = { ...made.http, ...clientFacts?.http, ...(uncertain ? { uncertain: true } : {}) }
    const afterContinuation = continuationEffects(outcome, folded.effects)
    const raw: RawBranch = {
      conditions: written.conditions.map(c => ({ ...c, predicate: alternatives.rewrite(c.predicate) })),
      terminal: { output: made.output, place, ...(made.output.type === 'response' && !isSentAsJson(terminal.expr) ? { sentAsIs: true as const } : {}), ...(made.reason ? { statusReason: made.reason } : {}), ...(made.text !== undefined ? { statusText: made.text } : {}), ...(made.hole === undefined ? {} : { statusHole: made.hole }), ...(made.thrown ? { thrown: made.thrown } : {}), ...(made.rejects ? { rejects: true } : {}) },
      effects: folded.effects.map(effect => ({ effect, unread: calls.unreadOf(effect), columns: calls.columnsOf(effect) })),
      location,
      isDefault: isDefault(lits, terminal.expr),
      ...(clientFacts ? { expectedInput: clientFacts.expectedInput } : {}),
      metadata: {
        ...(place ? { place } : {}),
        ...(made.thrown ? { thrown: made.thrown } : {}),
        ...(loops.length > 0 ? { loop: loops.length === 1 ? loops[0] : loops } : {}),
        ...(Object.keys(http).length > 0 ? { http } : {}),
        ...(Object.keys(folded.cut).length > 0 ? { effectsCut: folded.cut } : {}),
        ...(afterContinuation.length > 0 ? { afterContinuation } : {}),
      },
    }
    return [{ raw, outcome }]
  }

  /** Effects of calls made after the continuation, by their index (T5). */
  function continuationEffects(outcome: Walked['outcomes'][number], effects: readonly Effect[]): number[] {
    const continued = outcome.path.state.continued
    if (!continued) return []
    return effects.flatMap((e, i) => ('place' in e && e.place && !e.place.file && e.place.start > continued.expr.node.start && continued.expr.module === module ? [i] : []))
  }

  /** What is not given to `json` goes out as it is: `send(JSON.stringify(x))` sends x. */
  function sentShape(body: Expr, by: Expr | null): TypeShape {
    if (isSentAsJson(by)) return shapes.shapeOf(body)
    const at = unwrapStringify(values, body)
    if (at === null) return { type: 'unknown' }
    const node = strip(at.node as Expression)
    const start = node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '').trimStart() : ''
    return /^[[{]/.test(start) ? { type: 'unknown' } : shapes.shapeOf(at)
  }


  function outputOf(outcome: Walked['outcomes'][number]): {
    output: Output; reason?: ReasonCode; text?: string; http: Record<string, unknown>
    thrown?: ThrownFacts; rejects?: boolean; hole?: number
  } {
    const { terminal } = outcome.completion
    const { state } = outcome.path
    const found = terminal?.outcome
    switch (found?.type) {
      case 'response': {
        const status = state.answer?.status ?? found.codes
        const code = statusRefOf(status, found.fallbackStatus)
        return {
          output: { type: 'response', statusCode: code.ref, body: found.noBody || !found.body ? null : sentShape(found.body, terminal?.expr ?? null), headers: Object.fromEntries(Object.entries(state.headers).map(([k, v]) => [k, v.ref])) },
          ...(code.reason && !isThrownStatus(status) ? { reason: code.reason } : {}), ...(code.text !== undefined ? { text: code.text } : {}), ...(code.hole === undefined ? {} : { hole: code.hole }),
          http: isThrownStatus(status) ? { statusFrom: 'throw', statusField: status.thrownField } : {},
        }
      }
      case 'throw': {
        const rethrown = found.rethrown ? (state.answer?.thrown ?? state.thrown) : null
        const thrown = rethrown?.value ?? (found.value ? thrownValue(values, numberOf, found.value) : null)
        const own = found.name === undefined ? null : libraryThrow(found.name)
        const type = thrown?.type ?? rethrown?.name ?? found.name ?? found.called ?? null
        // without an answer made of it a throw stays one, whatever number it carries
        const answering = patterns.filter(isThrowPattern).filter(p => p.producesResponse)
        const given = constructedStatus({ patterns: answering, values, statusOf: numberOf, thrown: found.value })
        const status = found.status ?? given ?? (thrown ? thrownStatus(answering, thrown) : null)
        return {
          output: {
            type: 'throw', exceptionType: type, message: thrown?.message ?? null,
            ...(thrown && thrown.ancestors.length > 0 ? { exceptionAncestors: thrown.ancestors } : own ? { exceptionAncestors: own.ancestors } : {}),
            ...(thrown?.incomplete || found.called !== undefined ? { ancestryIncomplete: true } : {}),
            ...(status !== null ? { statusWhenUncaught: status } : {}),
          },
          http: {},
          thrown: { type, message: thrown?.message ?? null, ...(own ? { fields: own.fields, open: true as const } : {}), ...(thrown ? thrownFactsOf({ ...thrown, fields: { ...statusFields(patterns, given), ...thrown.fields } }) : {}), ...(found.rethrown && !rethrown ? { rethrown: true } : {}), ...(found.hasStatus && found.status !== undefined ? { fields: { status: found.status } } : {}) },
          rejects: !found.passedOn && found.called === undefined && found.name === undefined && terminal?.expr.node.type !== 'ThrowStatement',
        }
      }
      case 'return': {
        const value = found.value ? returnShape(found.value, outcome) : ({ type: 'undefined' } as const)
        return { output: { type: 'return', value }, http: {} }
      }
      case 'render': return { output: { type: 'render', component: rootName(found.value), root: renderNode({ values, fileOf: file => env.host.place(file).file }, found.value) }, http: {} }
      case 'delegate': return { output: { type: 'delegate', to: found.to }, http: {} }
      case 'emit': return { output: { type: 'emit', event: found.event, ...(found.payload ? { payload: shapes.shapeOf(found.payload) } : {}) }, http: {} }
      case 'exit': return { output: { type: 'exit', code: found.code ? statusRefOf(found.code, null).ref : { type: 'literal', value: 0 } }, http: {} }
      default: return { output: { type: 'void' }, http: {} }
    }
  }

  /** What a framework throws by itself. */
  function libraryThrow(name: string): { fields: Record<string, number>; ancestors: string[] } | null {
    const errors = values.libraryErrors.find(e => Object.hasOwn(e.codes, name))
    const status = errors?.codes[name]
    return errors && status !== undefined ? { fields: statusMembers(errors, status), ancestors: [errors.base.name, 'Error'] } : null
  }

  /** What a client hands back is not asked of the type oracle when it is the response itself. */
  function returnShape(value: Expr, outcome: Walked['outcomes'][number]): TypeShape | null {
    const { outcomes } = outcome.path.state
    if (client?.isOwnResponse(value, outcomes)) return null
    const made = client?.wrapperResult(value, outcomes)
    return made === 'nothing' ? { type: 'undefined' } : shapes.shapeOf(made ?? value)
  }

  function statusRefOf(status: StatusRef | null, fallback: number | null): { ref: ValueRef | null; reason?: ReasonCode; text?: string; hole?: number } {
    if (!status) return { ref: fallback === null ? null : { type: 'literal', value: fallback } }
    if (status.type === 'literal') return { ref: { type: 'literal', value: status.value } }
    const hole = status.thrownField === undefined && status.expr && isDependencyValue(status.expr) ? holeIndex(shapes.hole(status.expr, 'literal')) : null
    return { ref: { type: 'unresolved', sourceText: status.expr ? subjects.sourceOf(status.expr) : status.text }, reason: 'statusUnread', text: status.text, ...(hole === null ? {} : { hole }) }
  }

  /** A constant of a package, whose value only its types tell. */
  function isDependencyValue(expr: Expr): boolean {
    const node = strip(expr.node as Expression)
    return (node.type === 'Identifier' || isMember(node)) && isExternal(values.one(expr))
  }
}

const isThrownStatus = (status: StatusRef | null): status is StatusRef & { thrownField: string } => status?.thrownField !== undefined

const isExternal = (value: Value | null): boolean => value !== null && (value.type === 'external' || (value.type === 'member' && isExternal(value.object)))

const isSentAsJson = (by: Expr | null): boolean => by !== null && isCall(by.node) && isMember(by.node.callee) && /json/i.test(memberName(by.node.callee) ?? '')

/** What is known of the boundary beside its binding. */
function boundaryFacts(unit: DiscoveredUnit, client: HttpFacts | null, accepts: HttpFacts['accepts'] | null): Record<string, unknown> {
  if (!client && !accepts) return {}
  const written = unit.metadata['http'] as HttpFacts | undefined
  if (client && unit.binding?.semantics.name === 'graphql-operation') {
    const { call, bodyAccessors = [], expectedInputRoot = 'body' } = client
    return { http: { ...written, bodyAccessors, expectedInputRoot }, graphql: { ...(unit.metadata['graphql'] as object | undefined), call } }
  }
  return { http: { ...written, ...client, ...(accepts ? { accepts } : {}) } }
}
