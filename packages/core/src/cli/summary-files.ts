/** Summary files given on the command line. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Skipped } from '../gate/index.js'
import { byCodeUnit, safeParseSummaries, SussError, type BehavioralSummary } from '../ir/index.js'

export const isSummaryFile = (file: string): boolean =>
  file.endsWith('.json') && existsSync(file) && statSync(file).isFile()

export function readSummaryInput(file: string, named: string): BehavioralSummary[] {
  const parsed = safeParseSummaries(readText(file, named))
  if (parsed.success) return parsed.data
  throw new SussError('BAD_INPUT', `${named}: ${parsed.error.message}`, parsed.error.remedy)
}

export interface ReadSummaries {
  summaries: BehavioralSummary[]
  /** Files that hold none; the rest goes on. */
  skipped: Skipped[]
}

/** One file, or every summary file of a folder. */
export function readSummaryFiles(path: string, named: string): ReadSummaries {
  const files = statSync(path).isDirectory() ? jsonFiles(path).map(name => join(named, name)) : [named]
  const base = statSync(path).isDirectory() ? path : dirname(path)
  const read = files.map(file => ({
    file,
    parsed: safeParseSummaries(readText(join(base, basename(file)), file)),
  }))
  return {
    summaries: read.flatMap(({ parsed }) => (parsed.success ? parsed.data : [])),
    skipped: read.flatMap(({ file, parsed }) =>
      parsed.success ? [] : [{ file, problem: parsed.error.message }],
    ),
  }
}

/** As above, where one that cannot be read leaves nothing to compare. */
export function requireSummaries(path: string, named: string): BehavioralSummary[] {
  if (!existsSync(path))
    throw new SussError('BAD_OPTIONS', `${named} does not exist`, 'Name a summary file or a folder of them.')
  const { summaries, skipped } = readSummaryFiles(path, named)
  const [first] = skipped
  if (!first) return summaries
  throw new SussError(
    'BAD_INPUT',
    `${first.file}: ${first.problem}`,
    'Remove it, write it again, or update suss.',
  )
}

const jsonFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json') && name !== 'suss.json' && name !== 'package.json')
    .toSorted(byCodeUnit)

function readText(file: string, named: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new SussError('BAD_INPUT', `${named} could not be read: ${problem}`, 'Name a summary file.')
  }
}
