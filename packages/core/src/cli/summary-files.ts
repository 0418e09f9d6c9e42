/** Summary files given on the command line. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { byCodeUnit, safeParseSummaries, SussError, type BehavioralSummary } from '../ir/index.js'

export const isSummaryFile = (file: string): boolean =>
  file.endsWith('.json') && existsSync(file) && statSync(file).isFile()

export function readSummaryInput(file: string, named: string): BehavioralSummary[] {
  const parsed = safeParseSummaries(readText(file, named))
  if (parsed.success) return parsed.data
  throw new SussError('BAD_INPUT', `${named}: ${parsed.error.message}`, parsed.error.remedy)
}

/** One file, or every summary file of a folder. */
export function readSummaryFolder(path: string, named: string): BehavioralSummary[] {
  if (!existsSync(path))
    throw new SussError('BAD_OPTIONS', `${named} does not exist`, 'Name a summary file or a folder of them.')
  if (!statSync(path).isDirectory()) return readSummaryInput(path, named)
  return jsonFiles(path).flatMap(name => readSummaryInput(join(path, name), join(named, name)))
}

export const jsonFiles = (folder: string): string[] =>
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
