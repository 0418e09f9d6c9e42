/** The same findings on the lines they come from. */
import parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'
import suss from 'eslint-plugin-suss'

export default defineConfig([
  { ignores: ['dist'] },
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parser },
    plugins: { suss },
    extends: ['suss/recommended'],
  },
])
