/** The one factory every bundler's file uses. */
import { createUnplugin, type UnpluginFactory, type UnpluginInstance } from 'unplugin'
import { createBuild } from './build.js'
import { resolveOptions, type Options } from './options.js'
import { viteHooks } from './vite-hooks.js'

export type { Options } from './options.js'

export const factory: UnpluginFactory<Options | undefined, false> = options => ({
  name: 'unplugin-suss',
  vite: viteHooks(createBuild(resolveOptions(options))),
})

const unplugin: UnpluginInstance<Options | undefined, false> = createUnplugin(factory)
export default unplugin
