import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BehavioralSummarySchema,
  parseSummaries,
  reasonTexts,
  ReasonCodeSchema,
  type Predicate,
  type TypeShape,
  type ValueRef,
} from './index.js'

const name = fc.string({ minLength: 1, maxLength: 6 })

const shapes = fc.letrec<{ shape: TypeShape }>(tie => ({
  shape: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<TypeShape>({ type: 'text' }, { type: 'null' }, { type: 'unknown' }),
    name.map((value): TypeShape => ({ type: 'literal', value })),
    name.map((text): TypeShape => ({ type: 'ref', name: text, def: text })),
    tie('shape').map((items): TypeShape => ({ type: 'array', items })),
    fc.array(tie('shape'), { maxLength: 3 }).map((variants): TypeShape => ({ type: 'union', variants })),
    tie('shape').map((values): TypeShape => ({ type: 'record', properties: { values } })),
  ),
})).shape

const refs: fc.Arbitrary<ValueRef> = fc.oneof(
  name.map((inputRef): ValueRef => ({ type: 'input', inputRef, path: [inputRef] })),
  name.map(
    (text): ValueRef => ({
      type: 'derived',
      from: { type: 'dependency', name: text, accessChain: [] },
      derivation: { type: 'propertyAccess', property: text },
    }),
  ),
  fc.constantFrom<ValueRef>({ type: 'literal', value: null }, { type: 'literal', value: 200 }),
)

const predicates: fc.Arbitrary<Predicate> = fc.oneof(
  refs.map((subject): Predicate => ({ type: 'nullCheck', subject, negated: true })),
  refs.map(
    (left): Predicate => ({
      type: 'negation',
      operand: { type: 'comparison', left, op: 'eq', right: { type: 'literal', value: 1 } },
    }),
  ),
  name.map((sourceText): Predicate => ({ type: 'opaque', sourceText, reason: 'dynamicValue' })),
)

test('whatever the writer accepts, the reader hands back unchanged', () => {
  fc.assert(
    fc.property(shapes, fc.array(predicates, { maxLength: 3 }), (body, conditions) => {
      const summary = BehavioralSummarySchema.parse({
        schemaVersion: 6,
        kind: 'handler',
        location: { file: 'a.ts', range: { start: 1, end: 2 }, exportName: null },
        identity: { name: 'f', exportPath: null, boundaryBinding: null },
        inputs: [{ type: 'parameter', name: 'req', position: 0, role: null, shape: body }],
        transitions: [
          {
            id: 'f:response:200:da39a3e',
            conditions,
            output: { type: 'response', statusCode: { type: 'literal', value: 200 }, body, headers: {} },
            effects: [{ type: 'invocation', callee: 'g', args: [null, { kind: 'null' }], async: false }],
            location: { start: 1, end: 2 },
            isDefault: true,
            metadata: { http: { anything: [1] } },
          },
        ],
        gaps: [],
        confidence: { source: 'inferred_static', level: 'high' },
      })
      expect(parseSummaries(JSON.stringify([summary]))).toEqual([summary])
    }),
  )
})

test('every reason is one sentence', () => {
  expect(ReasonCodeSchema.options).toHaveLength(51)
  for (const text of Object.values(reasonTexts)) expect(text).toMatch(/^[A-Z][^.]*\.$/)
})
