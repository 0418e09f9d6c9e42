/** Vite's hooks over a build. */
import type { Plugin, ResolvedConfig } from 'vite'
import type { Build, Surroundings } from './build.js'
import { bundleHooks, isColorful } from './bundle-hooks.js'

export function viteHooks(build: Build): Partial<Plugin> {
  let config: ResolvedConfig | undefined
  return {
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    ...bundleHooks(build, () => config && surroundingsOf(config)),
  }
}

function surroundingsOf({ root, resolve, logger }: ResolvedConfig): Surroundings {
  const literal = resolve.alias.flatMap(({ find, replacement }) =>
    typeof find === 'string' ? [[find, replacement] as const] : [],
  )
  return {
    root,
    aliases: Object.fromEntries(literal),
    color: isColorful(process.stdout),
    print: text => logger.info(`\n${text.trimEnd()}`),
  }
}
