/** Reads CloudFormation, SAM and what the CDK synthesizes (packs.md 5.2). */
import { defineReader } from '@suss/core/pack'
import { openPlaces } from './declarations.js'
import { functionsOf } from './functions.js'
import { runtimesOf } from './runtimes.js'
import { openTemplates } from './templates.js'

export default defineReader({
  name: 'cloudformation',
  files: ['**/*.{yaml,yml,template}', '**/*template*.json', '**/*{openapi,swagger}*.json'],
  unlisted: [
    '**/{test,tests,__tests__,fixtures,__fixtures__,examples,.github}/**',
    '**/{pnpm-lock,package-lock}.*',
    '**/packaged*.{yaml,yml,json}',
  ],
  read(files, { sources }) {
    const templates = openTemplates(files)
    const at = openPlaces(files)
    const known = new Set(sources)
    return { summaries: runtimesOf(functionsOf(templates, known), known, at), notes: templates.notes }
  },
})
