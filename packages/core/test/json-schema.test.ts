/** The committed JSON Schemas are the ones the code gives, and say what the parsers say. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sussConfigJsonSchema } from '../src/config/json-schema.js'
import { behavioralSummaryJsonSchema } from '../src/ir/json-schema.js'

const committed = (name: string): string =>
  readFileSync(new URL(`../schema/${name}`, import.meta.url), 'utf8')

test.each([
  ['behavioral-summary.schema.json', behavioralSummaryJsonSchema],
  ['suss.schema.json', sussConfigJsonSchema],
])('%s is fresh: run "pnpm build"', (name, schema) => {
  expect(committed(name)).toBe(`${JSON.stringify(schema(), null, 2)}\n`)
})

test('the summary schema names its recursive parts and closes its objects', () => {
  const schema = JSON.parse(committed('behavioral-summary.schema.json')) as {
    $defs: Record<string, { additionalProperties?: boolean }>
  }
  expect(Object.keys(schema.$defs)).toEqual(
    expect.arrayContaining([
      'BehavioralSummary',
      'BoundaryBinding',
      'Effect',
      'Predicate',
      'TypeShape',
      'ValueRef',
    ]),
  )
  expect(schema.$defs['BehavioralSummary']?.additionalProperties).toBe(false)
})
