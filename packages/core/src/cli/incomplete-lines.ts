/** What could not be read as a whole, mostly a file: said on standard error, never skipped in silence. */
import type { ExtractResult } from '../index.js'

export const incompleteLines = (incomplete: ExtractResult['incomplete']): string[] =>
  incomplete.map(
    ({ file, detail, reason }) => `incomplete: ${file === '' ? '' : `${file}: `}${detail} (${reason})\n`,
  )
