/** Effects of a unit's calls and reads, where its calls lead, and what it could not follow (extraction.md 14, 17). */
import type { BoundaryBinding, ClassPlace, Effect, Place, Predicate, ReasonCode, Unread, ValueRef } from '../ir/index.js'
import { canonicalJson } from '../ir/index.js'
import type { DiscoveredUnit } from '../discover/unit.js'
import { type CallNode, children, type Expression, type FunctionNode, isClass, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import type { RawDependencyCall, RawGap } from '../raw.js'
import { type Expr, siteKey, type Value } from '../values/value.js'
import { type CalledFunction, calledFunction } from '../values/receivers.js'
import { argumentsOf } from './arguments.js'
import { isClassComponent } from './inputs/component-props.js'
import type { Changes } from './changes.js'
import { parsedReads } from './inputs/argument-parsers.js'
import { readInputReads, sortReads } from './inputs/input-reads.js'
import type { CallSite, SitePath, Walked } from './paths/walker.js'
import type { Places } from './places.js'
import type { Recognition, Recognizers } from './recognize.js'
import type { Shapes } from './shapes.js'
import type { Subjects } from './subjects.js'
import type { CalledSite } from './throws/throwing-calls.js'
import type { ReadEnv } from './unit.js'

export interface Invocations {
  gaps: RawGap[]
  dependencyCalls: RawDependencyCall[]
  called: CalledFunction[]
  /** Project functions that calls hand to what they call, which may run them. */
  passed: Expr<FunctionNode>[]
  /** Calls of project functions that are not read in place, with all they may reach. */
  sites: CalledSite[]
  inputReads: { input: string; path: string[] }[]
  effectsOf(
    belongs: (site: Pick<CallSite, 'seq' | 'paths' | 'loops' | 'finallyOf'>) => readonly SitePath[],
    preconditions: (paths: readonly SitePath[]) => Predicate[],
  ): Effect[]
  /** Why members of the effect are null. */
  unreadOf(effect: Effect): Unread[]
  /** Where the values of its columns came from (E10). */
  columnsOf(effect: Effect): readonly { column: string; from: ValueRef[] }[]
  /** Calls that lead to no function of the run. */
  unfollowed: Expr<CallNode>[]
  /** Sites a recognizer knows without knowing the member. */
  unread: Unread[]
  /** The unit starts a project function that may reject and nothing waits for it (T7). */
  mayReject: boolean
}

const maxPassedDepth = 2

interface Target {
  effects: Effect[]
  functions: CalledFunction[]
  /** Handed to the callee, which may run them. */
  passed: Expr<FunctionNode>[]
  only: boolean
  /** Its functions are of the run. */
  followed: boolean
  gap: { reason: RawGap['reason'] } | null
}

export function openInvocations(input: {
  env: ReadEnv
  unit: DiscoveredUnit
  owner: FunctionNode | null
  subjects: Subjects
  shapes: Shapes
  places: Places
  recognizers: Recognizers
  changes: Changes
  walked: Walked
}): Invocations {
  const { env, unit, owner, subjects, places, recognizers, changes, walked } = input
  const { values } = env
  const ownCalls = new Set(unit.client ? [siteKey(unit.client.chain[0] ?? unit.client.call)] : [])
  const reasons = new Map<string, ReasonCode>()
  const unread: Unread[] = []
  const columns = new Map<string, readonly { column: string; from: ValueRef[] }[]>()
  /** Calls that are terminals are no effects (E1). */
  const emitted = new Set(walked.outcomes.flatMap(({ completion: { terminal } }) => (terminal?.outcome.type === 'emit' ? [terminal.expr.node] : [])))
  const targets = new Map(walked.calls.flatMap(site => {
    const target = targetOf(site)
    if (!emitted.has(site.expr.node)) return [[site, target] as const]
    // the outcome is the event; what a pack knows of the call stays
    const known = target.effects.filter(e => e.type === 'interaction')
    return known.length > 0 ? [[site, { ...target, effects: known }] as const] : []
  }))
  numberGroups([...targets.values()])
  const reads = [
    ...walked.accesses.filter(a => recognizers.isAccess(a.expr)).map(site => ({ site, found: explain(site.expr, recognizers.ofAccess(site.expr)).effects })),
    ...walked.accesses.flatMap(site => {
      const change = changes.isChange(site.expr.node) ? changes.stateChange(site.expr) : null
      return change ? [{ site, found: [{ ...change, location: places.range(site.expr), place: places.of(site.expr) }] }] : []
    }),
  ].filter(r => r.found.length > 0)

  function targetOf(site: CallSite): Target {
    const { expr } = site
    const callees = values.resolve({ ...expr, node: expr.node.callee })
    const implementations = callees.length === 1 && callees[0] ? env.interfaces.implementationsOf(callees[0]) : null
    const functions = implementations ?? callees.flatMap(c => (c.type === 'function' && c.expr.node.body ? [calledFunction(values, c)] : []))
    const isConstruction = expr.node.type === 'NewExpression'
    const outside = functions.filter(f => !isInOwner(f))
    const declared = outside.map(f => places.declaration({ ...f, frame: null }))
    const [only] = declared
    const passed = passedFunctions(expr)
    const parameter = parameterOf(callees)
    const invocation: Effect = {
      type: 'invocation',
      callee: `${isConstruction ? 'new ' : ''}${subjects.calleeText({ ...expr, node: expr.node.callee })}`,
      args: argumentsOf(subjects, expr),
      async: site.awaited,
      ...(only && declared.length === 1 && callees.length === 1 ? { declaredAt: only } : {}),
      ...(declared.length > 1 && (implementations || isTable(expr)) ? { possibleDeclaredAt: declared } : {}),
      ...(parameter === null ? {} : { calleeParameter: parameter }),
      ...receiverOf(callees),
      ...(passed.size > 0 ? { argsDeclaredAt: Object.fromEntries([...passed].map(([at, fn]) => [at, places.declaration({ ...fn, frame: null })])) } : {}),
      location: places.range(expr), place: places.of(expr),
    }
    const recognized = recognizers.ofCall(expr)
    explain(expr, recognized)
    const change = functions.length === 0 ? (changes.emission(expr) ?? changes.setting(expr)) : null
    const service = ownCalls.has(siteKey(expr)) ? null : serviceCall(expr)
    return {
      effects: [invocation, ...recognized.effects, ...(change ? [{ ...change, location: places.range(expr), place: places.of(expr) }] : []), ...(service ? [service] : [])],
      functions: outside,
      passed: [...passed.values()],
      only: callees.length === 1,
      followed: functions.length > 0 && (implementations !== null || callees.length === functions.length),
      gap: implementations ? (functions.length > 0 ? null : { reason: 'noBody' }) : functions.length > 1 && !isTable(expr) ? { reason: 'multipleSources' } : unfollowed(callees, functions.length),
    }
  }

  /** Keeps why effects of the site have nulls, and why a recognizer knows the site but not its member (E7). */
  function explain(expr: Expr, found: Recognition): Recognition {
    for (const { place } of found.effects) if (place) reasons.set(placeKey(place), found.reason)
    for (const [effect, named] of found.columns) columns.set(effectKey(effect), named.map(({ column, from }) => ({ column, from: [subjects.refOf(from)] })))
    if (found.unread) unread.push({ at: '/transitions', reason: found.unread, span: { start: expr.node.start, end: expr.node.end } })
    return found
  }

  function isInOwner(fn: Expr): boolean {
    if (owner === null) return false
    for (let at: Node | undefined = fn.node; at; at = fn.module.parents.get(at)) if (at === owner) return true
    return false
  }

  /** The class of the run that a test's call was sent to (E13). */
  function receiverOf(callees: readonly Value[]): { receiverClass?: ClassPlace } {
    const [callee] = callees
    const self = unit.kind === 'test' && callees.length === 1 && callee?.type === 'function' ? callee.self : null
    const cls = self?.type === 'instance' ? self.cls : self?.type === 'class' ? self.expr : null
    const name = cls?.node.id?.name ?? null
    return cls && name !== null ? { receiverClass: { file: env.host.place(cls.module.file).file, name } } : {}
  }

  /** A table access by a name worked out at run time may reach each of its entries (V9). */
  function isTable(call: Expr<CallNode>): boolean {
    return isMember(call.node.callee) && call.node.callee.computed && memberName(call.node.callee) === null
  }

  function parameterOf(callees: readonly Value[]): number | null {
    const [callee] = callees
    if (callees.length !== 1 || callee?.type !== 'param' || callee.binding.source.type !== 'param') return null
    return callee.binding.source.fn === owner && callee.binding.source.path.length === 0 ? callee.binding.source.index : null
  }

  /** Only a callee the project declares itself can be a gap (C3). */
  function unfollowed(callees: readonly Value[], functions: number): Target['gap'] {
    if (functions > 0) return null
    const [callee] = callees
    if (callees.length > 1 && callees.every(c => c.type === 'opaque')) return { reason: 'multipleSources' }
    if (callee?.type === 'opaque' && ['computedKey', 'cycle', 'depthLimit'].includes(callee.reason)) return { reason: 'unsettledValue' }
    return null
  }

  function serviceCall(call: Expr<CallNode>): Effect | null {
    const client = env.clientAt(call)
    if (!client) return null
    const { semantics } = client.binding
    const [first] = client.unit.unread
    if (first) reasons.set(placeKey(places.of(call)), first.reason)
    const payload = client.unit.client?.payload
    return {
      type: 'interaction', binding: client.binding, callee: subjects.calleeText({ ...call, node: call.node.callee }),
      interaction: {
        class: 'service-call', method: methodOf(semantics),
        ...(payload && payload !== 'unread' ? { payload: input.shapes.shapeOf(payload) } : {}),
      },
      location: places.range(call), place: places.of(call),
    }
  }

  /** Functions of the run among the arguments, in an object's properties too: by `0`, `1.handler` (E11). */
  function passedFunctions(call: Expr<CallNode>): Map<string, Expr<FunctionNode>> {
    const out = new Map<string, Expr<FunctionNode>>()
    const note = (at: string, expr: Expr, depth: number): void => {
      const node = strip(expr.node as Expression)
      if (isFunction(node) && !env.isClaimed(node)) return
      if (node.type === 'ObjectExpression' && depth < maxPassedDepth) {
        for (const entry of node.properties) {
          const name = entry.type === 'Property' ? keyName(entry.key, entry.computed) : null
          if (entry.type === 'Property' && name !== null) note(`${at}.${name}`, { ...expr, node: entry.value }, depth + 1)
        }
        return
      }
      if (!isFunction(node) && node.type !== 'Identifier' && !isMember(node)) return
      const value = values.one({ ...expr, node })
      if (value?.type === 'function' && value.expr.node.body && !isInOwner(value.expr)) out.set(at, value.expr)
    }
    call.node.arguments.forEach((argument, index) => {
      if (argument.type !== 'SpreadElement') note(String(index), { ...call, node: argument }, 0)
    })
    return out
  }

  const gaps = gapsOf(walked.calls)
  function gapsOf(sites: readonly CallSite[]): RawGap[] {
    const byCallee = new Map<string, { gap: RawGap; used: boolean }>()
    for (const site of sites) {
      const gap = targets.get(site)?.gap
      if (!gap) continue
      const callee = subjects.calleeText({ ...site.expr, node: site.expr.node.callee })
      const key = `${callee}\0${gap.reason}`
      const used = isUsed(site.expr)
      const known = byCallee.get(key)
      if (known) known.used = known.used && used
      else byCallee.set(key, { used, gap: { type: 'unfollowedCall', reason: gap.reason, detail: callee, callee, consequence: 'unknown', location: places.range(site.expr), place: places.of(site.expr) } })
    }
    return [...byCallee.values()].map(({ gap, used }) => (used ? { ...gap, usedAsValue: true } : gap))
  }

  return {
    gaps,
    dependencyCalls: [],
    called: [...targets.values()].flatMap(t => t.functions),
    passed: [...targets.values()].flatMap(t => t.passed),
    sites: [...targets].flatMap(([site, t]) => (t.functions.length > 0 && !site.inlined ? [{ expr: site.expr, functions: t.functions, only: t.only }] : [])),
    unfollowed: [...targets].flatMap(([site, t]) => (site.inlined || (t.followed && t.gap === null) ? [] : [site.expr])),
    inputReads: owner && unit.body ? sortReads([...readInputReads(unit.body.module, owner, isClassComponent(unit, owner)), ...parsedReads(walked.calls.map(c => c.expr), { values, owner, parsers: env.packs.flatMap(p => p.pack.argumentParsers ?? []) })]) : [],
    effectsOf(belongs, preconditions) {
      const out: { seq: number; effects: Effect[] }[] = []
      for (const [site, target] of targets) {
        const paths = belongs(site)
        if (paths.length === 0) continue
        const before = preconditions(paths)
        out.push({ seq: site.seq, effects: target.effects.map(e => (before.length > 0 && (e.type === 'invocation' || e.type === 'interaction') ? { ...e, preconditions: before } : e)) })
      }
      for (const { site, found } of reads) {
        const paths = belongs(site)
        if (paths.length === 0) continue
        const before = preconditions(paths)
        out.push({ seq: site.seq, effects: found.map(e => (before.length > 0 && e.type === 'interaction' ? { ...e, preconditions: before } : e)) })
      }
      return out.sort((a, b) => a.seq - b.seq).flatMap(e => e.effects)
    },
    unread,
    columnsOf: effect => columns.get(effectKey(effect)) ?? [],
    unreadOf: effect => nullsOf(effect).map(at => ({ at, reason: (effect.place && reasons.get(placeKey(effect.place))) ?? 'unsupportedSyntax' })),
    mayReject: walked.calls.some(site => {
      const parent = site.expr.module.parents.get(site.expr.node)
      return !site.awaited && parent?.type === 'ExpressionStatement' && (targets.get(site)?.functions ?? []).some(f => hasThrow(f.node))
    }),
  }
}

/** An effect by its place and what it is, however often it is copied. */
const effectKey = (effect: Effect): string =>
  `${effect.place ? placeKey(effect.place) : ''} ${effect.type === 'interaction' ? canonicalJson([effect.binding.semantics, effect.interaction]) : effect.type}`

const placeKey = ({ file, start, end }: Place): string => `${file ?? ''}:${start}-${end}`

/** Nulls of a boundary crossing; that no deployed unit is known says nothing about the read (B9), and no access path is the whole container. */
function nullsOf(effect: Effect): string[] {
  if (effect.type !== 'interaction') return []
  const { semantics } = effect.binding
  const names = (record: object): string[] => Object.entries(record).flatMap(([name, value]) => (value === null ? [name] : []))
  return [
    ...(semantics.name === 'runtime-config' ? [] : names(semantics).filter(name => !(semantics.name === 'storage' && name === 'accessPath')).map(name => `/binding/semantics/${name}`)),
    ...names(effect.interaction).map(name => `/interaction/${name}`),
  ]
}

/** A second site that writes the same to a stream gets a number of its own. */
function numberGroups(targets: readonly Target[]): void {
  const seen = new Map<string, number>()
  for (const target of targets) {
    target.effects = target.effects.map(effect => {
      if (effect.type !== 'interaction' || effect.groupId === undefined) return effect
      const count = (seen.get(effect.groupId) ?? 0) + 1
      seen.set(effect.groupId, count)
      return count === 1 ? effect : { ...effect, groupId: `${effect.groupId}#${count}` }
    })
  }
}

function isUsed(call: Expr): boolean {
  let at: Node = call.node
  let parent = call.module.parents.get(at)
  while (parent && (parent.type === 'AwaitExpression' || parent.type === 'ChainExpression')) {
    at = parent
    parent = call.module.parents.get(at)
  }
  return parent !== undefined && parent.type !== 'ExpressionStatement'
}

const throwing = new WeakMap<Node, boolean>()
function hasThrow(fn: Node): boolean {
  const known = throwing.get(fn)
  if (known !== undefined) return known
  const visit = (node: Node): boolean => {
    if (node !== fn && (isFunction(node) || isClass(node))) return false
    return node.type === 'ThrowStatement' || children(node).some(visit)
  }
  const found = visit(fn)
  throwing.set(fn, found)
  return found
}

/** The verb of a crossing: an HTTP method, or the type of an operation. */
function methodOf(semantics: BoundaryBinding['semantics']): string {
  if (semantics.name === 'rest') return semantics.method ?? 'null'
  return semantics.name === 'graphql-operation' ? semantics.operationType : 'query'
}
