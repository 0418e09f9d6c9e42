/** A summary as a person reads it: condition → outcome → effects, and what could not be followed. */
import { identityKey } from '../../semantics/index.js'
import type { BehavioralSummary, Gap, Transition } from '../../ir/index.js'
import type { Paint } from '../paint.js'
import { effectLines, outputText } from './output-text.js'
import { shapeText } from './shape-text.js'
import { predicateText } from './value-text.js'

const maxWidth = 100

export function summaryText(summary: BehavioralSummary, paint: Paint): string {
  const { kind, identity, transitions, gaps } = summary
  const key = identity.boundaryBinding && identityKey(identity.boundaryBinding)
  // a label is made up, mostly of the boundary itself
  const named = key && identity.nameKind !== 'label' ? ` ${identity.name}` : ''
  return [
    `${paint.bold(key ?? identity.name)}  ${paint.dim(`${kind}${named}`)}`,
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
  return [
    ...conditionLines(conditions.map(predicateText)),
    `    ${paint.cyan('→')} ${outputText(output)}`,
    ...(expectedInput ? [`      reads ${shapeText(expectedInput)}`] : []),
    ...effectLines(effects).map(line => `      ${line}`),
  ]
}

/** In one line while it can be read so, else one condition a line. */
function conditionLines(conditions: readonly string[]): string[] {
  if (conditions.length === 0) return ['  always']
  const joined = `  when ${conditions.join(' and ')}`
  return joined.length <= maxWidth ? [joined] : [`  when ${conditions.join('\n   and ')}`]
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
