/** The hooks Vite, Rollup and Rolldown share: native ones, since portable hooks cannot emit in `generateBundle`. */
import type { Build, BuildContext, Surroundings, WatchContext } from './build.js'

interface Mode {
  meta: { watchMode: boolean }
}

export interface BundleHooks {
  buildStart(): void
  buildEnd(this: WatchContext & Mode, error?: Error): Promise<void>
  renderError(): Promise<void>
  generateBundle(this: BuildContext): Promise<void>
  closeBundle(this: Mode): Promise<void>
}

/** `surroundings` is asked when a build starts; undefined when the bundler has not settled them. */
export function bundleHooks(build: Build, surroundings: () => Surroundings | undefined): BundleHooks {
  return {
    buildStart() {
      const known = surroundings()
      if (known) build.start(known)
    },
    async buildEnd(error) {
      if (error) await build.end()
      else if (this.meta.watchMode) await build.watch(this)
    },
    renderError: () => build.end(),
    generateBundle() {
      return build.finish(this)
    },
    async closeBundle() {
      // a watcher may close the last bundle while the next one is being built
      if (!this.meta.watchMode) await build.end()
    },
  }
}

export const isColorful = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && process.env['NO_COLOR'] === undefined
