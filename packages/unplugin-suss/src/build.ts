/** What the plugin does in a build of the Rollup family (hosts.md 3.1): start, join, emit or fail. */
import { startAnalysis, type Analysis } from './analysis.js'
import type { Analysed, Job, Located, Outcome } from './message.js'
import type { ResolvedOptions } from './options.js'

/** The part of a plugin context a watcher is told through. */
export interface WatchContext {
  addWatchFile(file: string): void
}

/** The part of a plugin context that is used here; Rollup, Rolldown and Vite all have it. */
export interface BuildContext extends WatchContext {
  emitFile(asset: { type: 'asset'; fileName: string; source: string }): string
  warn(log: Located): void
  error(log: Located & { stack: '' }): never
}

/** A finding is no crash: where in the bundler it was thrown tells nobody anything. */
const raise = (failure: Located, context: BuildContext): never => context.error({ ...failure, stack: '' })

/** What the bundler knows once its configuration is settled. */
export interface Surroundings {
  root: string
  aliases: Record<string, string>
  color: boolean
  /** Prints a block of text. */
  print(text: string): void
}

export interface Build {
  start(surroundings: Surroundings): void
  /** Tells a watcher what the answer depends on; Rollup asks for it before anything is generated. */
  watch(context: WatchContext): Promise<void>
  finish(context: BuildContext): Promise<void>
  end(): Promise<void>
}

export function createBuild(
  { host, config }: ResolvedOptions,
  begin: (job: Job) => Analysis = startAnalysis,
): Build {
  let current: { analysis: Analysis; surroundings: Surroundings } | null = null
  return {
    start(surroundings) {
      if (!host.build || current) return
      const { aliases, color, root } = surroundings
      const job = { from: host.root ?? root, config, aliases, color, report: host.report }
      current = { surroundings, analysis: begin(job) }
    },
    async watch(context) {
      const outcome = await current?.analysis.join()
      for (const file of outcome?.watchFiles ?? []) context.addWatchFile(file)
    },
    async finish(context) {
      if (!current) return
      const { analysis, surroundings } = current
      current = null
      const analysed = settle(await analysis.join(), context)
      if (!analysed) return
      if (!host.silent) surroundings.print(analysed.text)
      fail(analysed.failures, context)
      if (host.emit) context.emitFile({ type: 'asset', fileName: host.filename, source: analysed.asset })
    },
    async end() {
      await current?.analysis.stop()
      current = null
    },
  }
}

/** The answer; null when there is none and the gate lets the build go on. */
function settle(outcome: Outcome, context: BuildContext): Analysed | null {
  switch (outcome.type) {
    case 'analysed':
      return outcome
    case 'refused':
      return raise({ message: `[suss] ${outcome.message}`, pluginCode: 'BAD_CONFIG' }, context)
    case 'died': {
      const failure = {
        message: `[suss] The analysis stopped: ${outcome.message}. Nothing was checked.`,
        pluginCode: 'readFailed',
      }
      if (outcome.failOn !== 'none') return raise(failure, context)
      context.warn(failure)
      return null
    }
    default:
      return outcome satisfies never
  }
}

/** One failure ends the build, so the others are told before. */
function fail([first, ...others]: readonly Located[], context: BuildContext): void {
  if (!first) return
  for (const failure of others) context.warn(failure)
  raise(first, context)
}
