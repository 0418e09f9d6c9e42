/** Whether a report fails the build. */
import type { RunFinding } from '../ir/index.js'
import { atLeast, type FailOn } from './levels.js'
import type { CheckReport, Counts, ReportedFinding } from './report-types.js'
import { isCounted } from './suppress.js'

export interface GateInput {
  findings: readonly ReportedFinding[]
  run: readonly RunFinding[]
  failOn: FailOn
  /** Ids of an earlier report: only others count. */
  known: ReadonlySet<string>
}

export const isFailing = ({ findings, run, failOn, known }: GateInput): boolean =>
  findings.some(
    finding => isCounted(finding) && !known.has(finding.id) && atLeast(finding.severity, failOn),
  ) || run.some(({ severity }) => atLeast(severity, failOn))

/** Findings and run findings by level, without those that are not counted. */
export function countFindings(
  findings: readonly ReportedFinding[],
  run: readonly RunFinding[],
  off: number,
  pairs: number,
): Counts {
  const counted = [...findings.filter(isCounted), ...run]
  const at = (level: string): number => counted.filter(({ severity }) => severity === level).length
  const withEffect = (effect: string): number =>
    findings.filter(({ suppressed }) => suppressed?.effect === effect).length
  return {
    error: at('error'),
    warning: at('warning'),
    info: at('info'),
    suppressed: withEffect('mark'),
    hidden: withEffect('hide'),
    baseline: findings.filter(({ baseline }) => baseline === true).length,
    off,
    pairs,
  }
}

/** The exit status of `suss check`; wrong use (2) is a thrown SussError. */
export const exitCode = ({ failed }: Pick<CheckReport, 'failed'>): 0 | 1 => (failed ? 1 : 0)
