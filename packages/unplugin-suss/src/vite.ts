/** suss in Vite: `import suss from 'unplugin-suss/vite'`. */
import { createVitePlugin } from 'unplugin'
import { factory } from './index.js'

export default createVitePlugin(factory)
