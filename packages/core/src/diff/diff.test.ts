import { expect, test } from 'vitest'
import {
  restBinding,
  transitionId,
  unitId,
  type BehavioralSummary,
  type Transition,
  type TypeShape,
} from '../ir/index.js'
import { diffRuns, diffSummaries } from './index.js'

const place = (start: number) => ({ start, end: start + 5, line: start, column: 0 })

interface Branch {
  status: number
  on: string[]
  body?: TypeShape
  line?: number
  from?: string
}

function branch({ status, on, body, line = 1, from }: Branch): Transition {
  return {
    id: transitionId({
      unit: 'getUser',
      terminalKind: 'response',
      statusKey: `${status}`,
      conditionTexts: on,
    }),
    conditions: on.map(sourceText => ({ type: 'opaque', sourceText, reason: 'complexExpression' })),
    output: {
      type: 'response',
      statusCode: { type: 'literal', value: status },
      body: body ?? null,
      headers: {},
    },
    effects: [
      {
        type: 'invocation',
        callee: 'log',
        args: [],
        async: false,
        location: { start: line, end: line },
        place: place(line),
      },
    ],
    location: { start: line, end: line },
    isDefault: on.length === 0,
    metadata: {
      place: place(line),
      http: { reads: [{ path: ['id'], place: place(line) }] },
      ...(from === undefined ? {} : { wrappers: { from } }),
    },
  }
}

interface Unit {
  file?: string
  name?: string
  path?: string
  line?: number
  wrappers?: string[]
}

function unit(
  transitions: Transition[],
  { file = 'a.ts', name = 'getUser', path = '/users/:id', line = 1, wrappers = [] }: Unit = {},
): BehavioralSummary {
  return {
    schemaVersion: 6,
    kind: 'handler',
    location: { file, range: { start: line, end: line + 9 }, exportName: name },
    identity: {
      id: unitId({ file, exportPath: [name], name }),
      name,
      exportPath: [name],
      boundaryBinding: restBinding({ method: 'GET', path }, { recognition: 'express' }),
    },
    inputs: [],
    transitions,
    gaps: [],
    confidence: { source: 'inferred_static', level: 'high' },
    metadata: {
      wrappers: { refs: wrappers.map(summary => ({ summary, role: 'before', scope: null })) },
      unread: [{ at: '/x', reason: 'typesOff', span: { start: line, end: line + 1 } }],
    },
  }
}

const identityKey = (summary: BehavioralSummary): string | null => {
  const semantics = summary.identity.boundaryBinding?.semantics
  return semantics?.name === 'rest' ? `${semantics.method} ${semantics.path}` : null
}

const found = branch({ status: 200, on: [], body: { type: 'record', properties: { id: { type: 'text' } } } })
const missing = branch({ status: 404, on: ['+:!user'] })

test('checking/K149 reordered and moved branches give an empty diff', () => {
  const moved = [
    branch({ status: 404, on: ['+:!user'], line: 40 }),
    { ...found, location: { start: 41, end: 42 } },
  ]
  expect(diffSummaries(unit([found, missing]), unit(moved, { line: 30 }))).toEqual({
    addedTransitions: [],
    removedTransitions: [],
    changedTransitions: [],
  })
  expect(diffRuns([unit([found, missing])], [unit(moved, { line: 30 })], { identityKey })).toMatchObject({
    changed: false,
    units: [],
  })
})

test('checking/K150 another status is removed and added, another body is changed', () => {
  const created = branch({ status: 201, on: [] })
  expect(diffSummaries(unit([found]), unit([created]))).toEqual({
    addedTransitions: [created],
    removedTransitions: [found],
    changedTransitions: [],
  })
  const wider = branch({
    status: 200,
    on: [],
    body: { type: 'record', properties: { id: { type: 'text' }, name: { type: 'text' } } },
  })
  expect(diffSummaries(unit([found, missing]), unit([wider, missing]))).toEqual({
    addedTransitions: [],
    removedTransitions: [],
    changedTransitions: [{ before: found, after: wider }],
  })
})

test('an absent optional field equals an empty one', () => {
  const empty: Transition = { ...found, provenance: [] }
  expect(diffSummaries(unit([found]), unit([empty])).changedTransitions).toEqual([])
})

test('checking/K151 a unit that only moved is no change', () => {
  const diff = diffRuns([unit([found])], [unit([found], { file: 'b.ts' })], { identityKey })
  expect(diff.changed).toBe(false)
  expect(diff.units).toEqual([
    {
      summary: 'b.ts::getUser',
      before: 'a.ts::getUser',
      change: 'moved',
      boundaryKey: 'GET /users/:id',
      fields: [],
    },
  ])
})

test('two candidates for one move are added and removed', () => {
  const after = [unit([found], { file: 'b.ts' }), unit([found], { file: 'c.ts' })]
  const diff = diffRuns([unit([found])], after, { identityKey })
  expect(diff.units.map(row => [row.summary, row.change])).toEqual([
    ['a.ts::getUser', 'removed'],
    ['b.ts::getUser', 'added'],
    ['c.ts::getUser', 'added'],
  ])
})

test('other parts are named', () => {
  const before = unit([found])
  const after: BehavioralSummary = {
    ...before,
    kind: 'loader',
    gaps: [
      {
        type: 'unreadOutcome',
        conditions: [],
        consequence: 'unknown',
        description: 'One return was not read.',
      },
    ],
  }
  expect(diffRuns([before], [after], { identityKey }).units[0]?.fields).toEqual(['gaps', 'kind'])
})

test('a wrapper that changes several units is told once', () => {
  const guard = branch({ status: 401, on: ['+:!token'], from: 'auth.ts::guard' })
  const own = branch({ status: 500, on: ['+:broken'] })
  const before = [unit([found], { name: 'a' }), unit([found], { name: 'b' })]
  const after = [
    unit([guard, found], { name: 'a', wrappers: ['auth.ts::guard'] }),
    unit([guard, found, own], { name: 'b', wrappers: ['auth.ts::guard'] }),
  ]
  const diff = diffRuns(before, after, { identityKey })
  expect(diff.causes).toEqual([
    { wrapper: 'auth.ts::guard', transitions: [guard.id], units: ['a.ts::a', 'a.ts::b'] },
  ])
  expect(diff.units).toMatchObject([
    { summary: 'a.ts::b', diff: { addedTransitions: [{ id: own.id }] }, fields: [] },
  ])
  expect(diff.changed).toBe(true)
})

test('checking/K152 one middleware over five routes', () => {
  const guard = branch({ status: 401, on: ['+:!token'], from: 'auth.ts::guard' })
  const names = ['a', 'b', 'c', 'd', 'e']
  const before = names.map(name => unit([found], { name }))
  const after = names.map(name => unit([guard, found], { name, wrappers: ['auth.ts::guard'] }))
  const diff = diffRuns(before, after, { identityKey })
  expect(diff.causes).toEqual([{ wrapper: 'auth.ts::guard', transitions: [guard.id], units: names.map(name => `a.ts::${name}`) }])
  expect(diff.units).toEqual([])
})

test('a wrapper that changes one unit stays in its diff', () => {
  const guard = branch({ status: 401, on: ['+:!token'], from: 'auth.ts::guard' })
  const diff = diffRuns([unit([found])], [unit([guard, found], { wrappers: ['auth.ts::guard'] })], {
    identityKey,
  })
  expect(diff.causes).toEqual([])
  expect(diff.units[0]?.diff?.addedTransitions).toEqual([guard])
  expect(diff.units[0]?.fields).toEqual(['metadata'])
})
