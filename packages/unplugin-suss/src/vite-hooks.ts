/** Vite's hooks over a build: native ones, since portable hooks cannot emit in `generateBundle`. */
import type { Plugin, ResolvedConfig } from 'vite'
import type { Build, BuildContext, Surroundings } from './build.js'

export function viteHooks(build: Build): Partial<Plugin> {
  let config: ResolvedConfig | undefined
  return {
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    buildStart() {
      if (config) build.start(surroundingsOf(config))
    },
    async buildEnd(error) {
      if (error) await build.end()
    },
    async renderError() {
      await build.end()
    },
    async generateBundle() {
      await build.finish(this as BuildContext)
    },
    async closeBundle() {
      await build.end()
    },
  }
}

function surroundingsOf({ root, resolve, logger }: ResolvedConfig): Surroundings {
  const literal = resolve.alias.flatMap(({ find, replacement }) =>
    typeof find === 'string' ? [[find, replacement] as const] : [],
  )
  return {
    root,
    aliases: Object.fromEntries(literal),
    color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    print: text => logger.info(`\n${text.trimEnd()}`),
  }
}
