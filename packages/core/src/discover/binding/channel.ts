/** The boundary a pattern states outright, with the channel read where the pattern says (pack language, declared bindings). */
import { type BoundaryBinding, messageBusBinding } from '../../ir/index.js'
import { busOf, readBuses } from '../../index/bus-transports.js'
import { valueReader } from '../../index/value-reader.js'
import { type DeclaredBinding, objectPattern, type PatternPack } from '../../pack/index.js'
import { objectMember } from '../../values/object-member.js'
import type { Values } from '../../values/resolve.js'
import { boundaryNameOf, literalText, textsOf } from '../../values/text.js'
import type { Expr } from '../../values/value.js'

export interface ChannelSource {
  /** Arguments of the decorator that selected the handler. */
  decorator?: readonly Expr[]
  /** Arguments of the decorator of its class. */
  classDecorator?: readonly Expr[]
  /** Arguments of the call the function was handed to. */
  call?: readonly Expr[]
}

/** One per bus and channel; a channel that does not settle to one name is null. */
export function declaredBindings(values: Values, pack: PatternPack, binding: DeclaredBinding, source: ChannelSource): BoundaryBinding[] {
  return channelsOf().flatMap(channel =>
    busesOf().map(messageBus => messageBusBinding({ messageBus, channel }, { recognition: `@suss/packs/${pack.name}` })),
  )

  /** That of the decorator, else those of the project's applications. */
  function busesOf(): readonly DeclaredBinding['messageBus'][] {
    const { busTransports } = pack
    if (!busTransports) return [binding.messageBus]
    const { all, open } = readBuses(values, pack, binding.messageBus)
    const stated = source.decorator?.[busTransports.decoratorPosition]
    const own = stated ? busOf(values, busTransports, stated, binding.messageBus) : null
    return own !== null && !open ? [own] : all
  }

  function channelsOf(): (string | null)[] {
    const { channel } = binding
    switch (channel.from) {
      case 'literal': return [channel.value]
      case 'unstated': return [null]
      case 'decoratorArgument': return names(source.decorator?.[channel.position], channel.objects === true)
      case 'classDecoratorArgument': {
        const written = source.classDecorator?.[channel.position]
        const value = written ? values.one(written) : null
        return names(value?.type === 'object' ? (channel.key === undefined ? undefined : (objectMember(values, value, channel.key) ?? undefined)) : written, false)
      }
      case 'callArgument': return names(source.call?.[channel.position], false)
      default: return channel satisfies never
    }
  }

  function names(expr: Expr | undefined, objects: boolean): (string | null)[] {
    if (!expr) return [null]
    const value = values.one(expr)
    if (value?.type === 'array' && value.expr.node.type === 'ArrayExpression')
      return value.expr.node.elements.flatMap(e => (e && e.type !== 'SpreadElement' ? names({ ...value.expr, node: e }, objects) : [null]))
    if (value?.type === 'object') return [objects ? objectPattern(valueReader(values, expr, new Map())) : null]
    const [only, ...more] = textsOf(values, expr)
    if (!only || more.length > 0) return [null]
    // a literal may hold braces of its own
    const text = literalText(only) ?? boundaryNameOf(values, expr)
    return [text === '' ? null : text]
  }
}
