/** The baseline file: findings accepted so far, by id. */
import { z } from 'zod'
import { SussError } from '../ir/index.js'
import type { FailOn } from './levels.js'
import type { ReportedFinding } from './report-types.js'

const EntrySchema = z.looseObject({ id: z.string() })

export const BaselineSchema = z.looseObject({
  format: z.literal('suss-baseline'),
  version: z.literal(1),
  findings: z.array(EntrySchema),
})

/** The ids of the file; a broken one is wrong use. */
export function parseBaseline(text: string, file: string): string[] {
  const bad = (problem: string): SussError =>
    new SussError('BAD_CONFIG', `${file}: ${problem}`, 'Write it again with "suss baseline write".')
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error))
  }
  const parsed = BaselineSchema.safeParse(raw)
  if (!parsed.success) throw bad('it is no suss-baseline of version 1')
  return parsed.data.findings.map(({ id }) => id)
}

export interface BaselineEntry {
  id: string
  kind: string
  boundary: string | null
  file: string
  text: string
}

/** One entry a line, so that two branches merge. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const lines = entries
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .map(({ id, kind, boundary, file, text }) => `    ${JSON.stringify({ id, kind, boundary, file, text })}`)
  const findings = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`
  return `{\n  "format": "suss-baseline",\n  "version": 1,\n  "findings": ${findings}\n}\n`
}

/** What `suss baseline write` records: findings that count, and infos only where they fail the build. */
export function baselineEntries(findings: readonly ReportedFinding[], failOn: FailOn): BaselineEntry[] {
  return findings
    .filter(
      ({ suppressed, severity }) => suppressed === undefined && (severity !== 'info' || failOn === 'info'),
    )
    .map(({ id, kind, boundaryKey, site, description }) => ({
      id,
      kind,
      boundary: boundaryKey,
      file: site.file,
      text: description,
    }))
}
