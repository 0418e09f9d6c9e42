/** Interprets `decoratedRoute` with a boundary the pattern states: decorated methods that take messages (extraction.md 8.1). */
import type { DiscoveryMatchOf, DiscoveryPattern } from '../pack/index.js'
import { findDecorator, isFromModule } from '../values/decorators.js'
import { declaredBindings } from './binding/channel.js'
import { bodyFor, className, decoratedClasses, membersOf } from './decorated/classes.js'
import type { DecoratedInput } from './decorated-route.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: DiscoveryMatchOf<'decoratedRoute'> }

export function discoverDecoratedConsumers({ values, pack, gate }: DecoratedInput): DiscoveredUnit[] {
  return pack.discovery
    .filter((d): d is Pattern => d.match.type === 'decoratedRoute' && d.binding !== undefined)
    .flatMap(pattern => decoratedClasses(values, gate).flatMap(({ cls, decorators }) => {
      const { match, binding } = pattern
      if (!binding || !findDecorator(decorators, match.importModule, match.classDecorators)) return []
      return membersOf(values, cls).flatMap(member =>
        member.decorators.list
          .filter(d => isFromModule(d.module, match.importModule) && Object.hasOwn(match.methodDecoratorRouteMap, d.name))
          .flatMap(decorator => declaredBindings(values, pack, binding, { decorator: decorator.args }).map((bound): DiscoveredUnit => {
            const channel = bound.semantics.name === 'message-bus' ? bound.semantics.channel : null
            const inherited = member.cls.node !== cls.node
            return {
              kind: pattern.kind, name: inherited ? `${className(cls)}.${member.name}` : member.name, nameKind: 'binding', pack,
              body: member.fn ? bodyFor(member.fn, member.cls, cls) : null, registration: { ...member.cls, node: member.node },
              bodyReason: member.fn ? null : 'unsettledHandler', binding: bound,
              unread: channel === null && binding.channel.from !== 'unstated' ? [{ field: 'channel', reason: 'unreadChannel', detail: decorator.name }] : [],
              terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
              wrapper: null, continuations: [], wrappers: [], client: null,
              ...(inherited ? { receiver: cls } : {}),
              metadata: {},
            }
          })))
    }))
}
