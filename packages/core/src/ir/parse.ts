/** Reads summaries of every format version; what a later build may add is kept as it is. */
import { z } from 'zod'
import { ArgumentSchema } from './argument.js'
import { SussError } from './errors.js'
import { isRecord } from './is-record.js'
import { toReaderSchema } from './reader-schema.js'
import { SCHEMA_VERSION, BehavioralSummarySchema, type BehavioralSummary } from './summary.js'
import { ProvenanceEntrySchema } from './transition.js'
import { upgradeSummary, versionOf } from './upgrade.js'

export type ParseResult = { success: true; data: BehavioralSummary[] } | { success: false; error: SussError }

type Attempt<T> = { ok: true; value: T } | { ok: false; problem: string }

/** Deeper JSON is refused before anything recurses into it. */
const MAX_DEPTH = 500

/** Readers take any argument, and any spelling of where a value was written. */
const ReaderSchema = toReaderSchema(
  BehavioralSummarySchema,
  new Map<z.core.$ZodType, z.core.$ZodType>([
    [ArgumentSchema, z.unknown()],
    [ProvenanceEntrySchema, z.looseObject({})],
  ]),
)

/** `json` is the text of a summary file or the value parsed from it. */
export function parseSummaries(json: unknown): BehavioralSummary[] {
  const result = safeParseSummaries(json)
  if (!result.success) throw result.error
  return result.data
}

export function safeParseSummaries(json: unknown): ParseResult {
  const read = readSummaries(json)
  if (read.ok) return { success: true, data: read.value }
  const remedy = 'Remove it, write it again, or update suss.'
  return { success: false, error: new SussError('BAD_INPUT', read.problem, remedy) }
}

function readSummaries(json: unknown): Attempt<BehavioralSummary[]> {
  const parsed = typeof json === 'string' ? parseJson(json) : { ok: true as const, value: json }
  if (!parsed.ok) return parsed
  if (!Array.isArray(parsed.value)) return { ok: false, problem: 'not an array of summaries' }
  if (isDeeperThan(parsed.value, MAX_DEPTH))
    return { ok: false, problem: `nested deeper than ${MAX_DEPTH} levels` }
  const summaries: BehavioralSummary[] = []
  for (const [index, entry] of parsed.value.entries()) {
    const read = readSummary(entry, index)
    if (!read.ok) return read
    summaries.push(read.value)
  }
  return { ok: true, value: summaries }
}

function readSummary(entry: unknown, index: number): Attempt<BehavioralSummary> {
  if (!isRecord(entry)) return { ok: false, problem: `[${index}] is not a summary` }
  const version = versionOf(entry)
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { ok: false, problem: `[${index}].schemaVersion is not a version` }
  }
  if (version > SCHEMA_VERSION) {
    return {
      ok: false,
      problem: `written by a newer version (${version}); this build reads 1 to ${SCHEMA_VERSION}`,
    }
  }
  const result = ReaderSchema.safeParse(upgradeSummary(entry, version))
  if (!result.success) return { ok: false, problem: describe(result.error.issues, [index]) }
  // the reader's schema is the writer's, opened: what it lets through beyond it, consumers skip by default
  return { ok: true, value: result.data as BehavioralSummary }
}

function parseJson(text: string): Attempt<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false, problem: 'not JSON' }
  }
}

/** The innermost first issue, as `path: message`. */
function describe(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[]): string {
  const [issue] = issues
  if (issue === undefined) return `${pathText(path)}: invalid`
  const here = [...path, ...issue.path]
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.find(branch => branch.length > 0)
    if (inner !== undefined) return describe(inner, here)
  }
  return `${pathText(here)}: ${issue.message}`
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')

/** Level by level, so that no depth of input can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let at = 0; at <= depth; at++) {
    level = level.flatMap(node => (typeof node === 'object' && node !== null ? Object.values(node) : []))
    if (level.length === 0) return false
  }
  return true
}
