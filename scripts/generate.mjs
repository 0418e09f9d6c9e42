/** Rewrites the files that are made from the built code: the JSON Schemas. Run after `tsc -b`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { behavioralSummaryJsonSchema } from '../packages/core/dist/ir/json-schema.js'
import { sussConfigJsonSchema } from '../packages/core/dist/config/json-schema.js'

const folder = new URL('../packages/core/schema/', import.meta.url)

const schemas = {
  'behavioral-summary.schema.json': behavioralSummaryJsonSchema(),
  'suss.schema.json': sussConfigJsonSchema(),
}

mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`)
}
