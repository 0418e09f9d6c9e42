/** Rewrites the files that are made from the built code: the JSON Schemas and the READMEs of the packs. Run after `tsc -b`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { behavioralSummaryJsonSchema } from '../packages/core/dist/ir/json-schema.js'
import { sussConfigJsonSchema } from '../packages/core/dist/config/json-schema.js'
import { packNames } from '../packs/dist/index.js'
import { packReadme } from './pack-readme.mjs'

const folder = new URL('../packages/core/schema/', import.meta.url)

const schemas = {
  'behavioral-summary.schema.json': behavioralSummaryJsonSchema(),
  'suss.schema.json': sussConfigJsonSchema(),
}

mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`)
}

const packs = new URL('../packs/', import.meta.url)
for (const name of packNames) {
  const pack = (await import(`../packs/dist/${name}/pack.js`)).default
  const source = readFileSync(new URL(`${name}/pack.ts`, packs), 'utf8')
  writeFileSync(
    new URL(`${name}/README.md`, packs),
    packReadme(pack, new URL(`${name}/`, packs).pathname, source),
  )
}
