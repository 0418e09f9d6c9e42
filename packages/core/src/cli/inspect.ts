/** `suss inspect`: summaries for people, and the change between two builds. */
import { resolve } from 'node:path'
import { diffRuns } from '../diff/index.js'
import { SussError, type BehavioralSummary } from '../ir/index.js'
import { boundaryKey } from '../semantics/index.js'
import { defineCommand, type Args } from './command.js'
import { diffText } from './inspect/diff-text.js'
import { matchesTarget } from './inspect/target.js'
import { summaryText } from './inspect/summary-text.js'
import { openFor } from './open.js'
import { paintFor } from './paint.js'
import { isSummaryFile, requireSummaries, readSummaryInput } from './summary-files.js'
import type { ExitStatus, Terminal } from './terminal.js'

export const inspect = defineCommand({
  name: 'inspect',
  operands: '[FILE | UNIT | BOUNDARY] | --diff BEFORE AFTER',
  summary: 'show what units do, or what changed between two builds',
  flags: [
    { name: 'diff', type: 'switch', text: 'compare two summary files, or two folders of them' },
    { name: 'fail-on-change', type: 'switch', text: 'exit 1 when --diff finds a change' },
  ],
  run: (args, terminal) => (args.has('diff') ? showDiff(args, terminal) : showUnits(args, terminal)),
})

function showUnits(args: Args, terminal: Terminal): ExitStatus {
  const [target, ...more] = args.positionals
  if (more.length > 0)
    throw new SussError(
      'BAD_OPTIONS',
      `"suss inspect" takes one target, but got ${args.positionals.length}`,
      'To compare two builds, add --diff.',
    )
  const summaries = chooseSummaries(target, args, terminal)
  if (args.has('json')) terminal.out(`${JSON.stringify(summaries, null, 2)}\n`)
  else terminal.out(summaries.map(summary => summaryText(summary, paintFor(terminal.color))).join('\n'))
  return 0
}

function chooseSummaries(
  target: string | undefined,
  args: Args,
  terminal: Terminal,
): readonly BehavioralSummary[] {
  if (target !== undefined && isSummaryFile(resolve(terminal.cwd, target)))
    return readSummaryInput(resolve(terminal.cwd, target), target)
  const { summaries } = openFor(args, terminal).extract()
  if (target === undefined) return summaries
  const chosen = summaries.filter(summary => matchesTarget(summary, target))
  if (chosen.length > 0) return chosen
  throw new SussError(
    'BAD_INPUT',
    `no unit matches "${target}"`,
    'Name a summary file, a source file, a unit or a boundary such as "GET /users/{id}".',
  )
}

function showDiff(args: Args, terminal: Terminal): ExitStatus {
  const [before, after, ...more] = args.positionals
  if (before === undefined || after === undefined || more.length > 0)
    throw new SussError(
      'BAD_OPTIONS',
      '--diff compares two inputs',
      'Write suss inspect --diff BEFORE AFTER.',
    )
  const read = (named: string): BehavioralSummary[] => requireSummaries(resolve(terminal.cwd, named), named)
  const identityKey = ({ identity }: BehavioralSummary): string | null =>
    boundaryKey(identity.boundaryBinding)
  const diff = diffRuns(read(before), read(after), { identityKey })
  terminal.out(
    args.has('json') ? `${JSON.stringify(diff, null, 2)}\n` : diffText(diff, paintFor(terminal.color)),
  )
  return diff.changed && args.has('fail-on-change') ? 1 : 0
}
