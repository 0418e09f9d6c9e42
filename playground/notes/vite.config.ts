/** The server and its client are one project: the build compares them with each other. */
import suss from 'unplugin-suss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [suss()],
})
