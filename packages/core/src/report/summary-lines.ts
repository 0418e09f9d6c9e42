/** The counting lines at the end of the text report. */
import { atLeast, isCounted, type CheckReport, type FailOn, type ReportedFinding } from '../gate/index.js'
import type { Severity } from '../ir/index.js'

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function tally(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

const tallyText = (entries: readonly [string, number][]): string =>
  entries.map(([word, count]) => `${word} ${count}`).join(', ')

/** One line per level that is not printed in full. */
export function levelLines(findings: readonly ReportedFinding[], failOn: FailOn): string[] {
  const levels: Severity[] = ['error', 'warning', 'info']
  return levels
    .filter(level => !atLeast(level, failOn))
    .flatMap(level => {
      const own = findings.filter(finding => finding.severity === level && isCounted(finding))
      if (own.length === 0) return []
      const kinds = tally(own.map(({ kind }) => kind).sort())
      return [
        `${plural(own.length, level)}: ${tallyText(kinds)}  (--all prints ${own.length === 1 ? 'it' : 'them'})`,
      ]
    })
}

export function pairLine({ pairs, unmatched: { providers, consumers } }: CheckReport): string {
  const reasons = tally(consumers.map(({ reason }) => reason)).sort(([, a], [, b]) => b - a)
  const notCalled = providers.filter(({ reason }) => reason === 'notCalled').length
  return [
    plural(pairs.length, 'pair'),
    ...(consumers.length > 0
      ? [`${plural(consumers.length, 'consumer')} unpaired (${tallyText(reasons)})`]
      : []),
    ...(notCalled > 0 ? [`${plural(notCalled, 'provider')} not called`] : []),
  ].join(', ')
}

export function acceptedLines({ counts, suppressions, baseline }: CheckReport): string[] {
  const { suppressed, hidden, baseline: accepted } = counts
  return [
    ...(suppressed + hidden + accepted > 0
      ? [`${suppressed} suppressed, ${hidden} hidden, ${accepted} in the baseline`]
      : []),
    ...(suppressions.unused.length > 0
      ? [`Rules that matched nothing: ${suppressions.unused.join(', ')}`]
      : []),
    ...(baseline.gone.length > 0 ? [`Baseline entries that are gone: ${baseline.gone.join(', ')}`] : []),
  ]
}

/** Hosts that would be paired if they were listed, once each. */
export function hostLines({ unmatched }: CheckReport): string[] {
  const hosts = tally(
    unmatched.consumers.flatMap(({ hostLine }) => (hostLine === undefined ? [] : [hostLine])),
  )
  return hosts.map(
    ([host, count]) =>
      `Routes of this run would answer ${plural(count, 'call')} to ${host}: add ${JSON.stringify(host)} to "hosts" in suss.json`,
  )
}

export function lastLine({ counts, pairs }: CheckReport, units: number): string {
  const where = `in ${plural(units, 'unit')} (${plural(pairs.length, 'pair')})`
  const levels: Severity[] = ['error', 'warning', 'info']
  const parts = levels.filter(level => counts[level] > 0).map(level => plural(counts[level], level))
  if (parts.length === 0) return `[suss] No findings ${where}`
  const [last, ...before] = parts.toReversed()
  const found = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
  return `[suss] Found ${found} ${where}`
}
