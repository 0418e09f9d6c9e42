/** The boundary a pattern states outright, with the channel read where the pattern says (pack language, declared bindings). */
import { type BoundaryBinding, messageBusBinding } from '../../ir/index.js'
import type { DeclaredBinding, PatternPack } from '../../pack/index.js'
import type { Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import type { Expr } from '../../values/value.js'

export interface ChannelSource {
  /** Arguments of the decorator that selected the handler. */
  decorator?: readonly Expr[]
  /** Arguments of the call the function was handed to. */
  call?: readonly Expr[]
}

/** One per channel; a channel that does not settle to one text is null. */
export function declaredBindings(values: Values, pack: PatternPack, binding: DeclaredBinding, source: ChannelSource): BoundaryBinding[] {
  return channelsOf().map(channel => messageBusBinding({ messageBus: binding.messageBus, channel }, { recognition: `@suss/packs/${pack.name}` }))

  function channelsOf(): (string | null)[] {
    const { channel } = binding
    switch (channel.from) {
      case 'literal': return [channel.value]
      case 'unstated': return [null]
      case 'decoratorArgument': return texts(source.decorator?.[channel.position])
      case 'callArgument': return texts(source.call?.[channel.position])
      default: return channel satisfies never
    }
  }

  function texts(expr: Expr | undefined): (string | null)[] {
    if (!expr) return [null]
    const list = values.one(expr)
    if (list?.type === 'array' && list.expr.node.type === 'ArrayExpression')
      return list.expr.node.elements.flatMap(e => (e && e.type !== 'SpreadElement' ? texts({ ...list.expr, node: e }) : [null]))
    const [only, ...more] = textsOf(values, expr)
    const text = only && more.length === 0 ? literalText(only) : null
    return [text === '' ? null : text]
  }
}
