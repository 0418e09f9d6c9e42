/** What a transition produces and does, in one line each. */
import { identityKey } from '../../semantics/index.js'
import type { Effect, EffectOf, Interaction, Output } from '../../ir/index.js'
import { shapeText } from './shape-text.js'
import { valueText } from './value-text.js'

export function outputText(output: Output): string {
  switch (output.type) {
    case 'response': {
      const status = output.statusCode ? valueText(output.statusCode) : 'a status that was not read'
      return [status, output.body ? shapeText(output.body) : ''].filter(Boolean).join(' ')
    }
    case 'throw':
      return ['throws', output.exceptionType ?? 'an error', output.message && JSON.stringify(output.message)]
        .filter(Boolean)
        .join(' ')
    case 'render':
      return `renders <${output.component}>`
    case 'return':
      return output.value ? `returns ${shapeText(output.value)}` : 'returns'
    case 'delegate':
      return `hands on to ${output.to}`
    case 'emit':
      return `emits ${output.event}${output.payload ? ` ${shapeText(output.payload)}` : ''}`
    case 'void':
      return 'nothing'
    case 'exit':
      return `exits with ${output.code ? valueText(output.code) : 'a code that was not read'}`
    default:
      return output satisfies never
  }
}

const maxCalls = 6

/** One line per effect; plain calls share one, since there are many of them. */
export function effectLines(effects: readonly Effect[]): string[] {
  const calls = effects.filter(({ type }) => type === 'invocation')
  const others = effects.filter(({ type }) => type !== 'invocation')
  const shown = calls.slice(0, maxCalls).map(effect => effectText(effect))
  const more = calls.length > maxCalls ? [`… ${calls.length - maxCalls} more`] : []
  return [...others.map(effectText), ...(calls.length > 0 ? [`calls ${[...shown, ...more].join(', ')}`] : [])]
}

const effectText = (effect: Effect): string =>
  `${bareEffectText(effect)}${effect.count === undefined ? '' : ` (${effect.count} times)`}`

function bareEffectText(effect: Effect): string {
  switch (effect.type) {
    case 'mutation':
      return `${effect.operation}s ${effect.target}`
    case 'invocation':
      return `${effect.callee.replace(/\s+/g, ' ').replaceAll(' .', '.')}()`
    case 'emission':
      return `emits ${effect.event}`
    case 'stateChange':
      return `sets ${effect.variable}`
    case 'interaction':
      return interactionText(effect)
    default:
      return effect satisfies never
  }
}

const verbs: Record<Interaction['class'], string> = {
  'storage-access': 'accesses',
  'service-call': 'calls',
  'message-send': 'sends to',
  'message-receive': 'receives from',
  'unit-invoke': 'invokes',
  'config-read': 'reads setting',
  'metadata-read': 'reads metadata',
  schedule: 'schedules through',
  'stream-write': 'writes to',
}

function interactionText({ binding, interaction }: EffectOf<'interaction'>): string {
  const target = identityKey(binding) ?? binding.semantics.name
  if (interaction.class === 'storage-access')
    return [`${interaction.kind}s`, interaction.fields.join(', '), `of ${target}`].filter(Boolean).join(' ')
  if (interaction.class === 'config-read')
    return `${verbs['config-read']} ${interaction.name ?? 'of a name that was not read'}`
  if (interaction.class === 'schedule') return `${verbs.schedule} ${interaction.via}`
  return `${verbs[interaction.class]} ${target}`
}
