/** Files the command line writes: whole or not at all. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SussError } from '../ir/index.js'

export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    const problem = error instanceof Error ? error.message : String(error)
    throw new SussError(
      'BAD_INPUT',
      `${file} could not be written: ${problem}`,
      'Name a file in a folder that can be written to.',
    )
  }
}
