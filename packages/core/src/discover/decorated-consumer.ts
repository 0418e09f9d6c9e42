/** Interprets `decoratedRoute` with a boundary the pattern states: decorated methods that take messages (extraction.md 8.1). */
import type { DiscoveryMatchOf, DiscoveryPattern } from '../pack/index.js'
import { findDecorator, isFromModule } from '../values/decorators.js'
import { declaredBindings } from './binding/channel.js'
import { bodyFor, className, type DecoratedMember, decoratedClasses, membersOf } from './decorated/classes.js'
import type { DecoratedInput } from './decorated-route.js'
import type { Expr } from '../values/value.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: DiscoveryMatchOf<'decoratedRoute'> }

export function discoverDecoratedConsumers({ values, pack, gate }: DecoratedInput): DiscoveredUnit[] {
  return pack.discovery
    .filter((d): d is Pattern => d.match.type === 'decoratedRoute' && d.binding !== undefined)
    .flatMap(pattern => decoratedClasses(values, gate).flatMap(({ cls, decorators }) => {
      const { match, binding } = pattern
      const classDecorator = findDecorator(decorators, match.importModule, match.classDecorators)
      if (!binding || !classDecorator) return []
      return membersOf(values, cls).flatMap(member =>
        selectors(member, match)
          .flatMap(decorator => declaredBindings(values, pack, binding, { decorator: decorator.args, classDecorator: classDecorator.args }).map((bound): DiscoveredUnit => {
            const channel = bound.semantics.name === 'message-bus' ? bound.semantics.channel : null
            const inherited = member.cls.node !== cls.node
            return {
              kind: pattern.kind, name: inherited ? `${className(cls)}.${member.name}` : member.name, nameKind: 'binding', pack,
              body: member.fn ? bodyFor(member.fn, member.cls, cls) : null, registration: { ...member.cls, node: member.node },
              bodyReason: member.fn ? null : 'unsettledHandler', binding: bound,
              unread: channel === null ? [{ field: 'channel', reason: 'unreadChannel', detail: decorator.name }] : [],
              terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
              wrapper: null, continuations: [], wrappers: [], client: null,
              ...(inherited ? { receiver: cls } : {}),
              metadata: {},
            }
          })))
    }))
}

/** What makes a member a handler: a decorator, or its name. */
function selectors(member: DecoratedMember, { importModule, methodDecoratorRouteMap, methodNames = [] }: Pattern['match']): { name: string; args: readonly Expr[] }[] {
  const found = member.decorators.list.filter(d => isFromModule(d.module, importModule) && Object.hasOwn(methodDecoratorRouteMap, d.name))
  return found.length > 0 || !methodNames.includes(member.name) ? found : [{ name: member.name, args: [] }]
}
