/** The JSON report: two spaces, keys in the order of the format, one newline at the end. */
import type { CheckReport, ReportedFinding } from '../gate/index.js'

const reportKeys = [
  'format',
  'version',
  'failed',
  'counts',
  'findings',
  'run',
  'pairs',
  'unmatched',
  'runtimeNamed',
  'collisions',
  'gaps',
  'skipped',
  'suppressions',
  'baseline',
  'since',
  'at',
] as const satisfies readonly (keyof CheckReport)[]

const findingKeys = [
  'kind',
  'boundary',
  'provider',
  'consumer',
  'description',
  'severity',
  'aspect',
  'sources',
  'suppressed',
  'id',
  'form',
  'boundaryKey',
  'facts',
  'site',
  'other',
  'places',
  'baseline',
  'advice',
  'rule',
] as const satisfies readonly (keyof ReportedFinding)[]

function ordered<Value extends object>(
  value: Value,
  keys: readonly (keyof Value & string)[],
): Partial<Value> {
  const out: Partial<Value> = {}
  for (const key of keys) if (value[key] !== undefined) out[key] = value[key]
  return out
}

export function jsonReport(report: CheckReport): string {
  const findings = report.findings.map(finding => ordered(finding, findingKeys))
  return `${JSON.stringify({ ...ordered(report, reportKeys), findings }, null, 2)}\n`
}
