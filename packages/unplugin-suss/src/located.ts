/** Findings as failures a bundler can show: at the file and line, with the frame. */
import { codeFrame, type CheckReport, type Project, type ReportedFinding, type Site } from '@suss/core'
import type { FailOn, Located } from './message.js'

const levels: Record<FailOn, readonly string[]> = {
  error: ['error'],
  warning: ['error', 'warning'],
  info: ['error', 'warning', 'info'],
  none: [],
}

/** Marked, hidden and accepted findings never count (checking.md 19). */
function isCounted(finding: ReportedFinding, failOn: FailOn): boolean {
  if (finding.baseline || (finding.suppressed && finding.suppressed.effect !== 'downgrade')) return false
  return levels[failOn].includes(finding.severity)
}

export function locate(report: CheckReport, project: Project, failOn: FailOn): Located[] {
  if (!report.failed) return []
  const run = report.run
    .filter(({ severity }) => levels[failOn].includes(severity))
    .map(({ kind, description, remedy }) => ({ message: `${description} ${remedy}`, pluginCode: kind }))
  const findings = report.findings
    .filter(finding => isCounted(finding, failOn))
    .map(finding => locateFinding(finding, project))
  return [...findings, ...run]
}

function locateFinding(finding: ReportedFinding, project: Project): Located {
  const { site, other, description, advice, kind, form } = finding
  const seen = other ? `\n  ${other.side}: ${placeText(other)}` : ''
  const message = `${description}\n  ${site.side}: ${placeText(site)}${seen}\n  ${advice}`
  const id = project.absolute(site.workspace, site.file)
  if (id === undefined) return { message, pluginCode: `${kind}.${form}` }
  const frame = frameOf(site, project)
  return {
    message,
    pluginCode: `${kind}.${form}`,
    id,
    loc: { file: id, line: site.lines.start, column: site.column ?? 0 },
    ...(frame && { frame }),
  }
}

function placeText({ workspace, file, lines, column }: Site): string {
  const place = [file, lines.start, ...(column === undefined ? [] : [column + 1])].join(':')
  return workspace ? `${workspace} ${place}` : place
}

function frameOf(site: Site, project: Project): string | undefined {
  const text = project.readText(site.workspace, site.file)
  return text === undefined ? undefined : codeFrame(text, site)
}
