/** Runs a check over test summaries and says what came out in one line each. */
import type { BehavioralSummary } from '../../ir/index.js'
import type { CheckReport, ReportedFinding } from '../../gate/index.js'
import { checkSummaries, type CheckInput } from '../index.js'

export const check = (
  summaries: readonly BehavioralSummary[],
  input: Partial<CheckInput> = {},
): CheckReport => checkSummaries({ summaries, config: {}, medium: 'check', ...input })

const letters = { error: 'E', warning: 'W', info: 'I' } as const

/** `W unhandledProviderCase.status 404`: severity, kind, form, status or field. */
export function line({ severity, kind, form, facts, consumer }: ReportedFinding): string {
  const about = consumer.field ?? facts['status'] ?? facts['statuses'] ?? facts['range']
  return [
    letters[severity],
    `${kind}.${form}`,
    ...(about === undefined || about === '' ? [] : [String(about)]),
  ].join(' ')
}

export const lines = (summaries: readonly BehavioralSummary[], input: Partial<CheckInput> = {}): string[] =>
  check(summaries, input).findings.map(line).sort()

export const pairs = (summaries: readonly BehavioralSummary[], input: Partial<CheckInput> = {}): string[] =>
  check(summaries, input).pairs.map(({ boundaryKey }) => boundaryKey ?? 'none')

export const reasons = (summaries: readonly BehavioralSummary[], input: Partial<CheckInput> = {}): string[] =>
  check(summaries, input).unmatched.consumers.map(({ reason }) => reason)
