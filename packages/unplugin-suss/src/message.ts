/** What the build and its worker tell each other: plain data. */
import type { SussConfig } from '@suss/core'
import type { ReportFile } from './options.js'

export interface Job {
  /** Folder to look for the project from. */
  from: string
  config: Partial<SussConfig>
  aliases: Record<string, string>
  report: readonly ReportFile[]
  color: boolean
}

export type FailOn = NonNullable<SussConfig['failOn']>

/** A failure as Rollup and its relatives take it: 1-based line, 0-based column. */
export interface Located {
  message: string
  pluginCode: string
  id?: string
  loc?: { file: string; line: number; column: number }
  frame?: string
}

export interface Analysed {
  type: 'analysed'
  /** The summaries, as `suss extract` writes them. */
  asset: string
  /** The text report, one block. */
  text: string
  /** What reaches `failOn`; empty when the build may go on. */
  failures: readonly Located[]
}

/** Absolute paths of everything the answer depends on. */
export interface Watched {
  watchFiles: readonly string[]
}

export type Outcome = Watched &
  (
    | Analysed
    /** Wrong use: a broken suss.json, an unknown option. */
    | { type: 'refused'; message: string }
    /** The worker ended without an answer; the gate decides. */
    | { type: 'died'; message: string; failOn: FailOn }
  )

/** Sent as soon as the configuration is read, so that the gate is known whatever happens after. */
export interface Opened {
  type: 'opened'
  failOn: FailOn
}

export type Message = Opened | Exclude<Outcome, { type: 'died' }>
