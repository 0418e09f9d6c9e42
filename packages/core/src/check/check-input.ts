/** What a check is given: summaries and plain configuration, texts already read. */
import type { BehavioralSummary, RunFinding } from '../ir/index.js'
import type { FailOn, Level, Skipped } from '../gate/index.js'
import type { HostConfig } from '../pair/index.js'

export interface CheckConfig {
  hosts?: HostConfig
  severity?: Readonly<Record<string, Level>>
  failOn?: FailOn
  gatewayStatuses?: readonly number[]
  calledFromOutside?: readonly string[]
}

export interface TextFile {
  file: string
  text: string
}

export interface CheckFlags {
  failOn?: FailOn
  /** "3" or "50%". */
  failOnUnpaired?: string
  failOnUnreadable?: boolean
  allowEmpty?: boolean
  failOnUnusedSuppressions?: boolean
  noSuppressions?: boolean
  noBaseline?: boolean
  at?: string
  /** Findings of an earlier report. */
  since?: { findings: readonly { id: string; boundaryKey: string | null }[] }
}

export interface CheckInput {
  summaries: readonly BehavioralSummary[]
  /** Two files given by name: the providers of the first with the consumers of the second. */
  between?: { first: readonly BehavioralSummary[]; second: readonly BehavioralSummary[] }
  config: CheckConfig
  run?: readonly RunFinding[]
  skipped?: readonly Skipped[]
  suppressions?: TextFile | null
  baseline?: TextFile | null
  /** The command line, or a host that must not stop a build for a missing side. */
  medium: 'check' | 'host'
  flags?: CheckFlags
}
