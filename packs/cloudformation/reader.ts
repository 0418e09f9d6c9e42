/** Reads CloudFormation, SAM and what the CDK synthesizes (packs.md 5.2). */
import { defineReader } from '@suss/core/pack'
import { channelsIn, subscriptionsOf } from './buses.js'
import { openPlaces } from './declarations.js'
import { eventsOf } from './events.js'
import { functionsOf } from './functions.js'
import { routesOf } from './routes.js'
import { runtimesOf } from './runtimes.js'
import { tablesIn } from './tables.js'
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
    const functions = functionsOf(templates, known)
    const events = eventsOf(functions, templates.documentAt)
    return {
      summaries: [
        ...runtimesOf(functions, known, at),
        ...routesOf(events, known, at),
        ...channelsIn(templates.all, at),
        ...subscriptionsOf(events, at),
        ...tablesIn(templates.all, at),
      ],
      notes: templates.notes,
    }
  },
})
