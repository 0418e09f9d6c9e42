/** `metadata.package` of a library unit: what its package offers besides the unit (packs.md, package-exports). */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'

export interface PackageFacts {
  /** Every export of the unit's entry, types and constants too; absent when some are not known. */
  exportNames?: readonly string[]
  /** The keys of `exports`, patterns expanded; absent for a package without `exports`. */
  subpaths?: readonly string[]
}

export function packageFacts(summary: Pick<BehavioralSummary, 'metadata'>): PackageFacts {
  const facts = summary.metadata?.['package']
  if (!isRecord(facts)) return {}
  const exportNames = texts(facts['exportNames'])
  const subpaths = texts(facts['subpaths'])
  return { ...(exportNames ? { exportNames } : {}), ...(subpaths ? { subpaths } : {}) }
}

const texts = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((item): item is string => typeof item === 'string') ? value : null
