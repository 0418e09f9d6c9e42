/** Bundles the server for Node; the plugin leaves its summaries in `dist`. */
import suss from 'unplugin-suss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  build: { ssr: 'src/main.ts' },
  plugins: [suss()],
})
