/** The difference between two runs, as it is written. */
import type { SummaryDiff } from '../ir/index.js'

export type UnitChange = 'added' | 'removed' | 'changed' | 'moved'
export type ChangedField = 'boundary' | 'confidence' | 'gaps' | 'inputReads' | 'inputs' | 'kind' | 'metadata'

export interface UnitDiff {
  summary: string
  /** Id before, where it was another. */
  before?: string
  change: UnitChange
  boundaryKey: string | null
  module?: string
  diff?: SummaryDiff
  fields: ChangedField[]
}

/** One wrapper that changed several units. */
export interface Cause {
  wrapper: string
  transitions: string[]
  units: string[]
}

export interface RunDiff {
  format: 'suss-diff'
  version: 1
  changed: boolean
  units: UnitDiff[]
  causes: Cause[]
}
