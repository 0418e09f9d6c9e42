/** What `suss check` is asked to look at (checking.md 19). */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SussError, type BehavioralSummary } from '../ir/index.js'
import type { Args } from './command.js'
import { readSummaryFiles, readSummaryInput, type ReadSummaries } from './summary-files.js'
import type { Terminal } from './terminal.js'

export type Input =
  /** A folder with a suss.json or a package.json; null: the one of the working folder. */
  | { type: 'project'; folder: string | null }
  /** One summary file, or all of a folder. */
  | ({ type: 'summaries' } & ReadSummaries)
  /** Two files by name: the providers of the first face the consumers of the second. */
  | { type: 'between'; first: BehavioralSummary[]; second: BehavioralSummary[] }

export function readInput({ positionals, has }: Args, { cwd }: Terminal): Input {
  const [first, second, ...more] = positionals
  if (first === undefined) return { type: 'project', folder: null }
  if (more.length > 0)
    throw new SussError(
      'BAD_OPTIONS',
      `"suss check" takes one or two inputs, but got ${positionals.length}`,
      'Name a folder of summary files instead.',
    )
  if (second !== undefined && (has('since') || has('at')))
    throw new SussError(
      'BAD_OPTIONS',
      `--${has('at') ? 'at' : 'since'} and two files exclude each other`,
      'Leave one out.',
    )
  return second === undefined ? readOne(resolve(cwd, first), first) : readTwo([first, second], cwd)
}

function readOne(path: string, named: string): Input {
  if (!existsSync(path))
    throw new SussError(
      'BAD_OPTIONS',
      `${named} does not exist`,
      'Name the folder of a project, or a summary file.',
    )
  if (
    statSync(path).isDirectory() &&
    ['suss.json', 'package.json'].some(name => existsSync(join(path, name)))
  )
    return { type: 'project', folder: path }
  return { type: 'summaries', ...readSummaryFiles(path, named) }
}

function readTwo(names: readonly [string, string], cwd: string): Input {
  const [first, second] = names.map(name => readSummaryInput(resolve(cwd, name), name))
  return { type: 'between', first: first ?? [], second: second ?? [] }
}
