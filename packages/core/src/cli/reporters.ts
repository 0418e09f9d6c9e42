/** Which reports a check writes, and where to. */
import { resolve } from 'node:path'
import { SussError } from '../ir/index.js'
import { reportFormats, type ReportFormat } from '../report/index.js'
import type { Args } from './command.js'
import { nearestName } from './nearest.js'

export interface Output {
  reporter: ReportFormat
  /** Absolute; null prints. */
  file: string | null
}

const planned = ['junit', 'html']

function requireReporter(name: string): ReportFormat {
  const found = reportFormats.find(known => known === name)
  if (found) return found
  if (planned.includes(name))
    throw new SussError(
      'NOT_AVAILABLE',
      `reporter "${name}" is not available yet`,
      `Use ${reportFormats.join(', ')}.`,
    )
  const nearest = nearestName(name, [...reportFormats, ...planned])
  throw new SussError('BAD_OPTIONS', `unknown reporter "${name}"`, `Did you mean "${nearest}"?`)
}

/** A reporter with a file does not print; a file without a name is the only reporter's. */
export function readOutputs(args: Args, cwd: string): Output[] {
  const asked = [...args.values('reporter'), ...(args.has('json') ? ['json'] : [])].map(requireReporter)
  const files = args.values('output-file').map(text => readFile(text, asked, cwd))
  const names = new Set<ReportFormat>([...asked, ...files.map(({ reporter }) => reporter)])
  if (names.size === 0) return [{ reporter: 'text', file: null }]
  const printed = [...names].filter(name => files.every(({ reporter }) => reporter !== name))
  if (printed.length > 1)
    throw new SussError(
      'BAD_OPTIONS',
      `two reporters would print: ${printed.join(', ')}`,
      `Give all but one a file: --output-file ${printed[0]}=PATH.`,
    )
  return [...files, ...printed.map(reporter => ({ reporter, file: null }))]
}

function readFile(text: string, asked: readonly ReportFormat[], cwd: string): Output {
  const [, name, path] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (name !== undefined && path !== undefined)
    return { reporter: requireReporter(name), file: resolve(cwd, path) }
  const [only = 'text', ...more] = asked
  if (more.length > 0)
    throw new SussError(
      'BAD_OPTIONS',
      `--output-file ${text} does not say whose it is`,
      `Write --output-file ${only}=${text}.`,
    )
  return { reporter: only, file: resolve(cwd, text) }
}
