/** What a unit's calls, assignments, returns and throws mean by its pack's terminals (extraction.md 11.1). */
import type { TerminalPattern } from '../pack/index.js'
import { type CallNode, type Expression, type FunctionNode, isCall, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import type { Binding } from '../program/scopes.js'
import type { Values } from '../values/resolve.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import type { Continuation, DiscoveredUnit } from '../discover/unit.js'
import { type Emission, emissionOf, returnedCall as callIn } from './changes.js'
import type { ThrownClass } from './paths/condition.js'
import type { Path, StatusRef, TerminalOutcome, TerminalSite } from './paths/state.js'
import type { CallRole, Completion, WalkInput } from './paths/walker.js'
import type { Statuses } from './statuses.js'
import type { Subjects } from './subjects.js'
import { rolesOf } from './inputs/read-inputs.js'
import { isError } from './thrown.js'
import type { TerminalContext } from './terminals/context.js'
import { elementOf } from './render/render-node.js'
import { isAssertionPattern, matchAssertion } from './terminals/assertion.js'
import { argumentOf, extractStatus } from './terminals/extract.js'
import { isFunctionCallPattern, matchFunctionCall } from './terminals/function-call.js'
import { isMethodCallPattern, matchLink, matchMethodCall, type MethodCallMatch } from './terminals/parameter-method-call.js'
import { isReturnShapePattern, matchReturnShape } from './terminals/return-shape.js'
import { isReturnPattern, matchReturn } from './terminals/return-statement.js'
import { isThrowPattern, matchThrow } from './terminals/throw-expression.js'

/** A call that only makes an answer. */
type MadePattern = TerminalPattern & { match: { type: 'functionCall' | 'parameterMethodCall' } }

export interface Roles extends Pick<WalkInput, 'complete' | 'roleOf' | 'assertionOf' | 'pendingStatus' | 'assignedAnswer' | 'thrownClass' | 'acts'> {
  /** The call hands the response, or the whole of it, to something else. */
  takesResponse(call: Expr<CallNode>): boolean
  /** The argument is the response or the continuation, or an object that holds one. */
  isOutcomeArgument(expr: Expr): boolean
  /** The call answers as unmatched requests are answered. */
  isNotFoundCall(call: Expr<CallNode>): boolean
  /** A call of the library whose result is an answer where it is returned. */
  isMadeAnswer(value: Value): boolean
  /** The expression is what a catch or the unit itself was handed as thrown. */
  isCaught(expr: Expr): boolean
}

export function openRoles(input: {
  unit: DiscoveredUnit
  owner: FunctionNode | null
  values: Values
  subjects: Subjects
  statuses: Statuses
  patterns: readonly TerminalPattern[]
  thrownClass(expr: Expr): ThrownClass | null
}): Roles {
  const { unit, owner, values, subjects, patterns } = input
  const throwParam = unit.wrapper?.throwParam ?? null
  /** What was thrown, or what the framework worked out, comes first: the other parameters stand one further. */
  const lead = throwParam ?? unit.wrapper?.resultParam ?? null
  const shifted = (position: number): number => (lead !== null && lead <= position ? position + 1 : position)

  const decorated = rolesOf(unit, values)

  const paramIndex = (expr: Expr): number | null => {
    const value = values.one({ ...expr, node: strip(expr.node as Expression) })
    if (value?.type !== 'param' || value.binding.source.type !== 'param') return null
    const { fn, index, path } = value.binding.source
    return fn === owner && path.length === 0 ? index : null
  }
  /** The parameter whose methods, called one after the other, give the value. */
  const ledFrom = (expr: Expr, methods: readonly string[]): number | null => {
    let value = values.one({ ...expr, node: strip(expr.node as Expression) })
    for (const name of methods.toReversed()) {
      if (value?.type !== 'call' || value.callee.type !== 'member' || value.callee.property !== name) return null
      value = value.callee.object
    }
    if (value?.type !== 'param' || value.binding.source.type !== 'param') return null
    const { fn, index, path } = value.binding.source
    return fn === owner && path.length === 0 ? index : null
  }
  const positionOf = (match: { parameterPosition?: number; parameterRole?: string }): number | null => {
    if (match.parameterPosition !== undefined) return shifted(match.parameterPosition)
    const mapping = unit.inputMapping
    const found = mapping.type === 'positionalParams' ? mapping.params.find(p => p.role === match.parameterRole) : undefined
    return found ? found.position : (decorated.find(d => d.role !== null && d.role === match.parameterRole)?.index ?? null)
  }
  const context: TerminalContext = {
    values, subjects,
    statusOf: expr => input.statuses.statusOf(expr),
    isPatternParam(expr, match) {
      const position = positionOf(match)
      return position !== null && (match.parameterCalls ? ledFrom(expr, match.parameterCalls) : paramIndex(expr)) === position
    },
  }
  const responses = [...new Map(patterns.filter(isMethodCallPattern).map(({ match }) => [JSON.stringify([match.parameterPosition, match.parameterRole, match.parameterCalls]), match])).values()].filter(m => positionOf(m) !== null)
  const returns = patterns.filter(isReturnPattern)
  const shapes = patterns.filter(isReturnShapePattern)
  const throws = patterns.filter(isThrowPattern)
  const fallthrough = patterns.find(p => p.match.type === 'functionFallthrough') ?? null
  const assertions = patterns.filter(isAssertionPattern)
  const isReturned = (p: TerminalPattern): p is MadePattern => (isFunctionCallPattern(p) || isMethodCallPattern(p)) && p.match.returned === true
  const made = unit.terminals.filter(isReturned)
  /** Of any pack: what a helper throws answers the request it is called for. */
  const thrownAnswers = patterns.filter(isFunctionCallPattern).filter(p => p.match.returned && p.producesResponse)
  const rendered = patterns.some(p => p.match.type === 'jsxReturn')
  /** Parameters whose call hands control on, by the pack's own terminals. */
  const called = new Set(patterns.flatMap(({ match }) => (match.type === 'parameterCall' ? [match.parameterPosition] : [])))
  const throwing = patterns.filter(p => p.kind === 'throw').filter(isFunctionCallPattern)

  /** A call of the library that throws; null for a call that is thrown itself. */
  function thrownCall(call: Expr<CallNode>): { name: string; status: number | null } | null {
    const pattern = throwing.find(p => matchFunctionCall(p, call, context))
    if (!pattern) return null
    const status = extractStatus(pattern, call, call, context)
    return { name: pattern.match.functionName, status: status?.type === 'literal' ? status.value : (pattern.extraction.defaultStatusCode ?? null) }
  }

  const site = (expr: Expr, outcome: TerminalOutcome): Omit<TerminalSite, 'order' | 'shown'> => ({ key: siteKey(expr), expr, outcome })

  function roleOf(call: Expr<CallNode>): CallRole {
    for (const pattern of patterns) {
      if (isMethodCallPattern(pattern)) {
        const found = matchMethodCall(pattern, call, context)
        if (!found) continue
        if (pattern.match.returned && !(unit.notFound && isNotFoundCall(call))) return { type: 'link', status: null, headers: {}, receiver: null }
        if (unit.notFound && isNotFoundCall(call)) {
          if (unit.notFound.handler) return { type: 'plain' }
          return { type: 'terminal', status: { type: 'unread', text: subjects.sourceOf(call) }, headers: {}, receiver: null, terminal: site(call, { type: 'response', body: null, codes: null, fallbackStatus: null }) }
        }
        const error = found.body && pattern.errorsAreThrown && isSentError(found.body) ? found.body : null
        if (error && found.status === null) return { type: 'terminal', status: null, headers: {}, receiver: null, terminal: site(call, thrownAt(error, true)) }
        return {
          type: 'terminal', status: found.status, headers: found.headers, receiver: null,
          terminal: site(call, { type: 'response', body: found.body, codes: null, fallbackStatus: found.fallbackStatus, ...(pattern.extraction.body && !error ? {} : { noBody: true as const }) }),
        }
      }
      if (isFunctionCallPattern(pattern) && !pattern.match.returned && matchFunctionCall(pattern, call, context)) {
        const source = pattern.extraction.statusCode
        const argument = source?.from === 'argument' ? argumentOf(call, source.position) : null
        const code: StatusRef | null = argument ? context.statusOf(argument) : pattern.extraction.defaultStatusCode === undefined ? null : { type: 'literal', value: pattern.extraction.defaultStatusCode }
        if (pattern.kind === 'exit') return { type: 'exit', terminal: site(call, { type: 'exit', code }) }
        if (pattern.kind === 'throw') return { type: 'throw' }
        if (pattern.kind === 'response') return { type: 'terminal', status: extractStatus(pattern, call, call, context), headers: {}, receiver: null, terminal: site(call, sentBy(pattern, call)) }
      }
    }
    const link = matchLink(patterns, call, context)
    if (link) return { type: 'link', ...link, receiver: null }
    return continuation(call) ?? { type: 'plain' }
  }

  function isNotFoundCall(call: Expr<CallNode>): boolean {
    const { callee } = call.node
    if (!isMember(callee) || memberName(callee) !== unit.notFound?.calledBy) return false
    return isResponse({ ...call, node: callee.object })
  }

  /** `next()`, `next(err)`, or the function a factory wraps. */
  function continuation(call: Expr<CallNode>): CallRole | null {
    const { callee } = call.node
    const named = isMember(callee) ? memberName(callee) : null
    if (isMember(callee) && callee.object.type === 'Super' && unit.continuations.some(c => c.inherited === named)) return inheritedCall(call)
    const method = isMember(callee) ? unit.continuations.find(c => c.method !== undefined && c.method === named) : undefined
    if (method && isMember(callee) && isContinuation({ ...call, node: callee.object }, method)) return { type: 'continuation', terminal: site(call, { type: 'delegate', to: method.to }) }
    const target = isMember(callee) && ['call', 'apply'].includes(memberName(callee) ?? '') ? callee.object : callee
    const value = values.one({ ...call, node: target })
    if (value?.type !== 'param' || value.binding.source.type !== 'param') return null
    const { fn, index, path } = value.binding.source
    const found = unit.continuations.find(c => c.fn === fn && c.index === index && path.length === 0 && c.method === undefined) ?? (path.length === 0 && fn === unit.body?.node && called.has(index) ? { to: 'next' } : undefined)
    if (!found) return null
    const argument = found.to === 'next' ? argumentOf(call, 0) : null
    const literal = argument ? values.one(argument) : null
    if (!argument || (literal?.type === 'literal' && (literal.value === undefined || literal.value === null || literal.value === 'route' || literal.value === 'router')))
      return { type: 'continuation', terminal: site(call, { type: 'delegate', to: found.to }) }
    return { type: 'continuation', terminal: site(call, { type: 'throw', value: argument, rethrown: isCaught(argument), passedOn: true }) }
  }

  const isContinuation = (expr: Expr, { fn, index }: Continuation): boolean => {
    const value = values.one(expr)
    return value?.type === 'param' && value.binding.source.type === 'param' && value.binding.source.fn === fn && value.binding.source.index === index && value.binding.source.path.length === 0
  }

  /** The base class of a library does what it does: an error handler hands on what it caught. */
  function inheritedCall(call: Expr<CallNode>): CallRole {
    const argument = throwParam === null ? null : argumentOf(call, throwParam)
    if (!argument) return { type: 'continuation', terminal: site(call, { type: 'delegate', to: 'next' }) }
    return { type: 'continuation', terminal: site(call, { type: 'throw', value: argument, rethrown: isCaught(argument), passedOn: true }) }
  }

  const sentBy = (pattern: TerminalPattern, call: Expr<CallNode>): TerminalOutcome => {
    const { body, defaultStatusCode } = pattern.extraction
    return { type: 'response', body: body?.from === 'argument' ? argumentOf(call, body.position) : null, codes: null, fallbackStatus: defaultStatusCode ?? null, ...(body ? {} : { noBody: true as const }) }
  }

  /** What a returned call of the library makes of the path; `several` when it is not known which call it was. */
  const returnedCall = (value: Expr): ReturnType<typeof answerAmong<MadePattern>> => answerAmong(made, value)

  const makes = (pattern: MadePattern, call: Expr<CallNode>): boolean =>
    isFunctionCallPattern(pattern) ? matchFunctionCall(pattern, call, context) : isMethodCallPattern(pattern) && matchMethodCall(pattern, call, context) !== null

  function answerAmong<P extends MadePattern>(among: readonly P[], value: Expr): { type: 'one'; call: Expr<CallNode>; pattern: P } | { type: 'several' } | null {
    if (among.length === 0) return null
    const found = values.resolve({ ...value, node: strip(value.node as Expression) })
    const matched = found.flatMap(v => {
      const call = v.type === 'call' ? v.expr : null
      const pattern = call ? among.find(p => makes(p, call)) : undefined
      return call && pattern ? [{ type: 'one' as const, call, pattern }] : []
    })
    const [only] = matched
    if (!only) return null
    return found.length === 1 ? only : { type: 'several' }
  }

  /** What another server answered, handed on as it is: `return fetch(url)`. */
  function isForeignResponse(value: Expr): boolean {
    return values.resolve({ ...value, node: strip(value.node as Expression) }).some(v => v.type === 'call' && v.callee.type === 'global' && v.callee.path.join('.') === 'fetch')
  }

  function recordReturnedCall(found: NonNullable<ReturnType<typeof returnedCall>>, value: Expr, order: number, path: Path, record: (c: Completion, p: Path) => void): void {
    if (found.type === 'several') {
      record({ key: `unmatched ${siteKey(value)}`, order, terminal: null, gap: 'unmatchedReturn', place: value, apart: false }, path)
      return
    }
    const { call, pattern } = found
    if (pattern.kind !== 'response') {
      recordTerminal(record, path, value, order, { type: 'delegate', to: 'next' })
      return
    }
    const sent = isMethodCallPattern(pattern) ? matchMethodCall(pattern, call, context) : null
    if (sent) {
      recordMade(sent, call, value, order, path, record)
      return
    }
    const status = extractStatus(pattern, call, call, context)
    const outcome = sentBy(pattern, call)
    const terminal: TerminalSite = { key: siteKey(value), expr: call, shown: value, order, outcome: outcome.type === 'response' ? { ...outcome, codes: status } : outcome }
    record({ key: `response ${terminal.key}${siteKey(call)}`, order, terminal, gap: null, place: null, apart: false }, path)
  }

  /** With the status there was when the `return` was evaluated. */
  const asReturned = (path: Path, key: string): Path =>
    (path.state.returned?.key === key ? { cell: path.cell, state: { ...path.state, status: path.state.returned.status } } : path)

  /** A method of the response made the answer that is returned; what was set before counts. */
  function recordMade({ status, fallbackStatus, body, headers, pattern }: MethodCallMatch, call: Expr<CallNode>, value: Expr, order: number, path: Path, record: (c: Completion, p: Path) => void): void {
    const codes = status ?? path.state.status
    const terminal: TerminalSite = { key: siteKey(value), expr: call, shown: value, order, outcome: { type: 'response', body, codes, fallbackStatus, ...(pattern.extraction.body ? {} : { noBody: true as const }) } }
    const state = { ...path.state, headers: { ...path.state.headers, ...headers }, continued: null }
    record({ key: `response ${terminal.key}${siteKey(call)}=${codes ? JSON.stringify(codes.type === 'literal' ? codes.value : codes.text) : ''}`, order, terminal, gap: null, place: null, apart: false }, { cell: path.cell, state })
  }

  const thrownAt = (value: Expr, passedOn: boolean): TerminalOutcome => ({ type: 'throw', value, rethrown: isCaught(value), passedOn })

  /** An Error sent or returned in a body's place. */
  function isSentError(value: Expr): boolean {
    const text = subjects.sourceOf(value)
    return isCaught(value) || isError(values, value) || throws.some(p => p.match.constructorPattern !== undefined && matchThrow(p, text))
  }

  /** The expression is a catch variable, or what the unit was handed as thrown. */
  function isCaught(expr: Expr): boolean {
    const node = strip(expr.node as Expression)
    if (node.type !== 'Identifier') return false
    const binding = values.binding(expr.module, node)
    return (binding !== null && isCatchBinding(expr, binding)) || (throwParam !== null && paramIndex(expr) === throwParam)
  }

  function pendingStatus(assignment: Expr): StatusRef | null {
    const { node } = assignment
    if (node.type !== 'AssignmentExpression' || node.operator !== '=' || !isMember(node.left)) return null
    const name = memberName(node.left)
    const object = { ...assignment, node: node.left.object }
    const found = patterns.some(p => isMethodCallPattern(p) && p.match.statementStatus?.property === name && context.isPatternParam(object, p.match))
    return found ? context.statusOf({ ...assignment, node: node.right }) : null
  }

  /** `ctx.body = x`: what is sent when the path ends. */
  function assignedAnswer(assignment: Expr): Omit<TerminalSite, 'order' | 'shown'> | null {
    const { node } = assignment
    if (node.type !== 'AssignmentExpression' || node.operator !== '=' || !isMember(node.left)) return null
    const name = memberName(node.left)
    const object = { ...assignment, node: node.left.object }
    const pattern = patterns.find(p => p.match.type === 'propertyAssignment' && p.match.property === name && context.isPatternParam(object, p.match))
    return pattern ? site(assignment, { type: 'response', body: { ...assignment, node: node.right }, codes: null, fallbackStatus: pattern.extraction.defaultStatusCode ?? null }) : null
  }

  const complete: WalkInput['complete'] = (how, path, record) => {
    const { state } = path
    if (state.answer) {
      const { answer } = state
      record({ key: answer.key, order: answer.terminal.order, terminal: answer.terminal, gap: null, place: null, apart: false }, path)
      return
    }
    switch (how.type) {
      case 'throw': {
        const { thrown } = how
        const called = isCall(thrown.expr.node) ? thrownCall({ ...thrown.expr, node: thrown.expr.node }) : null
        if (called) {
          recordTerminal(record, path, thrown.node, thrown.order, { type: 'throw', value: null, rethrown: false, passedOn: false, called: called.name, ...(called.status === null ? {} : { status: called.status }) })
          return
        }
        const answered = answerAmong(thrownAnswers, thrown.expr)
        if (answered?.type === 'one' && made.some(p => p === answered.pattern)) {
          recordReturnedCall(answered, thrown.expr, thrown.order, path, record)
          return
        }
        if (answered?.type === 'one') {
          const status = extractStatus(answered.pattern, answered.call, answered.call, context)
          const sent = status ? (status.type === 'literal' ? status.value : null) : (answered.pattern.extraction.defaultStatusCode ?? null)
          recordTerminal(record, path, thrown.node, thrown.order, { type: 'throw', value: null, rethrown: false, passedOn: false, called: answered.pattern.match.functionName, hasStatus: true, ...(sent === null ? {} : { status: sent }) })
          return
        }
        const text = subjects.sourceOf(thrown.expr)
        if (throws.some(p => matchThrow(p, text)) || throws.length === 0)
          recordTerminal(record, path, thrown.node, thrown.order, { type: 'throw', value: thrown.expr, rethrown: isCaught(thrown.expr), passedOn: false })
        return
      }
      case 'return': case 'end': {
        const value = how.type === 'return' ? how.end.value : null
        const call = value ? returnedCall(value) : null
        if (value && call && !(state.continued && call.type === 'several')) {
          recordReturnedCall(call, value, how.type === 'return' ? how.end.order : 0, asReturned(path, siteKey(value)), record)
          return
        }
        if (state.continued) {
          record({ key: state.continued.key, order: state.continued.order, terminal: state.continued, gap: null, place: null, apart: false }, path)
          return
        }
        if (state.assigned?.outcome.type === 'response') {
          const { assigned } = state
          record({ key: `assigned ${assigned.key}${state.status ? JSON.stringify(state.status.type === 'literal' ? state.status.value : state.status.text) : ''}`, order: assigned.order, terminal: { ...assigned, outcome: { ...state.assigned.outcome, codes: state.status } }, gap: null, place: null, apart: false }, path)
          return
        }
        if (!value || how.type === 'end') {
          endWithout(how, path, record)
          return
        }
        const rejected = rejectedValue(value)
        if (rejected) {
          recordTerminal(record, path, value, how.end.order, { type: 'throw', value: rejected, rethrown: isCaught(rejected), passedOn: false })
          return
        }
        const element = rendered ? elementOf(values, value) : null
        if (element) {
          recordTerminal(record, path, value, how.end.order, { type: 'render', value: element })
          return
        }
        if (made.length > 0 && isForeignResponse(value)) {
          recordReturnedCall({ type: 'several' }, value, how.end.order, path, record)
          return
        }
        const shaped = shapes.map(p => matchReturnShape(p, value, context)).find(found => found !== null)
        if (shaped) {
          recordTerminal(record, path, value, how.end.order, shaped)
          return
        }
        const truth = how.type === 'return' ? how.end.truth : undefined
        const pattern = returns.find(p => matchReturn(p, value) && (p.match.value === undefined || p.match.value === truth))
        if (pattern?.throws !== undefined) {
          recordTerminal(record, path, value, how.end.order, thrownInstead(pattern))
          return
        }
        if (pattern?.kind === 'response' && fallthrough?.kind === 'response' && isNoBody(value)) {
          endWithout(how, path, record)
          return
        }
        if (pattern?.kind === 'response' && isNoBody(value)) {
          record({ key: `none ${siteKey(value)}`, order: how.end.order, terminal: null, gap: 'noOutcome', place: value, apart: false }, path)
          return
        }
        const emitted = pattern === undefined || pattern.kind === 'return' ? emittedBy(value) : null
        if (emitted) {
          recordTerminal(record, path, emitted.call, how.end.order, { type: 'emit', event: emitted.event, payload: emitted.payload })
          return
        }
        if (pattern) {
          const outcome: TerminalOutcome = pattern.errorsAreThrown && isSentError(value) ? thrownAt(value, false) : pattern.kind === 'response'
            ? returnedAnswer(pattern, value, state.status)
            : pattern.kind === 'delegate' ? { type: 'delegate', to: 'next' } : { type: 'return', value }
          recordTerminal(record, path, value, how.end.order, outcome, state.status ? JSON.stringify(state.status.type === 'literal' ? state.status.value : state.status.text) : '')
          return
        }
        record({ key: `unmatched ${siteKey(value)}`, order: how.end.order, terminal: null, gap: 'unmatchedReturn', place: value, apart: false }, path)
        return
      }
      default: how satisfies never
    }
  }

  /** The status decorators state stands behind one set on the path. */
  function returnedAnswer(pattern: TerminalPattern, body: Expr | null, pending: StatusRef | null): TerminalOutcome {
    const stated = unit.decorated?.status ?? null
    const codes = pending ?? (stated === null ? null : typeof stated === 'number' ? { type: 'literal' as const, value: stated } : context.statusOf(stated))
    return { type: 'response', body, codes, fallbackStatus: pattern.extraction.defaultStatusCode ?? null, ...(body === null || unit.decorated?.bodyless ? { noBody: true as const } : {}) }
  }

  const thrownInstead = (pattern: TerminalPattern): TerminalOutcome =>
    ({ type: 'throw', value: null, rethrown: false, passedOn: false, ...(pattern.throws === undefined ? {} : { name: pattern.throws }), ...(pattern.extraction.defaultStatusCode === undefined ? {} : { status: pattern.extraction.defaultStatusCode }) })

  /** `return emitter.emit("done", p)` (T13). */
  function emittedBy(value: Expr): (Emission & { call: Expr }) | null {
    const call = callIn(value)
    const emission = call ? emissionOf(values, call) : null
    return call && emission && !values.resolve({ ...call, node: call.node.callee }).some(v => v.type === 'function') ? { ...emission, call } : null
  }

  /** `undefined`, the response itself, or a call on it: what is returned is no body. */
  function isNoBody(value: Expr): boolean {
    const node = strip(value.node as Expression)
    const known = values.one({ ...value, node })
    if (known?.type === 'literal' && known.value === undefined) return true
    let at: Node = node
    while (isCall(at) || isMember(at)) at = strip(isCall(at) ? (at.callee as Expression) : at.object)
    return at.type === 'Identifier' && isResponse({ ...value, node: at })
  }

  function recordTerminal(record: (c: Completion, p: Path) => void, path: Path, expr: Expr, order: number, outcome: TerminalOutcome, status = ''): void {
    const terminal: TerminalSite = { key: siteKey(expr), expr, shown: expr, order, outcome }
    record({ key: `${outcome.type} ${terminal.key}${status}`, order, terminal, gap: null, place: null, apart: false }, path)
  }

  function endWithout(how: Parameters<WalkInput['complete']>[0], path: Path, record: (c: Completion, p: Path) => void): void {
    const order = how.type === 'end' ? how.order : how.type === 'return' ? how.end.order : 0
    const node = how.type === 'return' ? how.end.node : null
    const key = node ? siteKey(node) : 'end'
    if (returns.some(r => r.kind === 'return') && node && !fallthrough) {
      recordTerminal(record, path, node, order, { type: 'return', value: null })
      return
    }
    if (fallthrough) {
      const expr: Expr = node ?? (unit.body ? { module: unit.body.module, node: unit.body.node as Node, frame: unit.body.frame } : unit.registration)
      const terminal: TerminalSite = { key: `void ${key}`, expr, shown: expr, order, outcome: fallenThrough(fallthrough, path) }
      record({ key: `void ${key}`, order, terminal, gap: null, place: null, apart: how.type === 'end' }, path)
      return
    }
    record({ key: `none ${key}`, order, terminal: null, gap: 'noOutcome', place: node, apart: false }, path)
  }

  function fallenThrough(pattern: TerminalPattern, path: Path): TerminalOutcome {
    if (pattern.throws !== undefined) return thrownInstead(pattern)
    if (pattern.kind === 'response') return returnedAnswer(pattern, null, path.state.status)
    return pattern.kind === 'delegate' ? { type: 'delegate', to: 'next' } : { type: 'void' }
  }

  /** `return Promise.reject(x)` is a throw. */
  function rejectedValue(value: Expr): Expr | null {
    const node = strip(value.node as Expression)
    if (!isCall(node)) return null
    const callee = values.one({ ...value, node: node.callee })
    if (callee?.type !== 'global' || callee.path.join('.') !== 'Promise.reject') return null
    const [first] = node.arguments
    return first && first.type !== 'SpreadElement' ? { ...value, node: strip(first) } : null
  }

  const isResponse = (expr: Expr): boolean => responses.some(m => context.isPatternParam(expr, m))

  function isOutcomeArgument(expr: Expr): boolean {
    if (isResponse(expr)) return true
    const node = strip(expr.node as Expression)
    if (node.type === 'ObjectExpression') return node.properties.some(p => p.type === 'Property' && isOutcomeArgument({ ...expr, node: p.value }) && keyName(p.key, p.computed) !== null)
    const value = values.one({ ...expr, node })
    if (value?.type !== 'param' || value.binding.source.type !== 'param') return false
    const { fn, index, path } = value.binding.source
    return unit.continuations.some(c => c.fn === fn && c.index === index && path.length === 0)
  }

  /** `assert(user, 401)`: the throw it may make (packs.md fastify). */
  function assertionOf(call: Expr<CallNode>): ReturnType<Roles['assertionOf']> {
    for (const pattern of assertions) {
      const found = matchAssertion(pattern, call, context)
      if (found) return { ...found, terminal: site(call, { type: 'throw', value: null, rethrown: false, passedOn: false, ...(found.status === null ? {} : { status: found.status }) }) }
    }
    return null
  }

  return {
    complete, roleOf, assertionOf, isMadeAnswer: v => v.type === 'call' && made.some(p => makes(p, v.expr)), pendingStatus, assignedAnswer, isOutcomeArgument, isCaught, isNotFoundCall,
    thrownClass: (expr, caught) => (isCaught(expr) ? caught : input.thrownClass(expr)),
    acts: expr => (isCall(expr.node) ? roleOf({ ...expr, node: expr.node }).type !== 'plain' : pendingStatus(expr) !== null || assignedAnswer(expr) !== null),
    takesResponse(call) {
      if (responses.length === 0) return false
      if (call.node.arguments.some(a => isResponse({ ...call, node: a.type === 'SpreadElement' ? a.argument : a }))) return true
      let at: Node = call.node
      while (isCall(at) || isMember(at)) at = strip(isCall(at) ? (at.callee as Expression) : at.object)
      return isMember(call.node.callee) && at.type === 'Identifier' && isResponse({ ...call, node: at }) && !harmless.has(memberName(call.node.callee) ?? '')
    },
  }
}

/** The name of a `catch`, or the first parameter of a function given to `.catch` or as second one to `.then`. */
export function isCatchBinding({ module }: Expr, { source }: Binding): boolean {
  if (source.type === 'catch') return source.path.length === 0
  if (source.type !== 'param' || source.index !== 0 || source.path.length > 0) return false
  const call = module.parents.get(source.fn)
  if (call?.type !== 'CallExpression' || !isMember(call.callee)) return false
  const name = memberName(call.callee)
  return (name === 'catch' && call.arguments[0] === source.fn) || (name === 'then' && call.arguments[1] === source.fn)
}

/** Methods of a response that neither answer nor hand it on. */
const harmless = new Set(['on', 'once', 'get', 'getHeader', 'getHeaders', 'hasHeader', 'removeHeader', 'setTimeout', 'emit', 'off', 'removeListener'])
