/** Applies rules and baseline to findings: what stays visible, what is counted. */
import type { Finding } from '../ir/index.js'
import { lowered } from './levels.js'
import type { ReportedFinding } from './report-types.js'
import { matchesRule, type Rule, type Suppressible } from './rules.js'

const suppressible = (finding: ReportedFinding): Suppressible => ({
  ...finding,
  files: [finding.site.file, finding.provider.location.file, finding.consumer.location.file],
})

export interface Suppressed {
  findings: ReportedFinding[]
  used: Set<number>
}

/** The first matching rule wins. */
export function applyRules(
  findings: readonly ReportedFinding[],
  rules: readonly Rule[],
  normalize: (boundary: string) => string,
): Suppressed {
  const used = new Set<number>()
  return {
    used,
    findings: findings.map(finding => {
      const target = suppressible(finding)
      const index = rules.findIndex(rule => matchesRule(rule, target, normalize))
      const rule = rules[index]
      if (!rule) return finding
      used.add(index)
      return rule.effect === 'downgrade' ? downgrade(finding, rule) : withSuppressed(finding, rule, {})
    }),
  }
}

function downgrade(finding: ReportedFinding, rule: Rule): ReportedFinding {
  const severity = lowered(finding.severity)
  return withSuppressed({ ...finding, severity }, rule, { originalSeverity: finding.severity })
}

const withSuppressed = (
  finding: ReportedFinding,
  { reason, effect }: Rule,
  extra: Pick<NonNullable<Finding['suppressed']>, 'originalSeverity'>,
): ReportedFinding => ({ ...finding, suppressed: { reason, effect, ...extra } })

export function applyBaseline(
  findings: readonly ReportedFinding[],
  ids: ReadonlySet<string>,
): ReportedFinding[] {
  return findings.map(finding =>
    finding.suppressed === undefined && ids.has(finding.id) ? { ...finding, baseline: true } : finding,
  )
}

/** Marked, hidden and baseline findings do not count; a downgraded one does. */
export const isCounted = ({ suppressed, baseline }: ReportedFinding): boolean =>
  baseline !== true && (suppressed === undefined || suppressed.effect === 'downgrade')
