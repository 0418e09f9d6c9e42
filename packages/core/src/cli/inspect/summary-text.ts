/** A summary as a person reads it: condition → outcome → effects, and what could not be followed. */
import { identityKey } from '../../semantics/index.js'
import type { BehavioralSummary, Gap, Transition } from '../../ir/index.js'
import type { Paint } from '../paint.js'
import { effectText, outputText } from './output-text.js'
import { shapeText } from './shape-text.js'
import { predicateText } from './value-text.js'

export function summaryText(summary: BehavioralSummary, paint: Paint): string {
  const { kind, identity, transitions, gaps } = summary
  const key = identity.boundaryBinding && identityKey(identity.boundaryBinding)
  return [
    `${paint.bold(key ?? identity.name)}  ${paint.dim([kind, ...(key ? [identity.name] : [])].join(' '))}`,
    `  ${paint.dim(placeText(summary))}`,
    ...transitions.flatMap(transition => transitionLines(transition, paint)),
    ...gapLines(gaps, paint),
    '',
  ].join('\n')
}

function placeText({ location, confidence }: BehavioralSummary): string {
  const { workspace, file, range } = location
  const lines = range.end > range.start ? `${range.start}-${range.end}` : `${range.start}`
  const sure = confidence.level === 'high' ? [] : [`confidence ${confidence.level}`]
  return [...(workspace ? [workspace] : []), `${file}:${lines}`, ...sure].join('  ')
}

function transitionLines({ conditions, output, effects, expectedInput }: Transition, paint: Paint): string[] {
  const when = conditions.length === 0 ? 'always' : `when ${conditions.map(predicateText).join(' and ')}`
  return [
    `  ${when}`,
    `    ${paint.cyan('→')} ${outputText(output)}`,
    ...(expectedInput ? [`      reads ${shapeText(expectedInput)}`] : []),
    ...effects.map(effect => `      ${effectText(effect)}`),
  ]
}

function gapLines(gaps: readonly Gap[], paint: Paint): string[] {
  const unfollowed = gaps.filter(({ type }) => type === 'unfollowedCall')
  const others = gaps.filter(({ type }) => type !== 'unfollowedCall')
  return [
    ...others.map(gap => `  ${paint.yellow('gap')} ${gapText(gap)}`),
    ...(unfollowed.length > 0 ? [`  ${paint.yellow('Could not follow:')}`] : []),
    ...unfollowed.map(gap => `    ${gapText(gap)}`),
  ]
}

function gapText({ description, callee, place, location, reason }: Gap): string {
  const line = place?.line ?? location?.start
  const where = line === undefined ? '' : `line ${line}: `
  return `${where}${callee ? `${callee}()` : description}${reason ? ` (${reason})` : ''}`
}
