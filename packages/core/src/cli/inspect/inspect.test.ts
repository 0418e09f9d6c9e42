/** Readable summaries and differences. */
import { expect, test } from 'vitest'
import { diffRuns } from '../../diff/index.js'
import type { BehavioralSummary, Predicate, Transition, TypeShape, ValueRef } from '../../ir/index.js'
import { paintFor } from '../paint.js'
import { diffText } from './diff-text.js'
import { shapeText } from './shape-text.js'
import { summaryText } from './summary-text.js'
import { matchesTarget } from './target.js'
import { predicateText } from './value-text.js'

const plain = paintFor(false)
const literal = (value: string | number): ValueRef => ({ type: 'literal', value })
const user: ValueRef = { type: 'dependency', name: 'findUser', accessChain: [] }
const answer = (id: string, status: number, body: TypeShape, conditions: Predicate[]): Transition => ({
  id,
  conditions,
  output: { type: 'response', statusCode: literal(status), body, headers: {} },
  effects: [],
  location: { start: 1, end: 1 },
  isDefault: false,
})

const handler: BehavioralSummary = {
  schemaVersion: 6,
  kind: 'handler',
  location: { file: 'src/users.ts', range: { start: 4, end: 11 }, exportName: null, workspace: 'api' },
  identity: {
    id: 'api:src/users.ts::getUser',
    name: 'getUser',
    exportPath: null,
    boundaryBinding: {
      transport: 'http',
      semantics: { name: 'rest', method: 'GET', path: '/users/{id}' },
      recognition: 'express',
    },
  },
  inputs: [],
  transitions: [
    answer('a', 404, { type: 'record', properties: { message: { type: 'text' } } }, [
      { type: 'truthinessCheck', subject: user, negated: true },
    ]),
    {
      ...answer('b', 200, { type: 'record', properties: { id: { type: 'text' } } }, [
        { type: 'truthinessCheck', subject: user, negated: false },
      ]),
      effects: [{ type: 'invocation', callee: 'audit', args: [], async: false, count: 2 }],
    },
  ],
  gaps: [
    {
      type: 'unfollowedCall',
      conditions: [],
      consequence: 'unknown',
      description: 'The call to audit lands nowhere',
      callee: 'audit',
      place: { start: 1, end: 2, line: 9, column: 3 },
    },
  ],
  confidence: { source: 'inferred_static', level: 'high' },
}

test('a summary: conditions, outcome, effects, and what could not be followed', () => {
  expect(summaryText(handler, plain)).toBe(`GET /users/{id}  handler getUser
  api  src/users.ts:4-11
  when not findUser()
    → 404 { message: text }
  when findUser()
    → 200 { id: text }
      calls audit() (2 times)
  Could not follow:
    line 9: audit()
`)
})

test.each<[Predicate, string]>([
  [{ type: 'nullCheck', subject: user, negated: true }, 'findUser() is there'],
  [{ type: 'comparison', left: user, op: 'neq', right: literal('x') }, 'findUser() is not "x"'],
  [
    {
      type: 'negation',
      operand: {
        type: 'compound',
        op: 'or',
        operands: [
          { type: 'call', callee: 'a', args: [] },
          { type: 'opaque', sourceText: 'b &\n  c', reason: 'complexExpression' },
        ],
      },
    },
    'not (a() or b & c)',
  ],
  [
    {
      type: 'typeCheck',
      subject: {
        type: 'derived',
        from: { type: 'input', inputRef: 'req', path: ['body'] },
        derivation: { type: 'indexAccess', index: 0 },
      },
      expectedType: 'string',
    },
    'req.body[0] is a string',
  ],
])('%#: a condition in words', (predicate, text) => expect(predicateText(predicate)).toBe(text))

const text: TypeShape = { type: 'text' }
test.each<[TypeShape, string]>([
  [
    { type: 'record', properties: { a: { type: 'union', variants: [text, { type: 'undefined' }] } } },
    '{ a?: text }',
  ],
  [{ type: 'array', items: { type: 'union', variants: [text, { type: 'null' }] } }, '(text | null)[]'],
  [{ type: 'record', properties: {}, spreads: [{ sourceText: 'rest' }] }, '{ ...rest }'],
  [{ type: 'dictionary', values: { type: 'literal', value: 1, raw: '1.0' } }, '{ [key]: 1.0 }'],
])('%#: a shape in one line', (shape, line) => expect(shapeText(shape)).toBe(line))

test('a recursive record ends', () => {
  const deep = Array.from({ length: 20 }).reduce<TypeShape>(
    inner => ({ type: 'record', properties: { inner } }),
    text,
  )
  expect(shapeText(deep)).toBe('{ inner: { inner: { inner: { inner: { … } } } } }')
})

test.each([
  ['src/users.ts', true],
  ['./src/users.ts', true],
  ['apps/api/src/users.ts', true],
  ['sers.ts', false],
  ['getUser', true],
  ['users.ts::getUser', false],
  ['GET /users/:id', true],
  ['get /users/{userId}', true],
  ['POST /users/:id', false],
])('%s names the handler: %s', (target, matches) => expect(matchesTarget(handler, target)).toBe(matches))

test('a change: what went, what came, how many', () => {
  const [notFound, found] = handler.transitions
  const gone = answer('c', 410, text, [])
  const after = { ...handler, transitions: [...(found ? [found] : []), gone] }
  const diff = diffRuns([handler], [after], { identityKey: () => 'GET /users/{}' })
  expect(notFound).toBeDefined()
  expect(diffText(diff, plain)).toBe(`api:src
  ~ GET /users/{}  api:src/users.ts::getUser
      - when not findUser() → 404 { message: text }
      + always → 410 text

1 changed
`)
})

test('no change', () => {
  expect(diffText(diffRuns([handler], [handler], { identityKey: () => null }), plain)).toBe('No change\n')
})
