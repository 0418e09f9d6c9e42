/** Wrappers given as classes: guards, filters, interceptors, pipes, middleware, by decorator, provider or application call (packs.md nestjs-rest). */
import type { ConsumerWraps, DecoratorWraps, Outcome, PatternPack, Wraps } from '../../pack/index.js'
import type { WrapPattern } from '../../index/routables.js'
import {
  children,
  type ClassNode,
  type Expression,
  type FunctionNode,
  isCall,
  isMember,
  memberName,
  type Node,
  strip,
} from '../../program/syntax.js'
import { decoratorsOn, findDecorator } from '../../values/decorators.js'
import { libraryErrorOf } from '../../values/library-errors.js'
import { instanceFrame } from '../../values/receivers.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { returnedExpressions } from '../../values/returns.js'
import { type Expr, siteKey, type Value } from '../../values/value.js'
import { handlerOf, rootIsExternal } from '../handlers.js'
import { boundName } from '../../values/names.js'
import { declaredWrapperOf, shown } from '../routes/wrapper-uses.js'
import { stubId, type StubSource } from '../stubs.js'
import type { Continuation, DiscoveredUnit, WrapperUse } from '../unit.js'
import { bodyFor, classChain, className, membersOf } from './classes.js'
import { answersKey, type MetadataAnswers, metadataAnswers, type MetadataScope } from './metadata.js'

export interface ClassWrappers {
  /** What the target given to a registration puts around a route. */
  usesOf(target: Expr, pattern: WrapPattern, pack: PatternPack, scope: MetadataScope | null): WrapperUse[]
  stubUse(source: StubSource): WrapperUse
  units(): DiscoveredUnit[]
  readonly stubs: ReadonlyMap<string, StubSource>
}

export type ClassWraps = DecoratorWraps | ConsumerWraps

export const isClassWraps = (wrap: Wraps): wrap is ClassWraps => 'decorator' in wrap || 'consumer' in wrap

/** One table for all packs of a run: a guard stands in front of routes and resolvers alike. */
export function openClassWrappers(values: Values): ClassWrappers {
  const units = new Map<string, DiscoveredUnit>()
  const stubs = new Map<string, StubSource>()

  function usesOf(
    target: Expr,
    pattern: WrapPattern,
    pack: PatternPack,
    scope: MetadataScope | null,
  ): WrapperUse[] {
    const { wrap } = pattern
    if (!isClassWraps(wrap)) return []
    const value = values.one(target)
    switch (value?.type) {
      case 'class':
        return ofClass(value.expr, target, pattern, wrap, pack, scope)
      case 'instance':
        return ofClass(value.cls, target, pattern, wrap, pack, scope)
      case 'function':
        return ofFunction(target, pattern, pack)
      default:
        return libraryUse(value, target, pack, wrap)
    }
  }

  function ofFunction(target: Expr, pattern: WrapPattern, pack: PatternPack): WrapperUse[] {
    const answer = handlerOf(values, target)
    if (answer.type !== 'one')
      return isClassWraps(pattern.wrap) ? libraryUse(answer.value, target, pack, pattern.wrap) : []
    const { body } = answer.handler
    const unit = unitOf({
      body,
      name: boundName(body) ?? 'middleware',
      isNamed: boundName(body) !== null,
      registration: target,
      pattern,
      pack,
      inherited: null,
      answers: '',
    })
    return [{ target: { type: 'unit', unit }, role: 'before', scope: null }]
  }

  function ofClass(
    cls: Expr<ClassNode>,
    target: Expr,
    pattern: WrapPattern,
    wrap: ClassWraps,
    pack: PatternPack,
    scope: MetadataScope | null,
  ): WrapperUse[] {
    const { rest } = classChain(values, cls)
    const members = membersOf(values, cls)
    const bodyOf = (name: string): Expr<FunctionNode> | null => {
      const found = members.find(m => m.name === name)
      return found?.fn ? bodyFor(found.fn, found.cls, cls) : null
    }
    const library = (): WrapperUse[] => (rest ? libraryUse(rest, target, pack, wrap) : [])
    const { classMethod } = wrap
    const body = classMethod === undefined ? null : bodyOf(classMethod)
    const hooks =
      'hooks' in wrap && rest
        ? (wrap.hooks ?? []).flatMap(name => {
            const hook = bodyOf(name)
            return hook ? [useOf(cls, hook, name, target, pattern, pack, null, scope)] : []
          })
        : []
    if (!body || classMethod === undefined) {
      if (rest) return [...library(), ...hooks]
      return [unreadUse(target, 'unresolvedWrapper', true, wrap)]
    }
    const asksBase = rest !== null && callsBase(body.node, classMethod)
    return [
      ...(asksBase && wrap.throwParam === undefined ? [...library(), ...hooks] : []),
      useOf(cls, body, classMethod, target, pattern, pack, classMethod, scope),
      ...catchingUse(body, wrap, target),
    ]
  }

  function useOf(
    cls: Expr<ClassNode>,
    body: Expr<FunctionNode>,
    method: string,
    target: Expr,
    pattern: WrapPattern,
    pack: PatternPack,
    inherited: string | null,
    scope: MetadataScope | null,
  ): WrapperUse {
    const { wrap } = pattern
    const answers =
      scope && pack.decoratorMetadata ? metadataAnswers(values, pack.decoratorMetadata, body, scope) : null
    const unit = unitOf({
      body: answers && answers.calls.size > 0 ? answeredBody(body, cls, answers) : body,
      answers: answers ? answersKey(values, answers) : '',
      name: `${className(cls)}.${method}`,
      isNamed: true,
      registration: target,
      pattern,
      pack,
      inherited,
    })
    const caught = 'catchesDecorator' in wrap && wrap.catchesDecorator ? catchesOf(cls, wrap) : {}
    return {
      target: { type: 'unit', unit },
      role: wrap.throwParam === undefined ? 'before' : 'onThrow',
      scope: null,
      ...caught,
      ...(answers?.open ? { uncertain: true as const } : {}),
      ...(changesBody(body, wrap) ? { rewritesBody: true as const } : {}),
    }
  }

  /** The function as it runs where its questions have these answers. */
  function answeredBody(
    body: Expr<FunctionNode>,
    cls: Expr<ClassNode>,
    answers: MetadataAnswers,
  ): Expr<FunctionNode> {
    const frame = body.frame ?? instanceFrame(cls, cls)
    return {
      ...body,
      frame: { ...frame, id: `${frame.id}?${answersKey(values, answers)}`, answers: answers.calls },
    }
  }

  /** Classes its decorator names; none: every throw. */
  function catchesOf(
    cls: Expr<ClassNode>,
    wrap: DecoratorWraps,
  ): Pick<WrapperUse, 'catches' | 'catchesUnread'> {
    const decorator = findDecorator(decoratorsOn(values, cls), wrap.importModule, [
      wrap.catchesDecorator ?? '',
    ])
    if (!decorator || decorator.args.length === 0) return {}
    const names = decorator.args.map(a => {
      const value = values.one(a)
      if (value?.type === 'class') return className(value.expr)
      return value?.type === 'external' || value?.type === 'global' ? (value.path.at(-1) ?? null) : null
    })
    return {
      catches: names.filter(n => n !== null),
      ...(names.includes(null) ? { catchesUnread: true } : {}),
    }
  }

  function unitOf(input: {
    body: Expr<FunctionNode>
    name: string
    isNamed: boolean
    registration: Expr
    pattern: WrapPattern
    pack: PatternPack
    inherited: string | null
    /** What the decorators around it answer: another answer is another unit. */
    answers: string
  }): DiscoveredUnit {
    const { body, pattern, pack } = input
    const { wrap } = pattern
    const throwParam = wrap.throwParam ?? null
    const place = siteKey({ ...body, frame: null })
    const key = `${siteKey(body)}|${throwParam}|${input.answers}`
    const known = units.get(key)
    if (known) return known
    const same = [...units.values()].filter(
      u => u.body && siteKey({ ...u.body, node: u.body.node as Node, frame: null }) === place,
    ).length
    const method = 'continuationMethod' in wrap ? wrap.continuationMethod : undefined
    const continuations: Continuation[] = [
      ...(wrap.continuationParam === undefined
        ? []
        : [
            {
              fn: body.node,
              index: wrap.continuationParam,
              to: 'next',
              ...(method === undefined ? {} : { method }),
            },
          ]),
      ...(input.inherited === null
        ? []
        : [{ fn: body.node, index: -1, to: 'next', inherited: input.inherited }]),
    ]
    const unit: DiscoveredUnit = {
      kind: 'middleware',
      name: same === 0 ? input.name : `${input.name}#${same + 1}`,
      nameKind: input.isNamed ? 'binding' : 'label',
      pack,
      body,
      registration: input.registration,
      bodyReason: null,
      binding: null,
      unread: [],
      terminals: pattern.terminals,
      inputMapping: pattern.inputMapping,
      wrapper: { role: throwParam === null ? 'before' : 'onThrow', throwParam },
      continuations,
      wrappers: [],
      client: null,
      metadata: {},
    }
    units.set(key, unit)
    return unit
  }

  function libraryUse(value: Value | null, target: Expr, pack: PatternPack, wrap: ClassWraps): WrapperUse[] {
    const callee = value?.type === 'call' ? value.callee : value
    if (!callee || !rootIsExternal(callee)) return [unreadUse(target, 'unresolvedWrapper', true, wrap)]
    const declared = declaredWrapperOf(pack, callee)
    if (!declared) return [unreadUse(target, 'libraryWrapper', false, wrap)]
    if (!declared.outcomes?.length && !declared.rewritesBody) return []
    return [
      {
        ...stubUse({ pack, module: declared.module, name: declared.name }),
        role: declared.role,
        ...(declared.catches ? { catches: declared.catches } : {}),
        ...(declared.rewritesBody ? { rewritesBody: true as const } : {}),
      },
    ]
  }

  /** It may do whatever wrappers of its kind do. */
  const unreadUse = (
    target: Expr,
    reason: 'libraryWrapper' | 'unresolvedWrapper',
    gap: boolean,
    wrap: ClassWraps,
  ): WrapperUse => ({
    ...unread(target, reason, gap),
    ...(wrap.throwParam === undefined ? {} : { role: 'onThrow' as const, catchesUnread: true }),
    ...(wrap.rewritesBody ? { rewritesBody: true as const } : {}),
  })

  function stubUse(source: StubSource): WrapperUse {
    const id = stubId(source.module, source.name)
    stubs.set(id, source)
    return { target: { type: 'stub', id }, role: 'before', scope: null }
  }

  /** It hands on what the continuation gives, unless every operator on it passes values through. */
  function changesBody(body: Expr<FunctionNode>, wrap: Wraps): boolean {
    if (wrap.rewritesBody !== true) return false
    const chains = continuationChains(body, wrap)
    return (
      chains.length === 0 ||
      chains.some(
        chain =>
          chain === null ||
          chain.some(name => !('operators' in wrap) || !wrap.operators?.passing.includes(name)),
      )
    )
  }

  /** An operator that takes the errors of what is inside may answer them in another way. */
  function catchingUse(body: Expr<FunctionNode>, wrap: ClassWraps, target: Expr): WrapperUse[] {
    const operators = 'operators' in wrap ? wrap.operators : undefined
    if (
      !operators ||
      !continuationChains(body, wrap).some(
        chain => chain === null || chain.some(name => operators.catching.includes(name)),
      )
    )
      return []
    return [{ ...unread(target, 'unresolvedWrapper', false), role: 'onThrow', catchesUnread: true }]
  }

  /** Operators piped onto each result of the continuation; null for a result that is used in another way. */
  function continuationChains(body: Expr<FunctionNode>, wrap: Wraps): (string[] | null)[] {
    const { continuationParam } = wrap
    const method = 'continuationMethod' in wrap ? wrap.continuationMethod : undefined
    const operators = 'operators' in wrap ? wrap.operators : undefined
    const out: (string[] | null)[] = []
    const visit = (node: Node): void => {
      if (node.type === 'CallExpression' && isMember(node.callee) && memberName(node.callee) === method) {
        const value = values.one({ ...body, node: node.callee.object })
        const source = value?.type === 'param' ? value.binding.source : null
        if (source?.type === 'param' && source.fn === body.node && source.index === continuationParam)
          out.push(chainOn(node))
      }
      for (const child of children(node)) visit(child)
    }
    visit(body.node)
    return out

    function chainOn(call: Node): string[] | null {
      const { parents } = body.module
      const names: string[] = []
      for (let at: Node = call; ; ) {
        const parent = parents.get(at)
        if (!parent) return null
        if (parent.type === 'ReturnStatement' || (parent === body.node && body.node.body === at)) return names
        if (parent.type === 'ArrowFunctionExpression' && parent.body === at) return names
        const outer = parents.get(parent)
        if (
          !isMember(parent) ||
          parent.object !== at ||
          memberName(parent) !== 'pipe' ||
          !outer ||
          !isCall(outer)
        )
          return null
        for (const argument of outer.arguments) {
          const value =
            argument.type === 'SpreadElement' ? null : values.one({ ...body, node: strip(argument) })
          const callee = value?.type === 'call' ? value.callee : null
          const name = callee?.type === 'external' ? (callee.path.at(-1) ?? '') : ''
          if (
            !callee ||
            !operators ||
            !isOrigin(callee, callee.type === 'external' ? callee.module : '', name)
          )
            return null
          names.push(name)
        }
        at = outer
      }
    }
  }

  return { usesOf, stubUse, units: () => [...units.values()], stubs }
}

export const unread = (
  target: Expr,
  reason: 'libraryWrapper' | 'unresolvedWrapper',
  gap: boolean,
): WrapperUse => ({
  target: { type: 'unread', reason, callee: shown(target), gap },
  role: 'before',
  scope: null,
})

/** `super.canActivate(…)`. */
function callsBase(fn: FunctionNode, method: string): boolean {
  const visit = (node: Node): boolean =>
    (node.type === 'CallExpression' &&
      isMember(node.callee) &&
      node.callee.object.type === 'Super' &&
      memberName(node.callee) === method) ||
    children(node).some(visit)
  return visit(fn)
}

/** The error class a function makes, as the status it stands for; null when it is not read. */
export function statusOfMadeError(
  values: Values,
  maker: Expr,
  statusOf: (expr: Expr) => number | null,
): number | null {
  const fn = values.one(maker)
  if (fn?.type !== 'function') return null
  const statuses = returnedExpressions(fn.expr.node).map(returned => {
    const made = returned ? values.one({ ...fn.expr, node: strip(returned as Expression) }) : null
    if (made?.type !== 'call') return null
    const error = libraryErrorOf(made.callee, values.libraryErrors)
    if (!error) return null
    const argument = made.expr.node.arguments[error.errors.base.statusArgument]
    return (
      error.status ??
      (argument && argument.type !== 'SpreadElement' ? statusOf({ ...made.expr, node: argument }) : null)
    )
  })
  const [first] = statuses
  return first !== undefined && statuses.every(s => s === first) ? first : null
}

/** The outcome of a failed check. */
export const checkOutcome = (pack: PatternPack, status: number): Outcome => {
  const name =
    (pack.libraryErrors ?? [])
      .flatMap(e => Object.entries(e.codes))
      .find(([, code]) => code === status)?.[0] ?? null
  return { status, rule: 'invalid', thrown: name }
}
