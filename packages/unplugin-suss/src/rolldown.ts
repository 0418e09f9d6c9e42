/** suss in Rolldown: `import suss from 'unplugin-suss/rolldown'`. */
import { createRolldownPlugin } from 'unplugin'
import { factory } from './index.js'

export default createRolldownPlugin(factory)
