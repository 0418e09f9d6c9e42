/** Stories of Storybook: what each of them gives its component (packs.md 5.2). */
import { defineReader } from '@suss/core/pack'

export default defineReader({
  name: 'storybook',
  files: ['**/*.stories.{ts,tsx,js,jsx,mjs,cjs}'],
  reads: 'stories',
})
