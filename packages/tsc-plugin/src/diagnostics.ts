/** Findings as the compiler's own diagnostics. */
import {
  atLeast,
  isCounted,
  type CheckReport,
  type Project,
  type ReportedFinding,
  type Site,
} from '@suss/core'
import type ts from 'typescript'
import type { TypeScript } from './compiler.js'

/** Far above every number of the compiler, so that a finding is told from its errors. */
export const diagnosticCode = 970_001

export interface Shown {
  ts: TypeScript
  program: ts.Program
  project: Project
}

/** A compiler counts what it is given: nothing accepted and no info, unless the gate is set to info. */
export function toDiagnostics(report: CheckReport, shown: Shown): ts.Diagnostic[] {
  const { failOn = 'error' } = shown.project.config
  const isShown = ({ severity }: { severity: ReportedFinding['severity'] }): boolean =>
    atLeast(severity, 'warning') || atLeast(severity, failOn)
  const categoryOf = ({ severity }: { severity: ReportedFinding['severity'] }): ts.DiagnosticCategory =>
    atLeast(severity, failOn) ? shown.ts.DiagnosticCategory.Error : shown.ts.DiagnosticCategory.Warning
  return [
    ...report.findings
      .filter(finding => isCounted(finding) && isShown(finding))
      .map(finding => findingDiagnostic(finding, categoryOf(finding), shown)),
    ...report.run
      .filter(isShown)
      .map(run => globalDiagnostic(`${run.kind}: ${run.description} ${run.remedy}`, categoryOf(run))),
  ]
}

/** About the project, at no place. */
export const globalDiagnostic = (message: string, category: ts.DiagnosticCategory): ts.Diagnostic => ({
  category,
  code: diagnosticCode,
  file: undefined,
  start: undefined,
  length: undefined,
  messageText: `[suss] ${message}`,
  source: 'suss',
})

function findingDiagnostic(
  finding: ReportedFinding,
  category: ts.DiagnosticCategory,
  shown: Shown,
): ts.Diagnostic {
  const { kind, description, advice, site, other } = finding
  const place = placeOf(site, shown)
  const near = other && placeOf(other, shown)
  // the plain format shows neither related places nor a site that is in no file
  const notes = [...(place ? [] : [placeText(site)]), ...(other ? [placeText(other)] : []), advice]
  const note = (messageText: string): ts.DiagnosticMessageChain => ({
    messageText,
    category,
    code: diagnosticCode,
  })
  return {
    ...globalDiagnostic('', category),
    ...place,
    messageText: { ...note(`[suss] ${kind}: ${description}`), next: notes.map(note) },
    ...(near && {
      relatedInformation: [
        {
          ...near,
          category: shown.ts.DiagnosticCategory.Message,
          code: diagnosticCode,
          messageText: other.side,
        },
      ],
    }),
  }
}

function placeText({ side, workspace, file, lines, column }: Site): string {
  const place = [file, lines.start, ...(column === undefined ? [] : [column + 1])].join(':')
  return `${side}: ${workspace ? `${workspace} ` : ''}${place}`
}

interface Located {
  file: ts.SourceFile
  start: number
  length: number
}

/** Null when the file is not here: the other side is known by its summaries only. */
function placeOf(site: Site, { ts, program, project }: Shown): Located | null {
  const path = project.absolute(site.workspace, site.file)
  const text = project.readText(site.workspace, site.file)
  if (path === undefined || text === undefined) return null
  const file = program.getSourceFile(path) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const line = file.getLineStarts()[site.lines.start - 1]
  if (line === undefined) return null
  const start = line + (site.column ?? 0)
  return { file, start, length: site.span ? site.span.end - site.span.start : 1 }
}
