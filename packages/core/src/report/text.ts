/** The text report: what fails in full, the rest as counts. */
import { createColors } from 'picocolors'
import type { RunFinding, Severity } from '../ir/index.js'
import {
  atLeast,
  isCounted,
  type CheckReport,
  type FailOn,
  type ReportedFinding,
  type Site,
} from '../gate/index.js'
import { boundaryLabel } from '../semantics/index.js'
import { codeFrame } from './code-frame.js'
import { acceptedLines, hostLines, lastLine, levelLines, pairLine } from './summary-lines.js'

export interface TextOptions {
  /** The text of a file as the workspace names it. */
  readText: (workspace: string | undefined, file: string) => string | undefined
  failOn: FailOn
  /** Print every level in full. */
  all: boolean
  color: boolean
  /** How many units were in the run; without it those the report names. */
  units?: number
}

type Colors = ReturnType<typeof createColors>

export function textReport(report: CheckReport, options: TextOptions): string {
  const colors = createColors(options.color)
  const all = options.all || report.at !== undefined || report.since !== undefined
  const blocks = [
    ...report.run.map(finding => runBlock(finding, colors)),
    ...report.findings
      .filter(finding => isPrinted(finding, all, options.failOn))
      .map(finding => findingBlock(finding, options, colors)),
  ]
  const summary = [
    ...(all ? [] : levelLines(report.findings, options.failOn)),
    ...(report.pairs.length + report.unmatched.consumers.length + report.unmatched.providers.length > 0
      ? [pairLine(report)]
      : []),
    ...hostLines(report),
    ...acceptedLines(report),
    lastLine(report, options.units ?? namedUnits(report)),
  ]
  return `${[...blocks.map(block => `${block.join('\n')}\n`), summary.join('\n')].join('\n')}\n`
}

function isPrinted(finding: ReportedFinding, all: boolean, failOn: FailOn): boolean {
  if (finding.suppressed?.effect === 'hide') return false
  return all || (finding.baseline !== true && atLeast(finding.severity, failOn))
}

const paint = (severity: Severity, { red, yellow, blue }: Colors): ((text: string) => string) =>
  severity === 'error' ? red : severity === 'warning' ? yellow : blue

const runBlock = ({ kind, severity, description, remedy }: RunFinding, colors: Colors): string[] => [
  `${paint(severity, colors)(severity)} ${kind}`,
  `  ${description}`,
  `  ${remedy}`,
]

/** A finding that is not counted says so instead of its level. */
function levelWord(finding: ReportedFinding): string {
  if (isCounted(finding)) return finding.severity
  return finding.baseline === true ? 'baseline' : 'marked'
}

function findingBlock(finding: ReportedFinding, options: TextOptions, colors: Colors): string[] {
  const { kind, boundary, description, site, other, advice, id, severity, suppressed } = finding
  const shade = isCounted(finding) ? paint(severity, colors) : colors.dim
  return [
    `${shade(levelWord(finding))} ${colors.bold(kind)}  ${boundaryLabel(boundary)}`,
    `  ${description}`,
    ...(suppressed ? [`  ${suppressed.effect}: ${suppressed.reason}`] : []),
    ...sideLines(site, options),
    ...(other ? sideLines(other, options) : []),
    `  ${advice}  ${colors.dim(`[${id}]`)}`,
  ]
}

function sideLines(site: Site, { readText }: TextOptions): string[] {
  const { side, file, workspace, lines, column } = site
  const place = `${file}:${lines.start}${column === undefined ? '' : `:${column + 1}`}`
  return [
    [`  ${side}`, ...(workspace === undefined ? [] : [workspace]), place].join('  '),
    ...codeFrame(readText(workspace, file), site).map(line => `    ${line}`),
  ]
}

function namedUnits({ pairs, unmatched, findings }: CheckReport): number {
  return new Set([
    ...pairs.flatMap(({ provider, consumer }) => [provider, consumer]),
    ...Object.values(unmatched)
      .flat()
      .map(({ summary }) => summary),
    ...findings.flatMap(({ provider, consumer }) => [provider.summary, consumer.summary]),
  ]).size
}
