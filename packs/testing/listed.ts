/** What a run found, one text per unit and per effect, in the words of the fixtures' comments. */
import type { BehavioralSummary, Effect, Interaction, Output, Transition, ValueRef } from '@suss/core/ir'
import { httpTransition, wrapperTransition } from '@suss/core/ir'

const prefix = '@suss/packs/'

/** Sorted; units and effects no pack recognised are left out. */
export const listedIn = (summaries: readonly BehavioralSummary[]): string[] =>
  [...summaries.flatMap(unitLine), ...effectLines(summaries), ...exitLines(summaries)].sort()

function unitLine(summary: BehavioralSummary): string[] {
  const { kind, identity, location } = summary
  // declared behaviour of a library: seen in the units it stands in front of
  if (summary.confidence.source === 'declared') return []
  const outcomes = outcomesOf(summary)
  const { boundaryBinding } = identity
  if (kind === 'middleware') return [`middleware ${identity.name}: ${outcomes}`]
  if (kind === 'test') return [testLine(summary)]
  if (kind === 'scheduled-callback') return [`scheduled-callback: ${outcomes}`]
  if (boundaryBinding === null || !boundaryBinding.recognition.startsWith(prefix)) return []
  const pack = boundaryBinding.recognition.slice(prefix.length)
  const { semantics } = boundaryBinding
  if (semantics.name === 'graphql-resolver')
    return [`${pack} ${semantics.typeName ?? 'null'}.${semantics.fieldName}: ${outcomes}`]
  if (semantics.name === 'function-call' && semantics.package !== undefined)
    return [`${pack} ${kind} fn:${semantics.package}::${semantics.exportPath?.join('.')}`]
  if (semantics.name === 'graphql-operation')
    return [
      `${pack} ${[semantics.operationType, semantics.operationName].filter(Boolean).join(' ')}: ${outcomes}`,
    ]
  if (semantics.name === 'message-bus') return [`${pack} ${kind} ${semantics.messageBus} ${semantics.channel}: ${outcomes}`]
  if (semantics.name !== 'rest') return [`${pack} ${kind} ${semantics.name} in ${location.file}`]
  const address = [semantics.method, semantics.host, semantics.path].filter(part => part !== undefined)
  return [`${pack} ${address.map(part => part ?? 'null').join(' ')}: ${outcomes}`]
}

function testLine({ identity, metadata }: BehavioralSummary): string {
  const { skipped, unresolvedTitle } = (metadata?.['test'] ?? {}) as {
    skipped?: true
    unresolvedTitle?: string
  }
  return [
    `test ${identity.name}`,
    ...(skipped ? ['skipped'] : []),
    ...(unresolvedTitle === undefined ? [] : ['unresolved']),
  ].join(' ')
}

const outcomesOf = (summary: BehavioralSummary): string =>
  [...new Set(summary.transitions.map(outcomeText))].sort().join(', ')

function outcomeText(transition: Transition): string {
  const isUncertain =
    httpTransition(transition).uncertain === true || wrapperTransition(transition)?.uncertain === true
  return outputText(transition.output) + (isUncertain ? ' (u)' : '')
}

export function outputText(output: Output): string {
  switch (output.type) {
    case 'response':
      return refText(output.statusCode)
    case 'throw':
      return ['throw', output.exceptionType ?? 'null', output.statusWhenUncaught]
        .filter(part => part !== undefined)
        .join(' ')
    case 'exit':
      return `exit ${refText(output.code)}`
    case 'delegate':
    case 'emit':
    case 'render':
    case 'return':
    case 'void':
      return output.type
    default:
      return output satisfies never
  }
}

function refText(ref: ValueRef | null): string {
  if (ref === null) return 'null'
  return ref.type === 'literal' ? String(ref.value) : ref.type
}

/** One site is in several transitions and units, and counts once. */
const onceBySite = (found: readonly { text: string; site: string }[]): string[] => [
  ...new Map(found.map(({ text, site }) => [`${text} ${site}`, text])).values(),
]

const effectLines = (summaries: readonly BehavioralSummary[]): string[] =>
  onceBySite(
    summaries.flatMap(({ location, transitions }) =>
      transitions.flatMap(({ effects }) =>
        effects.flatMap(effect => {
          const text = effectText(effect)
          return text === null ? [] : [{ text, site: `${location.file}:${effect.place?.start}` }]
        }),
      ),
    ),
  )

function effectText(effect: Effect): string | null {
  if (effect.type !== 'interaction' || !effect.binding.recognition.startsWith(prefix)) return null
  const detail = interactionText(effect.interaction, effect.binding.semantics)
  return detail === null ? null : `${effect.binding.recognition.slice(prefix.length)} ${detail}`
}

function interactionText(
  interaction: Interaction,
  semantics: { name: string; target?: unknown; container?: unknown; messageBus?: unknown; channel?: unknown },
): string | null {
  switch (interaction.class) {
    case 'config-read': {
      const fallback = interaction.defaulted ? ` = ${JSON.stringify(interaction.default ?? null)}` : ''
      return `config-read ${interaction.name}${fallback}`
    }
    case 'storage-access': {
      const { kind, fields, selector = [] } = interaction
      return [
        kind,
        String(semantics.container),
        `[${fields.join()}]`,
        ...(selector.length > 0 ? [`by ${selector.join()}`] : []),
      ].join(' ')
    }
    case 'message-send':
      return [interaction.class, semantics.messageBus, semantics.channel, interaction.routingKey].filter(part => part !== undefined).map(String).join(' ')
    case 'metadata-read':
      return `metadata-read ${interaction.name}`
    case 'schedule':
      return `schedule ${interaction.via}${interaction.hasDelay ? ' delay' : ''}`
    case 'stream-write':
      return `stream-write ${semantics.target} ${interaction.serialized}`
    // the client unit stands for it
    case 'service-call':
      return null
    default:
      return interaction.class
  }
}

const exitLines = (summaries: readonly BehavioralSummary[]): string[] =>
  onceBySite(
    summaries.flatMap(({ location, transitions }) =>
      transitions.flatMap(({ output, location: at }) =>
        output.type === 'exit'
          ? [{ text: `node ${outputText(output)}`, site: `${location.file}:${at.start}` }]
          : [],
      ),
    ),
  )
