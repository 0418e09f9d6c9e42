/** Findings as failures a bundler can show: at the file and line, with the frame. */
import {
  atLeast,
  codeFrame,
  isCounted,
  type CheckReport,
  type Project,
  type ReportedFinding,
  type Site,
} from '@suss/core'
import type { FailOn, Located } from './message.js'

export function locate(report: CheckReport, project: Project, failOn: FailOn): Located[] {
  if (!report.failed) return []
  const run = report.run
    .filter(({ severity }) => atLeast(severity, failOn))
    .map(({ kind, description, remedy }) => ({ message: `${description} ${remedy}`, pluginCode: kind }))
  const findings = report.findings
    .filter(finding => isCounted(finding) && atLeast(finding.severity, failOn))
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
  const lines = codeFrame(project.readText(site.workspace, site.file), site)
  return lines.length > 0 ? lines.join('\n') : undefined
}
