/** Acceptance of the openapi reader: packs K01 to K04, and documents against code (checking.md 14). */
import { checkSummaries } from '@suss/core/check'
import { type BehavioralSummary, httpFacts, httpTransition } from '@suss/core/ir'
import type { ReadContracts } from '@suss/core/pack'
import { expect, test } from 'vitest'
import { run } from '../testing/run.js'
import reader from './reader.js'

const read = (text: string, more: Readonly<Record<string, string>> = {}): ReadContracts =>
  reader.read([{ path: 'openapi.yaml', text }, ...Object.entries(more).map(([path, other]) => ({ path, text: other }))])
const only = (text: string, more: Readonly<Record<string, string>> = {}): BehavioralSummary => {
  const [first, ...others] = read(text, more).summaries
  if (!first || others.length > 0) throw new Error('not one operation')
  return first
}
const route = ({ identity }: BehavioralSummary): string => {
  const semantics = identity.boundaryBinding?.semantics
  return semantics?.name === 'rest' ? `${semantics.method} ${semantics.path}` : ''
}

const head = 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\n'
const operation = (schema: string, more = ''): string =>
  `${head}paths:\n  /a:\n    get:\n      responses:\n        "200": { description: d, content: { application/json: { schema: ${schema} } } }\n${more}`
const bodyOf = (summary: BehavioralSummary) => {
  const output = summary.transitions[0]?.output
  return output?.type === 'response' ? output.body : undefined
}

test('packs/K01 one handler, a transition per status, a definition once', () => {
  const found = only(`${head}paths:
  /clips/{id}:
    get:
      operationId: clip
      responses:
        "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Pair" } } } }
        "404": { description: none }
        default: { description: any }
components:
  schemas:
    Clip: { type: object, required: [id], properties: { id: { type: string } } }
    Pair: { type: object, required: [a, b], properties: { a: { $ref: "#/components/schemas/Clip" }, b: { $ref: "#/components/schemas/Clip" } } }
`)
  expect(found).toMatchObject({ kind: 'handler', identity: { name: 'clip' }, confidence: { source: 'derived', level: 'high' }, location: { file: 'openapi.yaml', range: { start: 6, end: 10 } } })
  expect(route(found)).toBe('GET /clips/{id}')
  expect(found.transitions.map(t => t.output)).toMatchObject([
    { type: 'response', statusCode: { type: 'literal', value: 200 }, body: { type: 'ref', name: 'Pair', def: 'Pair' } },
    { statusCode: { type: 'literal', value: 404 }, body: null },
    { statusCode: { type: 'unresolved', sourceText: 'default' } },
  ])
  expect(found.transitions.map(t => httpTransition(t).status)).toEqual([undefined, undefined, 'default'])
  expect(found.definitions).toEqual({
    Clip: { type: 'record', properties: { id: { type: 'text' } } },
    Pair: { type: 'record', properties: { a: { type: 'ref', name: 'Clip', def: 'Clip' }, b: { type: 'ref', name: 'Clip', def: 'Clip' } } },
  })
})

test('packs/K02 the path of the first server stands in front', () => {
  const at = (servers: string): string => route(only(`${head}servers: ${servers}\npaths: { /a: { get: { responses: { "200": { description: d } } } } }`))
  expect(at('[{ url: "https://h/api" }]')).toBe('GET /api/a')
  expect(at('[{ url: /v1/ }]')).toBe('GET /v1/a')
  expect(at('[{ url: "https://{env}.h/{base}", variables: { env: { default: x }, base: { default: v2 } } }]')).toBe('GET /v2/a')
  expect(httpFacts(only(`${head}servers: [{ url: "https://H.io/api" }]\npaths: { /a: { get: { responses: { "200": { description: d } } } } }`)).servers).toEqual(['h.io'])
})

const text = { type: 'text' }
const nothing = { type: 'undefined' }
test.each([
  ['{ type: object, properties: { a: { type: string } } }', { type: 'record', properties: { a: { type: 'union', variants: [text, nothing] } } }],
  ['{ type: [string, "null"] }', { type: 'union', variants: [text, { type: 'null' }] }],
  ['{ type: string, nullable: true }', { type: 'union', variants: [text, { type: 'null' }] }],
  ['{ allOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: integer } } }] }', { type: 'record', properties: { a: text, b: { type: 'integer' } } }],
  ['{ allOf: [{ type: object, properties: { a: { type: string } } }], required: [a] }', { type: 'record', properties: { a: { type: 'union', variants: [text, nothing] } } }],
  ['{ enum: [a, 1, null] }', { type: 'union', variants: [{ type: 'literal', value: 'a' }, { type: 'literal', value: 1 }, { type: 'null' }] }],
  ['{ const: a }', { type: 'literal', value: 'a' }],
  ['{ type: object, additionalProperties: { type: number } }', { type: 'dictionary', values: { type: 'number' } }],
  ['{ type: object, required: [a], properties: { a: { type: string } }, additionalProperties: true }', { type: 'record', properties: { a: text }, spreads: [{ sourceText: 'additionalProperties' }] }],
  ['{ type: array, items: { type: boolean } }', { type: 'array', items: { type: 'boolean' } }],
  ['{ type: string, format: date-time }', text],
  ['{ oneOf: [{ type: string }, { type: integer }] }', { type: 'union', variants: [text, { type: 'integer' }] }],
  ['{ type: object, required: [a, b], properties: { a: { type: string, writeOnly: true }, b: { type: string, readOnly: true } } }', { type: 'record', properties: { b: text } }],
  ['{}', { type: 'unknown' }],
  ['true', { type: 'unknown' }],
])('packs/K03 the shape of %s', (schema, shape) => {
  expect(bodyOf(only(operation(schema)))).toEqual(shape)
})

test('a discriminator gives its variants a literal', () => {
  const found = only(`${operation('{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { meow: "#/components/schemas/Cat" } } }')}components: { schemas: { Cat: { type: object, required: [kind], properties: { kind: { type: string } } }, Dog: { type: object, required: [kind], properties: { kind: { type: string } } } } }`)
  expect(bodyOf(found)).toMatchObject({ type: 'union', variants: [{ properties: { kind: { type: 'literal', value: 'meow' } } }, { properties: { kind: { type: 'literal', value: 'Dog' } } }] })
})

test('packs/K04 recursion ends, references reach other files, dangling ones are named', () => {
  const tree = only(`${operation('{ $ref: "#/components/schemas/Tree" }')}components: { schemas: { Tree: { type: object, required: [kids], properties: { kids: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } } }`)
  expect(tree.definitions).toEqual({ Tree: { type: 'record', properties: { kids: { type: 'array', items: { type: 'ref', name: 'Tree', def: 'Tree' } } } } })
  const other = only(operation('{ $ref: "./schemas/clip.yaml#/Clip" }'), { 'schemas/clip.yaml': 'Clip: { type: object, required: [id], properties: { id: { type: integer } } }' })
  expect(other.definitions).toEqual({ Clip: { type: 'record', properties: { id: { type: 'integer' } } } })
  const { summaries, notes } = read(`${head}paths:\n  /a:\n    get:\n      responses:\n        "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Gone" } } } }\n        "404": { description: d }\n`)
  expect(summaries[0]?.transitions).toHaveLength(2)
  expect(notes).toEqual([{ path: 'openapi.yaml', line: 7, detail: '#/components/schemas/Gone leads nowhere' }])
  const broken = reader.read([{ path: 'openapi.yaml', text: `${head}paths: { a: [` }])
  expect(broken.summaries).toEqual([])
  expect(broken.notes).toMatchObject([{ path: 'openapi.yaml', line: 3 }])
})

test('Swagger 2 says the same', () => {
  const found = only(`swagger: "2.0"
info: { title: t, version: "1" }
host: H.io
basePath: /api
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
paths:
  /a/{id}:
    parameters: [{ in: path, name: id, required: true, type: integer }]
    post:
      security: [{ key: [] }]
      parameters: [{ in: body, name: card, required: true, schema: { $ref: "#/definitions/Card" } }, { in: query, name: page, type: integer, minimum: 1 }]
      responses: { "200": { description: d, schema: { type: array, items: { $ref: "#/definitions/Card" } } } }
definitions: { Card: { type: object, required: [title], properties: { title: { type: string } } } }
`)
  expect(route(found)).toBe('POST /api/a/{id}')
  expect(bodyOf(found)).toMatchObject({ type: 'array', items: { name: 'Card' } })
  expect(httpFacts(found)).toEqual({
    servers: ['h.io'],
    accepts: {
      enforced: false,
      body: { required: true, shape: { type: 'ref', name: 'Card', def: 'request.Card' } },
      query: { page: { required: false, shape: { type: 'integer' }, constraint: { minimum: 1 } } },
      path: { id: { required: true, shape: { type: 'integer' } } },
      auth: [[{ in: 'header', name: 'X-Key' }]],
    },
  })
  expect(found.inputs.map(i => (i.type === 'parameter' ? `${i.name} ${i.role}` : ''))).toEqual(['id pathParams', 'body requestBody', 'page queryParams'])
})

test('JSON, ranges, and bodies that are no JSON', () => {
  const document = { openapi: '3.0.3', paths: { '/a': { get: { responses: { '2XX': { description: 'd', content: { 'text/plain': { schema: { type: 'string' } } } }, '204': { description: 'n' }, '400': { content: { 'application/problem+json': { schema: { type: 'object', properties: {} } } } }, 'x-more': {} } } } } }
  const [found] = reader.read([{ path: 'openapi.json', text: JSON.stringify(document) }]).summaries
  expect(found?.transitions.map(t => [httpTransition(t).status, t.output.type === 'response' && t.output.body?.type])).toEqual([[undefined, undefined], [undefined, 'dictionary'], [{ min: 200, max: 299 }, 'text']])
})

test('a file that is no document', () => {
  expect(reader.read([{ path: 'openapi.yaml', text: 'a: 1' }, { path: 'x/openapi.json', text: '{"openapiGenerator": true}' }])).toEqual({ summaries: [], notes: [] })
})

const clips = (responses: string): string => `${head}paths:\n  /clips:\n    get:\n      responses: ${responses}\n`
const json = (schema: string): string => `{ description: d, content: { application/json: { schema: ${schema} } } }`

function findings(document: string, server: string, client = ''): string[] {
  const texts = { 'openapi.yaml': document, 'src/app.ts': `import express from "express"\nconst app = express()\n${server}`, 'src/client.ts': client }
  const report = checkSummaries({ summaries: run(texts, [reader]).summaries, config: {}, medium: 'check' })
  return report.findings.map(f => `${f.severity} ${f.kind}.${f.form} ${String(f.consumer.field ?? f.provider.field ?? f.facts['status'] ?? '')}`.trim()).sort()
}
const get = (body: string): string => `app.get("/clips", (req, res) => { ${body} })`

test('checking/K94 statuses of the document and of the code', () => {
  expect(findings(clips('{ "200": { description: d }, "422": { description: d } }'), get('if (req.query.x) return res.status(400).json({}); res.json({})'))).toEqual([
    'error providerContractViolation.undeclaredStatus 400',
    'warning providerContractViolation.neverProduced 422',
  ])
})

test('checking/K101 a declared list and a sent record', () => {
  expect(findings(clips(`{ "200": ${json('{ type: array, items: {} }')} }`), get('res.json({ count: 1 })'))).toEqual(['error providerContractViolation.body'])
})

test('checking/K102 documents that disagree', () => {
  const texts = (second: string) => ({ 'src/app.ts': `import express from "express"\nconst app = express()\n${get('lib(res)')}`, 'openapi.yaml': clips('{ "200": { description: d }, "404": { description: d } }'), 'v2/openapi.yaml': clips(second) })
  const found = (second: string): string[] => checkSummaries({ summaries: run(texts(second), [reader]).summaries, config: {}, medium: 'check' }).findings.filter(f => f.kind === 'contractDisagreement').map(f => `${f.kind}.${f.form} ${String(f.facts['status'])}`)
  expect(found('{ "200": { description: d }, "404": { description: d }, "500": { description: d } }')).toEqual(['contractDisagreement.status 500'])
  expect(found('{ "200": { description: d }, "4XX": { description: d } }')).toEqual([])
})

test('checking/K105 an operation that nobody serves', () => {
  const two = `${clips('{ "200": { description: d } }')}  /gone:\n    get: { responses: { "200": { description: d } } }\n`
  expect(findings(two, get('res.json({})'))).toEqual(['warning contractOperationUnimplemented.rest'])
  expect(findings(two, 'app.get("/other", (req, res) => { res.json({}) })')).toEqual([])
})

test('checking/K81 what only a document requires', () => {
  const document = `${head}paths:\n  /clips:\n    post:\n      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }\n      responses: { "200": ${json('{}')} }\n`
  const client = 'export async function c() { const r = await fetch("/clips", { method: "POST", body: JSON.stringify({ name: "x" }) }); if (!r.ok) throw r }'
  expect(findings(document, '', client)).toEqual(['warning boundaryFieldRequired.body title'])
})

test('checking/K200 a handler that sends what a call gives', () => {
  expect(findings(clips(`{ "200": ${json('{ type: object, required: [a], properties: { a: { type: string } } }')} }`), get('res.json(load())'))).toEqual([])
})
