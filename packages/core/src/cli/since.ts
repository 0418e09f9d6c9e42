/** What an earlier run found: a JSON report, or the summaries it was made of. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { checkSummaries, type CheckConfig, type CheckFlags } from '../check/index.js'
import { SussError } from '../ir/index.js'
import { requireSummaries } from './summary-files.js'

type Since = NonNullable<CheckFlags['since']>

const ReportSchema = z.looseObject({
  format: z.literal('suss-check'),
  findings: z.array(z.looseObject({ id: z.string(), boundaryKey: z.string().nullable() })),
})

export function readSince(named: string, cwd: string, config: CheckConfig): Since {
  const path = resolve(cwd, named)
  if (!existsSync(path))
    throw new SussError(
      'BAD_OPTIONS',
      `${named} does not exist`,
      'Name an earlier JSON report, or a folder of summaries.',
    )
  const report = statSync(path).isDirectory() ? null : readReport(path)
  if (report) return report
  return checkSummaries({ summaries: requireSummaries(path, named), config, medium: 'host' })
}

/** null for a file that is no report; then it may hold summaries. */
function readReport(file: string): Since | null {
  try {
    return ReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
