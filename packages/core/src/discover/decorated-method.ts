/** Interprets `decoratedMethod`: fields of a schema resolved by decorated methods (extraction.md 8.1). */
import { graphqlResolverBinding } from '../ir/index.js'
import type { DiscoveryMatchOf, DiscoveryPattern } from '../pack/index.js'
import { classOfTypeFunction } from '../values/checked-classes.js'
import { type AppliedDecorator, decoratorsOn, findDecorator, isFromModule } from '../values/decorators.js'
import { literalOf } from '../values/text.js'
import type { Expr, Value } from '../values/value.js'
import { readApplications } from './decorated/applications.js'
import { bodyFor, className, decoratedClasses, type DecoratedMember, membersOf } from './decorated/classes.js'
import { readModules } from './decorated/modules.js'
import { decoratedParameters } from './decorated/parameters.js'
import { openRouteWrappers } from './decorated/route-wrappers.js'
import { type DecoratedInput, wrapPatterns } from './decorated-route.js'
import { optionOf } from './routes/arguments.js'
import { shown } from './routes/wrapper-uses.js'
import type { DiscoveredUnit } from './unit.js'

type MethodMatch = DiscoveryMatchOf<'decoratedMethod'>

export function discoverDecoratedMethods(input: DecoratedInput): DiscoveredUnit[] {
  const methods = input.pack.discovery.filter(
    (d): d is DiscoveryPattern & { match: MethodMatch } => d.match.type === 'decoratedMethod' && !d.wraps,
  )
  return methods.flatMap(pattern => unitsOf(input, pattern))
}

function unitsOf(
  { values, contexts, pack, gate, wrappers }: DecoratedInput,
  pattern: DiscoveryPattern & { match: MethodMatch },
): DiscoveredUnit[] {
  const { match } = pattern
  const patterns = wrapPatterns(pack, 'decoratedMethod')
  const graph = match.modules
    ? readModules({
        values,
        pattern: match.modules,
        importModule: patterns.flatMap(({ wrap }) => ('decorator' in wrap ? wrap.importModule : [])),
        gate,
      })
    : null
  const applications = match.application
    ? readApplications({
        values,
        contexts,
        application: match.application,
        prefix: undefined,
        versioning: undefined,
        graph,
        gate,
        methods: patterns.flatMap(({ wrap }) =>
          'global' in wrap && wrap.global ? [wrap.global.method] : [],
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
    methodEnum: undefined,
    gate,
  })
  return decoratedClasses(values, gate).flatMap(({ cls, decorators }) => {
    const classDecorator = findDecorator(decorators, match.importModule, match.classDecorators)
    if (!classDecorator) return []
    return membersOf(values, cls).flatMap((member): DiscoveredUnit[] => {
      const decorator = member.decorators.list.find(
        d => isFromModule(d.module, match.importModule) && match.methodDecorators.includes(d.name),
      )
      return decorator ? [unitOf(cls, classDecorator, member, decorator)] : []
    })
  })

  function unitOf(
    cls: DecoratedMember['cls'],
    classDecorator: AppliedDecorator,
    member: DecoratedMember,
    decorator: AppliedDecorator,
  ): DiscoveredUnit {
    const typeName = match.methodDecoratorTypeMap[decorator.name] ?? typeOf(classDecorator)
    const fieldName = match.methodDecoratorFieldMap?.[decorator.name] ?? fieldOf(decorator) ?? member.name
    const inherited = member.cls.node !== cls.node
    const { uses } = around.around({
      cls,
      methodDecorators: member.decorators,
      parameters: member.fn ? decoratedParameters(values, member.fn) : [],
      module: member.cls.module,
      application: null,
      route: null,
    })
    return {
      kind: pattern.kind,
      name: inherited ? `${className(cls)}.${member.name}` : member.name,
      nameKind: 'binding',
      pack,
      body: member.fn ? bodyFor(member.fn, member.cls, cls) : null,
      registration: { ...member.cls, node: member.node },
      bodyReason: member.fn ? null : 'unsettledHandler',
      binding: graphqlResolverBinding({ typeName, fieldName }, { recognition: `@suss/packs/${pack.name}` }),
      unread:
        typeName === null
          ? [{ field: 'receiver', reason: 'unsettledValue', detail: shown(classDecorator.written) }]
          : [],
      terminals: pattern.terminals ?? pack.terminals,
      inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null,
      continuations: [],
      wrappers: uses,
      client: null,
      ...(inherited ? { receiver: cls } : {}),
      metadata: {},
    }
  }

  /** `@Resolver(() => User)`, `@Resolver('User')`; null: the class names none that can be read. */
  function typeOf({ args }: AppliedDecorator): string | null {
    const [first] = args
    if (!first) return null
    const text = values.one(first)
    if (text?.type === 'literal' && typeof text.value === 'string') return text.value
    const found = classOfTypeFunction(values, first)
    return found ? typeNameOf(found.value) : null
  }

  /** The name its own decorator gives a class, else the class's. */
  function typeNameOf(value: Value): string | null {
    if (value.type === 'external') return value.path.at(-1) ?? null
    if (value.type !== 'class') return null
    const decorator = findDecorator(
      decoratorsOn(values, value.expr),
      match.importModule,
      match.typeDecorators ?? [],
    )
    const [first] = decorator?.args ?? []
    const given = first ? literalOf(values, first) : null
    return given ?? value.expr.node.id?.name ?? null
  }

  /** The first text among the arguments, else the name in the options. */
  function fieldOf({ args }: AppliedDecorator): string | null {
    const [first] = args
    const text = first ? values.one(first) : null
    if (text?.type === 'literal' && typeof text.value === 'string') return text.value
    const { nameKey } = match
    const named =
      nameKey === undefined
        ? undefined
        : args.map((a): Expr | null => optionOf(values, a, nameKey)).find(e => e !== null)
    return named ? literalOf(values, named) : null
  }
}
