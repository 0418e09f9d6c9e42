/** A broken agreement with the server fails this build. */
import suss from 'unplugin-suss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [suss()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
