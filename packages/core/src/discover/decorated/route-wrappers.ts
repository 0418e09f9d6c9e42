/** All wrappers around a decorated method: of the application, the modules, the class and the method, outermost first. */
import type { ConsumerWraps, DecoratorWraps, GlobalPrefix, PatternPack } from '../../pack/index.js'
import type { WrapPattern } from '../../index/routables.js'
import { type CallNode, type ClassNode, isMember, memberName, strip } from '../../program/syntax.js'
import { type Decorators, decoratorsOn, isFromModule } from '../../values/decorators.js'
import { listOf } from '../../values/elements.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { returnedExpressions } from '../../values/returns.js'
import { literalOf } from '../../values/text.js'
import { exprAt, type Expr } from '../../values/value.js'
import { joinPaths } from '../binding/provider-path.js'
import { optionOf } from '../routes/arguments.js'
import type { DecoratedFacts, WrapperUse } from '../unit.js'
import { type Application, verbOf } from './applications.js'
import { classChain } from './classes.js'
import { type ClassWrappers, isClassWraps, unread } from './class-wrappers.js'
import type { ModuleGraph } from './modules.js'
import { checksOf } from './parameter-checks.js'
import type { DecoratedParameter } from './parameters.js'
import { holdsRoute } from './route-match.js'

export interface WrappedMethod {
  cls: Expr<ClassNode>
  methodDecorators: Decorators
  parameters: readonly DecoratedParameter[]
  module: Expr['module']
  application: Application | null
  /** Null for a method that is no route. */
  route: { local: string | null; method: string } | null
}

export interface RouteWrappers {
  around(method: WrappedMethod): { uses: WrapperUse[]; checked: DecoratedFacts['checked'] }
}

/** Middleware of one `consumer.apply(…)…forRoutes(…)`. */
interface Consumed {
  pattern: WrapPattern & { wrap: ConsumerWraps }
  targets: readonly Expr[]
  routes: readonly Expr[]
  excluded: readonly Expr[]
}

export function openRouteWrappers(input: {
  values: Values
  pack: PatternPack
  patterns: readonly WrapPattern[]
  wrappers: ClassWrappers
  graph: ModuleGraph | null
  applications: readonly Application[]
  methodEnum: NonNullable<GlobalPrefix['exclude']> | undefined
  gate(file: string): boolean
}): RouteWrappers {
  const { values, pack, patterns, wrappers } = input
  const consumed = patterns.flatMap(p => ('consumer' in p.wrap ? readConsumers({ ...p, wrap: p.wrap }) : []))
  const provided = patterns.flatMap(p => ('decorator' in p.wrap ? providersOf({ ...p, wrap: p.wrap }) : []))

  /** `consumer.apply(A, B).exclude('x').forRoutes(C)`. */
  function readConsumers(pattern: WrapPattern & { wrap: ConsumerWraps }): Consumed[] {
    const { consumer } = pattern.wrap
    return values.program.modules
      .filter(m => input.gate(m.file))
      .flatMap(module =>
        module.calls.flatMap((node): Consumed[] => {
          if (
            node.type !== 'CallExpression' ||
            !isMember(node.callee) ||
            memberName(node.callee) !== consumer.routes
          )
            return []
          const links = linksOf(exprAt(module, node))
          if (!links || !isConsumer(links.root, consumer)) return []
          const argumentsOf = (name: string): Expr[] =>
            links.calls.filter(c => memberNameOf(c) === name).flatMap(c => flat(c))
          return [
            {
              pattern,
              targets: argumentsOf(consumer.apply),
              routes: flat(exprAt(module, node)),
              excluded: argumentsOf(consumer.exclude),
            },
          ]
        }),
      )
  }

  function isConsumer(root: Expr, { importModule, type }: ConsumerWraps['consumer']): boolean {
    const binding = root.node.type === 'Identifier' ? values.binding(root.module, root.node) : null
    if (binding?.source.type !== 'param' || !('typeAnnotation' in binding.node)) return false
    const annotation = binding.node.typeAnnotation
    const named = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
    if (named?.type !== 'TSTypeReference' || named.typeName.type !== 'Identifier') return false
    const local = named.typeName.name
    return root.module.imports.some(
      i =>
        isFromModule(i.specifier, importModule) &&
        i.names.some(n => n.local === local && n.imported === type),
    )
  }

  /** Arguments, arrays and spreads opened. */
  function flat(call: Expr<CallNode>): Expr[] {
    return call.node.arguments.flatMap((a): Expr[] => {
      const expr: Expr = { ...call, node: a.type === 'SpreadElement' ? a.argument : a }
      return listOf(values, expr) ?? [expr]
    })
  }

  /** Classes that providers of the token name, in any module. */
  function providersOf(
    pattern: WrapPattern & { wrap: DecoratorWraps },
  ): { pattern: WrapPattern & { wrap: DecoratorWraps }; module: ClassNode; target: Expr }[] {
    const { global } = pattern.wrap
    if (!global || !input.graph) return []
    return input.graph.providers.flatMap(({ module, entry }) => {
      const provide = optionOf(values, entry, 'provide')
      const token = provide ? values.one(provide) : null
      if (!token || !isOrigin(token, global.token.module, global.token.name)) return []
      const target =
        optionOf(values, entry, 'useClass') ??
        optionOf(values, entry, 'useExisting') ??
        optionOf(values, entry, 'useValue') ??
        madeBy(optionOf(values, entry, 'useFactory'))
      return target ? [{ pattern, module, target }] : []
    })
  }

  function madeBy(factory: Expr | null): Expr | null {
    const fn = factory ? values.one(factory) : null
    if (fn?.type !== 'function') return factory
    const [returned, ...more] = returnedExpressions(fn.expr.node)
    return returned && more.length === 0 ? { ...fn.expr, node: returned } : factory
  }

  return {
    around(method) {
      const uses: WrapperUse[] = []
      const checked: DecoratedFacts['checked'][number][] = []
      for (const pattern of patterns) {
        const { wrap } = pattern
        if (!isClassWraps(wrap)) continue
        if ('consumer' in wrap) {
          if (method.route) uses.push(...middleware({ ...pattern, wrap }, method, method.route))
          continue
        }
        const targets = targetsOf({ ...pattern, wrap }, method)
        if (!wrap.checks) {
          uses.push(
            ...targets.flatMap(t =>
              wrappers.usesOf(t, pattern, pack, { method: method.methodDecorators, cls: method.cls }),
            ),
          )
          continue
        }
        const found = checksOf(
          {
            values,
            pack,
            pattern: { ...pattern, wrap },
            wrappers,
            inputMapping: input.pack.inputMapping,
            module: method.module,
          },
          targets,
          method.parameters,
        )
        uses.push(...found.uses)
        checked.push(...found.checked)
      }
      for (const written of [...method.methodDecorators.unread])
        uses.push(unread(written, 'unresolvedWrapper', true))
      return { uses: withoutRepeatedStubs(uses), checked }
    },
  }

  /** Of the application, then of the class, then of the method. */
  function targetsOf(
    pattern: WrapPattern & { wrap: DecoratorWraps },
    { cls, methodDecorators, application }: WrappedMethod,
  ): Expr[] {
    const { wrap } = pattern
    const applications = application
      ? [application]
      : input.applications.length === 1
        ? input.applications
        : []
    const called = applications.flatMap(a =>
      a.calls.filter(c => c.method === wrap.global?.method).flatMap(c => flat(c.call)),
    )
    const ofProviders = provided
      .filter(p => p.pattern.wrap === wrap && (!application?.modules || application.modules.has(p.module)))
      .map(p => p.target)
    return [
      ...called,
      ...ofProviders,
      ...classTargets(cls, wrap),
      ...decoratorTargets(methodDecorators, wrap),
    ]
  }

  /** Those of the class, else of the nearest base that has some. */
  function classTargets(cls: Expr<ClassNode>, wrap: DecoratorWraps): Expr[] {
    for (const each of classChain(values, cls).classes) {
      const found = decoratorTargets(decoratorsOn(values, each), wrap)
      if (found.length > 0) return found
    }
    return []
  }

  function decoratorTargets(decorators: Decorators, wrap: DecoratorWraps): Expr[] {
    return decorators.list
      .filter(d => d.name === wrap.decorator && isFromModule(d.module, wrap.importModule))
      .flatMap(d => d.args.flatMap(a => listOf(values, a) ?? [a]))
  }

  function middleware(
    pattern: WrapPattern & { wrap: ConsumerWraps },
    method: WrappedMethod,
    route: { local: string | null; method: string },
  ): WrapperUse[] {
    const { wrap } = pattern
    const applications = method.application
      ? [method.application]
      : input.applications.length === 1
        ? input.applications
        : []
    const onApplication = applications
      .flatMap(a => a.calls.filter(c => c.method === wrap.applicationMethod))
      .flatMap(({ call }) => applied(call, pattern))
    const inModules = consumed
      .filter(c => c.pattern.wrap === wrap)
      .flatMap((c): WrapperUse[] => {
        const answers = c.routes.map(r => covers(r, method, route))
        if (answers.every(a => a === false) || c.excluded.some(e => excludes(e, route))) return []
        if (!answers.includes(true)) return c.targets.map(t => unread(t, 'unresolvedWrapper', true))
        return c.targets.flatMap(t => wrappers.usesOf(t, pattern, pack, null))
      })
    return [...onApplication, ...inModules]
  }

  /** `app.use(f)`, `app.use('/prefix', f)`. */
  function applied(call: Expr<CallNode>, pattern: WrapPattern): WrapperUse[] {
    const [first, ...rest] = flat(call)
    if (!first) return []
    const prefix = values.resolve(first).some(v => v.type === 'literal') ? literalOf(values, first) : null
    const targets = prefix === null ? [first, ...rest] : rest
    return targets
      .flatMap(t => wrappers.usesOf(t, pattern, pack, null))
      .map(use => (prefix === null || prefix === '/' ? use : { ...use, scope: joinPaths('', prefix) }))
  }

  /** Null: not read. */
  function covers(
    entry: Expr,
    { cls }: WrappedMethod,
    route: { local: string | null; method: string },
  ): boolean | null {
    const value = values.one(entry)
    if (value?.type === 'class') return classChain(values, cls).classes[0]?.node === value.expr.node
    const text = value?.type === 'object' ? null : literalOf(values, entry)
    if (text !== null) return route.local === null ? null : holdsRoute(text, route.local, 'prefix')
    if (value?.type !== 'object' || !input.methodEnum) return null
    const path = optionOf(values, entry, input.methodEnum.pathKey)
    const given = path ? literalOf(values, path) : null
    const verb = optionOf(values, entry, input.methodEnum.methodKey)
    const method = verb ? verbOf(values, verb, input.methodEnum) : null
    if (given === null || method === null || route.local === null) return null
    return (
      (method === '*' || route.method === '*' || method === route.method) &&
      holdsRoute(given, route.local, 'exact')
    )
  }

  function excludes(entry: Expr, route: { local: string | null; method: string }): boolean {
    const text = literalOf(values, entry)
    if (route.local === null) return false
    if (text !== null) return holdsRoute(text, route.local, 'exact')
    if (!input.methodEnum) return false
    const path = optionOf(values, entry, input.methodEnum.pathKey)
    const verb = optionOf(values, entry, input.methodEnum.methodKey)
    const given = path ? literalOf(values, path) : null
    const method = verb ? verbOf(values, verb, input.methodEnum) : null
    return (
      given !== null && (method === '*' || method === route.method) && holdsRoute(given, route.local, 'exact')
    )
  }
}

/** The calls of a chain, the first one first. */
function linksOf(call: Expr<CallNode>): { root: Expr; calls: Expr<CallNode>[] } | null {
  const calls: Expr<CallNode>[] = []
  let node = strip(call.node)
  while (node.type === 'CallExpression' && isMember(node.callee)) {
    calls.unshift({ ...call, node })
    node = strip(node.callee.object)
  }
  return { root: { ...call, node }, calls }
}

/** A library's wrapper answers the same however often it stands there. */
const withoutRepeatedStubs = (uses: readonly WrapperUse[]): WrapperUse[] =>
  uses.filter(
    ({ target }, i) =>
      target.type !== 'stub' ||
      uses.findIndex(u => u.target.type === 'stub' && u.target.id === target.id) === i,
  )

const memberNameOf = ({ node }: Expr<CallNode>): string | null =>
  isMember(node.callee) ? memberName(node.callee) : null
