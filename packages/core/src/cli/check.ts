/** `suss check`: the findings of a project. */
import { resolve } from 'node:path'
import { jsonReport, textReport, type CheckReport, type Project } from '../index.js'
import { SussError } from '../ir/index.js'
import { checkFlags, readCheckFlags } from './check-flags.js'
import { defineCommand, type Args } from './command.js'
import { funnelText } from './funnel-text.js'
import { openFor, requireFolder } from './open.js'
import { readOutputs, type Output } from './reporters.js'
import type { Terminal } from './terminal.js'
import { writeWhole } from './write.js'

export const check = defineCommand({
  name: 'check',
  operands: '[FOLDER]',
  summary: 'say where two sides of a boundary cannot both be right',
  flags: checkFlags,
  run(args, terminal) {
    const outputs = readOutputs(args, terminal.cwd)
    const flags = readCheckFlags(args, terminal.cwd)
    const project = openFor(args, terminal, { folder: requireInput(args, terminal) })
    const report = project.check({ medium: 'check', flags })
    if (args.has('explain')) terminal.err(funnelText(project.extract().funnel))
    const failOn = flags.failOn ?? project.config.failOn ?? 'error'
    for (const output of outputs) write(output, { report, project, failOn, all: args.has('all') }, terminal)
    return report.failed ? 1 : 0
  },
})

function requireInput({ positionals }: Args, { cwd }: Terminal): string | undefined {
  const [folder, ...more] = positionals
  if (more.length > 0)
    throw new SussError('NOT_AVAILABLE', 'checking several inputs is not available yet', 'Name one folder.')
  return folder === undefined ? undefined : requireFolder(resolve(cwd, folder), folder)
}

interface Checked {
  report: CheckReport
  project: Project
  failOn: NonNullable<Project['config']['failOn']>
  all: boolean
}

function write({ reporter, file }: Output, checked: Checked, terminal: Terminal): void {
  const text =
    reporter === 'json' ? jsonReport(checked.report) : textOf(checked, file === null && terminal.color)
  if (file === null) terminal.out(text)
  else writeWhole(file, text)
}

const textOf = ({ report, project, failOn, all }: Checked, color: boolean): string =>
  textReport(report, {
    readText: (workspace, file) => project.readText(workspace, file),
    failOn,
    all,
    color,
  })
