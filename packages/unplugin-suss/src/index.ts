/** The one factory every bundler's file uses. */
import { createUnplugin, type UnpluginFactory, type UnpluginInstance } from 'unplugin'
import { createBuild } from './build.js'
import { resolveOptions, type Options } from './options.js'
import { rollupHooks } from './rollup-hooks.js'
import { viteHooks } from './vite-hooks.js'

export type { Options } from './options.js'

export const factory: UnpluginFactory<Options | undefined, false> = options => {
  const build = createBuild(resolveOptions(options))
  return {
    name: 'unplugin-suss',
    vite: viteHooks(build),
    rollup: rollupHooks(build),
    rolldown: rollupHooks(build),
  }
}

const unplugin: UnpluginInstance<Options | undefined, false> = createUnplugin(factory)
export default unplugin
