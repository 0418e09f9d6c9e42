/** Every format a report can be written in, by its name. */
import { relative, sep } from 'node:path'
import type { CheckReport, FailOn } from '../gate/index.js'
import { githubReport } from './github.js'
import { jsonReport } from './json.js'
import { sarifReport } from './sarif.js'
import { textReport } from './text.js'

export const reportFormats = ['text', 'json', 'sarif', 'github'] as const
export type ReportFormat = (typeof reportFormats)[number]

export interface FormatOptions {
  /** Where the files of the report are. */
  project: {
    readText(workspace: string | undefined, file: string): string | undefined
    absolute(workspace: string | undefined, file: string): string | undefined
  }
  /** Paths are written from here. */
  from: string
  failOn: FailOn
  all?: boolean
  color?: boolean
}

export function formatReport(format: ReportFormat, report: CheckReport, options: FormatOptions): string {
  const { project, from, failOn, all = false, color = false } = options
  const pathOf = (workspace: string | undefined, file: string): string => {
    const path = project.absolute(workspace, file)
    return path === undefined ? file : relative(from, path).split(sep).join('/')
  }
  switch (format) {
    case 'text': return textReport(report, { readText: project.readText, failOn, all, color })
    case 'json': return jsonReport(report)
    case 'sarif': return sarifReport(report, { pathOf })
    case 'github': return githubReport(report, { pathOf })
    default: return format satisfies never
  }
}
