/** The report of a check: one shape for every form of `suss check`. */
import type { Finding, Place, RunFinding } from '../ir/index.js'
import type { Facts } from './describe.js'
import type { Side } from './table.js'

export type UnpairedReason =
  | 'noBoundary'
  | 'unknownKind'
  | 'neverPairs'
  | 'nameUnread'
  | 'externalHost'
  | 'noProviderInRun'
  | 'serviceNotRead'
  | 'baseUnread'
  | 'proxyUnread'
  | 'methodNotServed'
  | 'pathNotServed'
  | 'onlyLiteralRoutes'
  | 'ambiguousProvider'
  | 'exportUnknown'
  | 'noResolver'
  | 'documentUnread'
  | 'containerUndeclared'
  | 'channelUnanswered'
  | 'targetUnknown'
  | 'scopeUnknown'
  | 'noConsumerInRun'
  | 'notCalled'
  | 'calledFromOutside'

export interface Site {
  side: Side
  file: string
  workspace?: string
  lines: { start: number; end: number }
  span?: { start: number; end: number }
  column?: number
}

export interface Unmatched {
  summary: string
  boundaryKey: string | null
  reason: UnpairedReason
  field?: string
  served?: string[]
  nearest?: string[]
  hostLine?: string
}

export interface ReportedRule {
  kind: string
  boundary?: string
  consumer?: object
  provider?: object
}

export type ReportedFinding = Finding & {
  id: string
  form: string
  boundaryKey: string | null
  facts: Facts
  site: Site
  other: Site | null
  places?: Place[]
  baseline?: true
  advice: string
  rule: ReportedRule | null
}

export interface ReportedPair {
  boundaryKey: string | null
  provider: string
  consumer: string
  assumedBase?: string
}
export interface Collision {
  boundaryKey: string
  service?: string
  summaries: string[]
}
export interface Skipped {
  file: string
  problem: string
}

export type Counts = Record<
  'error' | 'warning' | 'info' | 'suppressed' | 'hidden' | 'baseline' | 'off' | 'pairs',
  number
>

export interface CheckReport {
  format: 'suss-check'
  version: 1
  failed: boolean
  counts: Counts
  findings: ReportedFinding[]
  run: RunFinding[]
  pairs: ReportedPair[]
  unmatched: { providers: Unmatched[]; consumers: Unmatched[]; unpairable: Unmatched[] }
  runtimeNamed: Unmatched[]
  collisions: Collision[]
  gaps: { summary: string; count: number }[]
  skipped: Skipped[]
  suppressions: { file: string | null; unused: number[] }
  baseline: { file: string | null; gone: string[] }
  since?: { new: number; resolved: string[]; changedBoundaries: string[] }
  at?: { target: string; matched: string[] }
}
