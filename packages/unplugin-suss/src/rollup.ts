/** suss in Rollup: `import suss from 'unplugin-suss/rollup'`. */
import { createRollupPlugin } from 'unplugin'
import { factory } from './index.js'

export default createRollupPlugin(factory)
