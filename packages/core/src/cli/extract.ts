/** `suss extract`: the summaries of a project. */
import { resolve } from 'node:path'
import { summariesText, type ExtractResult } from '../index.js'
import { SussError } from '../ir/index.js'
import { defineCommand } from './command.js'
import { funnelText } from './funnel-text.js'
import { incompleteLines } from './incomplete-lines.js'
import { openFor } from './open.js'
import { writeWhole } from './write.js'

export const extract = defineCommand({
  name: 'extract',
  operands: '[-o FILE]',
  summary: 'write the summaries of this project as JSON',
  flags: [
    {
      name: 'output',
      short: 'o',
      type: 'value',
      placeholder: 'FILE',
      text: 'write to a file instead of standard output',
    },
    {
      name: 'explain',
      type: 'switch',
      text: 'say per pack how many files and units it saw, on standard error',
    },
    { name: 'allow-empty', type: 'switch', text: 'no failure when nothing was extracted' },
  ],
  run(args, terminal) {
    const project = openFor(args, terminal)
    const extracted = project.extract()
    if (args.has('explain')) terminal.err(funnelText(extracted.funnel))
    for (const line of problemLines(extracted, args.has('explain'))) terminal.err(line)
    if (extracted.summaries.length === 0 && !args.has('allow-empty'))
      throw new SussError('BAD_INPUT', 'nothing was extracted', 'See --explain, or pass --allow-empty.')
    const text = summariesText(extracted.summaries)
    const file = args.value('output')
    if (file === undefined) terminal.out(text)
    else writeWhole(resolve(terminal.cwd, file), text)
    return extracted.run.some(({ severity }) => severity === 'error') ? 1 : 0
  },
})

/** What could not be read is said, and the rest goes on; remarks are part of the explanation. */
const problemLines = ({ run, incomplete }: ExtractResult, explained: boolean): string[] => [
  ...run
    .filter(({ severity }) => explained || severity !== 'info')
    .map(({ severity, description, remedy }) => `${severity}: ${description} ${remedy}\n`),
  ...incompleteLines(incomplete),
]
