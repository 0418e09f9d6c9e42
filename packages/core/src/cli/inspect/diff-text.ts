/** The change between two builds as a person reads it: by module, then by cause. */
import type { Cause, RunDiff, UnitDiff } from '../../diff/index.js'
import type { Transition } from '../../ir/index.js'
import type { Paint } from '../paint.js'
import { outputText } from './output-text.js'
import { predicateText } from './value-text.js'

export function diffText({ units, causes, changed }: RunDiff, paint: Paint): string {
  if (!changed && units.length === 0) return 'No change\n'
  const modules = [...new Set(units.map(moduleOf))]
  const lines = [
    ...causes.flatMap(cause => causeLines(cause, paint)),
    ...modules.flatMap(name => [
      paint.bold(name),
      ...units.filter(unit => moduleOf(unit) === name).flatMap(unit => unitLines(unit, paint)),
      '',
    ]),
    totalLine({ units, causes }),
  ]
  return `${lines.join('\n')}\n`
}

/** The module of suss.json, else the folder of the file. */
const moduleOf = ({ module, summary }: UnitDiff): string =>
  module ?? /^(.*)\/[^/]*::/.exec(summary)?.[1] ?? '.'

const causeLines = ({ wrapper, units, transitions }: Cause, paint: Paint): string[] => [
  paint.bold(`because of ${wrapper}`),
  ...transitions.map(id => `  ${id}`),
  ...units.map(unit => `  ~ ${unit}`),
  '',
]

const signs: Record<UnitDiff['change'], string> = { added: '+', removed: '-', changed: '~', moved: '>' }

function unitLines({ summary, before, change, boundaryKey, diff, fields }: UnitDiff, paint: Paint): string[] {
  const moved = before === undefined ? '' : `  from ${before}`
  return [
    `  ${signs[change]} ${boundaryKey ?? summary}${boundaryKey ? `  ${paint.dim(summary)}` : ''}${moved}`,
    ...(fields.length > 0 ? [`      changed: ${fields.join(', ')}`] : []),
    ...(diff?.removedTransitions ?? []).map(transition => paint.red(`      - ${transitionText(transition)}`)),
    ...(diff?.addedTransitions ?? []).map(transition => paint.green(`      + ${transitionText(transition)}`)),
    ...(diff?.changedTransitions ?? []).flatMap(pair => [
      paint.red(`      - ${transitionText(pair.before)}`),
      paint.green(`      + ${transitionText(pair.after)}`),
    ]),
  ]
}

function transitionText({ conditions, output }: Transition): string {
  const when = conditions.length === 0 ? 'always' : `when ${conditions.map(predicateText).join(' and ')}`
  return `${when} → ${outputText(output)}`
}

function totalLine({ units, causes }: Pick<RunDiff, 'units' | 'causes'>): string {
  const counts = (['added', 'removed', 'changed', 'moved'] as const).map(
    change => [units.filter(unit => unit.change === change).length, change] as const,
  )
  const told = counts.filter(([count]) => count > 0).map(([count, change]) => `${count} ${change}`)
  const shared = causes.length > 0 ? [`${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`] : []
  return [...told, ...shared].join(', ')
}
