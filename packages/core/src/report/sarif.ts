/** The SARIF 2.1.0 report: all findings, those accepted with `suppressions` (hosts.md 7). */
import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import type { FindingKind, RunFinding, Severity } from '../ir/index.js'
import { findingTable, type CheckReport, type ReportedFinding, type Site } from '../gate/index.js'

export interface PathOptions {
  /** Path of a file from where the report is read, "/"-separated. */
  pathOf: (workspace: string | undefined, file: string) => string
}

export function sarifReport(report: CheckReport, { pathOf }: PathOptions): string {
  const kinds = Object.keys(findingTable) as FindingKind[]
  const used = kinds.filter(kind => report.findings.some(finding => finding.kind === kind))
  const runKinds = [...new Set(report.run.map(({ kind }) => kind))]
  const rules = [...used.map(ruleOf), ...runKinds.map((id): ReportingDescriptor => ({ id }))]
  const log: Log = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'suss', rules } },
        columnKind: 'utf16CodeUnits',
        results: [...report.findings.map(finding => resultOf(finding, used, pathOf)), ...report.run.map(run => runResult(run, rules))],
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const ruleOf = (kind: FindingKind): ReportingDescriptor => ({
  id: kind,
  help: { text: findingTable[kind].advice },
})

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, Result.level>

function resultOf(finding: ReportedFinding, rules: readonly string[], pathOf: PathOptions['pathOf']): Result {
  const { id, kind, form, severity, description, advice, site, other, suppressed, baseline } = finding
  const accepted = suppressed ? [{ kind: 'external' as const, justification: suppressed.reason }] : baseline ? [{ kind: 'external' as const }] : []
  return {
    ruleId: kind,
    ruleIndex: rules.indexOf(kind),
    level: levels[severity],
    message: { text: `${description}. ${advice}` },
    locations: [locationOf(site, pathOf)],
    ...(other ? { relatedLocations: [{ ...locationOf(other, pathOf), id: 0, message: { text: other.side } }] } : {}),
    partialFingerprints: { 'suss/v1': id },
    ...(baseline ? { baselineState: 'unchanged' as const } : {}),
    ...(accepted.length > 0 ? { suppressions: accepted } : {}),
    properties: { form },
  }
}

const locationOf = ({ workspace, file, lines, column, span }: Site, pathOf: PathOptions['pathOf']): Location => ({
  physicalLocation: {
    artifactLocation: { uri: encodeURI(pathOf(workspace, file)) },
    region: {
      startLine: lines.start,
      ...(column === undefined ? {} : { startColumn: column + 1 }),
      ...(column !== undefined && span && lines.end === lines.start ? { endColumn: column + 1 + span.end - span.start } : { endLine: lines.end }),
    },
  },
})

const runResult = ({ kind, severity, description, remedy }: RunFinding, rules: readonly ReportingDescriptor[]): Result => ({
  ruleId: kind,
  ruleIndex: rules.findIndex(({ id }) => id === kind),
  level: levels[severity],
  message: { text: `${description} ${remedy}` },
})
