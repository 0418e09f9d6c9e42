/** `suss check`: the findings of a project, or of summary files. */
import { checkSummaries, type CheckFlags, type CheckInput } from '../check/index.js'
import { formatReport, type CheckReport, type Project } from '../index.js'
import { checkFlags, readCheckFlags, readFileFlags } from './check-flags.js'
import { defineCommand } from './command.js'
import { funnelText } from './funnel-text.js'
import { incompleteLines } from './incomplete-lines.js'
import { readInput, type Input } from './inputs.js'
import { openFor } from './open.js'
import { readOutputs, type Output } from './reporters.js'
import { readSince } from './since.js'
import type { Terminal } from './terminal.js'
import { writeWhole } from './write.js'

export const check = defineCommand({
  name: 'check',
  operands: '[FOLDER | FILES]',
  summary: 'say where two sides of a boundary cannot both be right',
  flags: checkFlags,
  run(args, terminal) {
    const outputs = readOutputs(args, terminal.cwd)
    const flags = readCheckFlags(args)
    const config = readFileFlags(args, terminal.cwd)
    const input = readInput(args, terminal)
    const folder = input.type === 'project' ? input.folder : null
    const project = openFor(args, terminal, { folder, config })
    const earlier = args.value('since')
    const since = earlier === undefined ? {} : { since: readSince(earlier, terminal.cwd, project.config) }
    const report = checkInput(input, project, { ...flags, ...since })
    if (input.type === 'project')
      for (const line of incompleteLines(project.extract().incomplete)) terminal.err(line)
    if (args.has('explain')) terminal.err(funnelText(project.extract().funnel))
    const failOn = flags.failOn ?? project.config.failOn ?? 'error'
    for (const output of outputs) write(output, { report, project, failOn, all: args.has('all') }, terminal)
    return report.failed ? 1 : 0
  },
})

/** Summary files are judged by the configuration of the working folder. */
function checkInput(input: Input, project: Project, flags: CheckFlags): CheckReport {
  const { config } = project
  const shared: Pick<CheckInput, 'config' | 'medium' | 'flags'> = { config, medium: 'check', flags }
  switch (input.type) {
    case 'project':
      return project.check({ medium: 'check', flags })
    case 'summaries':
      return checkSummaries({
        ...shared,
        ...project.accepted(),
        summaries: input.summaries,
        skipped: input.skipped,
      })
    case 'between': {
      const { first, second } = input
      return checkSummaries({
        ...shared,
        ...project.accepted(),
        summaries: [...first, ...second],
        between: input,
      })
    }
    default:
      return input satisfies never
  }
}

interface Checked {
  report: CheckReport
  project: Project
  failOn: NonNullable<Project['config']['failOn']>
  all: boolean
}

function write({ reporter, file }: Output, { report, project, failOn, all }: Checked, terminal: Terminal): void {
  const text = formatReport(reporter, report, { project, from: terminal.cwd, failOn, all, color: file === null && terminal.color })
  if (file === null) terminal.out(text)
  else writeWhole(file, text)
}
