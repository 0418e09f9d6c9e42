/** Interprets `decoratedRoute`: decorated methods of decorated classes, with their paths, answers and wrappers (extraction.md 8.1). */
import { restBinding } from '../ir/index.js'
import type { DiscoveryMatchOf, DiscoveryPattern, PatternPack, TerminalPattern } from '../pack/index.js'
import type { Contexts } from '../index/contexts.js'
import type { Gate } from '../index/gates.js'
import type { WrapPattern } from '../index/routables.js'
import { type AppliedDecorator, type Decorators, findDecorator, isFromModule } from '../values/decorators.js'
import type { Values } from '../values/resolve.js'
import { statusNumber } from '../values/status-constants.js'
import type { Expr } from '../values/value.js'
import { translatePath } from './binding/provider-path.js'
import { readApplications } from './decorated/applications.js'
import { bodyFor, className, decoratedClasses, type DecoratedMember, membersOf } from './decorated/classes.js'
import type { ClassWrappers } from './decorated/class-wrappers.js'
import { readModules } from './decorated/modules.js'
import { type DecoratedParameter, decoratedParameters } from './decorated/parameters.js'
import { type RoutePath, routePaths } from './decorated/route-paths.js'
import { openRouteWrappers } from './decorated/route-wrappers.js'
import { optionOf } from './routes/arguments.js'
import { shown } from './routes/wrapper-uses.js'
import type { DeclaredResponse, DecoratedFacts, DiscoveredUnit } from './unit.js'

type RouteMatch = DiscoveryMatchOf<'decoratedRoute'>

export interface DecoratedInput {
  values: Values
  contexts: Contexts
  pack: PatternPack
  gate: Gate
  wrappers: ClassWrappers
}

export function discoverDecoratedRoutes(input: DecoratedInput): DiscoveredUnit[] {
  const { pack } = input
  const routes = pack.discovery.filter(
    (d): d is DiscoveryPattern & { match: RouteMatch } => d.match.type === 'decoratedRoute' && !d.wraps && !d.binding,
  )
  return routes.flatMap(pattern => unitsOf(input, pattern))
}

/** Wrappers the pack's patterns of this kind of match register. */
export const wrapPatterns = (pack: PatternPack, type: 'decoratedRoute' | 'decoratedMethod'): WrapPattern[] =>
  pack.discovery.flatMap(d =>
    d.wraps && d.match.type === type
      ? [
          {
            wrap: d.wraps,
            terminals: d.terminals ?? pack.terminals,
            inputMapping: d.inputMapping ?? pack.inputMapping,
          },
        ]
      : [],
  )

function unitsOf(
  { values, contexts, pack, gate, wrappers }: DecoratedInput,
  pattern: DiscoveryPattern & { match: RouteMatch },
): DiscoveredUnit[] {
  const { match } = pattern
  const patterns = wrapPatterns(pack, 'decoratedRoute')
  const graph = match.modules
    ? readModules({ values, pattern: match.modules, importModule: match.importModule, gate })
    : null
  const applications = match.globalPrefix
    ? readApplications({
        values,
        contexts,
        application: match.globalPrefix.application,
        prefix: match.globalPrefix,
        versioning: match.versioning,
        graph,
        gate,
        methods: patterns.flatMap(({ wrap }) =>
          'global' in wrap && wrap.global
            ? [wrap.global.method]
            : 'applicationMethod' in wrap && wrap.applicationMethod
              ? [wrap.applicationMethod]
              : [],
        ),
      })
    : []
  const around = openRouteWrappers({
    values,
    pack,
    patterns,
    wrappers,
    graph,
    applications,
    methodEnum: match.globalPrefix?.exclude,
    gate,
  })
  const paths = {
    values,
    importModule: match.importModule,
    classPathKey: match.classPathKey,
    versioning: match.versioning,
    applications,
    graph,
  }
  const units: DiscoveredUnit[] = []
  const returned = (pattern.terminals ?? pack.terminals).find(isReturned)?.extraction.defaultStatusCode ?? 200
  for (const { cls, decorators } of decoratedClasses(values, gate)) {
    const classDecorator = findDecorator(decorators, match.importModule, match.classDecorators)
    if (!classDecorator) continue
    for (const member of membersOf(values, cls)) {
      for (const methodDecorator of routesOn(member.decorators)) {
        const method = match.methodDecoratorRouteMap[methodDecorator.name] ?? null
        if (method === null) continue
        const parameters = member.fn ? decoratedParameters(values, member.fn) : []
        const found = routePaths(paths, {
          cls: cls.node,
          classDecorator,
          methodDecorator,
          methodDecorators: member.decorators,
          method,
        })
        for (const path of found) {
          const { uses, checked } = around.around({
            cls,
            methodDecorators: member.decorators,
            parameters,
            module: member.cls.module,
            application: path.application,
            route: { local: path.local, method },
          })
          const written = path.path === null ? [null] : translatePath(pack.pathSyntax, path.path)
          for (const text of written)
            units.push(
              unitOf({
                cls,
                member,
                methodDecorator,
                method,
                parameters,
                path,
                text,
                uses,
                facts: { ...answers(member.decorators, methodDecorator, method, decorators), checked },
              }),
            )
        }
      }
    }
  }
  return units

  /** Several on one method are several routes; the outermost of one kind counts once. */
  function routesOn({ list }: Decorators): AppliedDecorator[] {
    return list.filter(
      d => isFromModule(d.module, match.importModule) && Object.hasOwn(match.methodDecoratorRouteMap, d.name),
    )
  }

  /** The status of a return and what the decorators declare. */
  function answers(
    decorators: Decorators,
    methodDecorator: AppliedDecorator,
    method: string,
    ofClass: Decorators,
  ): Omit<DecoratedFacts, 'checked'> {
    const stated = match.statusCodeDecorator
      ? findDecorator(decorators, match.importModule, [match.statusCodeDecorator])?.args[0]
      : undefined
    const redirect = match.redirectDecorator
      ? findDecorator(decorators, match.importModule, [match.redirectDecorator.name])
      : null
    const byDecorator =
      match.defaultStatusCodes?.[methodDecorator.name] ?? match.defaultStatusCodes?.[method] ?? null
    const redirected =
      redirect && match.redirectDecorator
        ? (redirect.args[match.redirectDecorator.statusPosition] ?? match.redirectDecorator.status)
        : null
    return {
      status: redirected ?? stated ?? byDecorator,
      bodyless:
        redirect !== null ||
        findDecorator(decorators, match.importModule, match.bodylessDecorators ?? []) !== null,
      responses: declaredOn(decorators, ofClass, stated ?? byDecorator ?? returned),
    }
  }

  /** Those of the class add to the method's; where only failures or only successes are stated, the others go without saying. */
  function declaredOn(
    own: Decorators,
    ofClass: Decorators,
    success: Expr | number,
  ): readonly DeclaredResponse[] {
    const stated = declaredBy(own)
    const shared = declaredBy(ofClass)
    if (stated.length + shared.length === 0) return []
    return [
      ...stated,
      ...(stated.some(({ status }) => isSuccess(status))
        ? []
        : [{ status: success, type: null, list: false, shared: false }]),
      ...shared.map(each => ({ ...each, shared: true })),
      ...([...stated, ...shared].every(({ status }) => isSuccess(status)) ? [failures] : []),
      ...(own.unread.length + ofClass.unread.length > 0 ? [openResponse] : []),
    ]
  }

  /** Also a status that is not read may be one. */
  function isSuccess(status: DeclaredResponse['status']): boolean {
    if (typeof status !== 'object') return typeof status !== 'number' || status < 400
    const value = values.one(status)
    const code = value ? statusNumber(value, pack.statusConstants ?? []) : null
    return code === null || code < 400
  }

  function declaredBy({ list }: Decorators): DeclaredResponse[] {
    const declared = match.declaredResponses
    if (!declared) return []
    return list
      .filter(d => isFromModule(d.module, declared.importModule))
      .flatMap((d): DeclaredResponse[] => {
        const [options] = d.args
        const named = Object.hasOwn(declared.named, d.name) ? declared.named[d.name] : undefined
        const status =
          d.name === declared.general.decorator
            ? ((options && optionOf(values, options, declared.general.statusKey)) ?? 'default')
            : named
        if (status === undefined) return []
        const list = options ? optionOf(values, options, declared.listKey) : null
        const value = list ? values.one(list) : null
        return [
          {
            status,
            type: options ? optionOf(values, options, declared.typeKey) : null,
            list: value?.type === 'literal' && value.value === true,
            // a composed decorator states the same wherever it stands
            shared: d.args.some(argument => !isWithin(argument, d.written)),
          },
        ]
      })
  }

  function unitOf(route: {
    cls: DecoratedMember['cls']
    member: DecoratedMember
    methodDecorator: AppliedDecorator
    method: string
    parameters: readonly DecoratedParameter[]
    path: RoutePath
    text: string | null
    uses: DiscoveredUnit['wrappers']
    facts: DecoratedFacts
  }): DiscoveredUnit {
    const { cls, member, path, text, method } = route
    const registration: Expr = { ...member.cls, node: member.node }
    const inherited = member.cls.node !== cls.node
    const own = ownAnswer(route.parameters)
    return {
      kind: pattern.kind,
      name: inherited ? `${className(cls)}.${member.name}` : member.name,
      nameKind: 'binding',
      pack,
      body: member.fn ? bodyFor(member.fn, member.cls, cls) : null,
      registration,
      bodyReason: member.fn ? null : 'unsettledHandler',
      binding: restBinding({ method, path: text }, { recognition: `@suss/packs/${pack.name}` }),
      unread:
        text === null
          ? [{ field: 'path', reason: 'unreadPath', detail: shown(route.methodDecorator.written) }]
          : [],
      terminals: (pattern.terminals ?? pack.terminals).filter(t => !own.answers || !isReturned(t)),
      inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null,
      continuations:
        member.fn && own.next !== null ? [{ fn: member.fn.node, index: own.next, to: 'next' }] : [],
      wrappers: route.uses,
      client: null,
      ...(inherited ? { receiver: cls } : {}),
      decorated: route.facts,
      metadata: {
        ...(pack.errorBody ? { http: { errorBody: pack.errorBody } } : {}),
        ...(path.prefixUnread
          ? { unread: [{ at: '/identity/boundaryBinding/semantics/path', reason: 'unreadPrefix' }] }
          : {}),
      },
    }
  }

  /** The handler answers by itself: a parameter hands it the response, and its returns are no answers then. */
  function ownAnswer(parameters: readonly DecoratedParameter[]): { answers: boolean; next: number | null } {
    const { ownAnswer: own } = match
    const handed = parameters.filter(
      p =>
        own &&
        p.first &&
        isFromModule(p.first.module, match.importModule) &&
        own.decorators.includes(p.first.name),
    )
    const isShared = handed.some(p => {
      const [options] = p.first?.args ?? []
      const given = options && own?.unless ? optionOf(values, options, own.unless) : null
      const value = given ? values.one(given) : null
      return value?.type === 'literal' && value.value === true
    })
    return {
      answers: handed.length > 0 && !isShared,
      next: parameters.find(p => p.first?.name === 'Next' && own?.decorators.includes('Next'))?.index ?? null,
    }
  }
}

/** Whatever failures there are. */
const failures: DeclaredResponse = { status: 'failures', type: null, list: false, shared: false }

/** Any status may be declared where something was not read. */
const openResponse: DeclaredResponse = { status: 'default', type: null, list: false, shared: false }

const isWithin = ({ module, node }: Expr, outer: Expr): boolean =>
  module === outer.module && outer.node.start <= node.start && node.end <= outer.node.end

const isReturned = ({ kind, match: { type } }: TerminalPattern): boolean =>
  kind === 'response' && (type === 'returnStatement' || type === 'functionFallthrough')
