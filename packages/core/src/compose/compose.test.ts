/** Acceptance of composition: checking K106 to K111, K174, K197. */
import { expect, test } from 'vitest'
import type { BehavioralSummary, Predicate, Transition, WrapperRef } from '../ir/index.js'
import {
  before,
  bytes,
  client,
  middleware,
  onThrow,
  provider,
  throwing,
  answer,
  type AnswerPath,
  at,
} from '../check/testing/summaries.js'
import { ok } from '../check/testing/predicates.js'
import { rec, text } from '../check/testing/shapes.js'
import { check, lines } from '../check/testing/run.js'
import { composeWrappers, isUncertain } from './index.js'

const delegate: Transition = {
  ...answer({ status: 200 }),
  id: 'm:delegate',
  output: { type: 'delegate', to: 'next' },
}
const route = (
  answers: (AnswerPath | Transition)[],
  refs: WrapperRef[],
  path = 'GET /users',
): BehavioralSummary => provider(path, answers, { refs, id: 'route' })

function composed(...summaries: BehavioralSummary[]): Transition[] {
  const unit = composeWrappers(summaries).find(({ identity }) => identity.id === 'route')
  return unit?.transitions ?? []
}

/** `404?` is an uncertain answer, `!NotFound` a throw left over. */
const told = (transitions: readonly Transition[]): string[] =>
  transitions.map(transition => {
    const { output } = transition
    const name =
      output.type === 'response' && output.statusCode?.type === 'literal'
        ? String(output.statusCode.value)
        : output.type === 'throw'
          ? `!${output.exceptionType ?? ''}`
          : output.type
    return `${name}${isUncertain(transition) ? '?' : ''}`
  })

const auth = middleware('auth', [answer({ status: 401, place: at(2) }), delegate], { file: 'src/auth.ts' })

test('checking/K106 what a middleware answers stands on the route', () => {
  const run = [auth, route([{ status: 200 }], [before('auth')]), client('GET /users', [{ when: ok }])]
  const report = check(run)
  expect(report.findings).toMatchObject([
    {
      kind: 'unhandledProviderCase',
      form: 'status',
      facts: { status: 401 },
      provider: { summary: 'route', transitionId: 'p:response:401:0' },
      other: { file: 'src/auth.ts', lines: { start: 2 } },
    },
  ])
  expect(report.findings).toHaveLength(1)
  expect(composed(auth, route([{ status: 200 }], [before('auth')]))[0]?.metadata?.['wrappers']).toEqual({
    from: 'auth',
  })
})

test('checking/K107 a wrapper reaches the routes of its scope', () => {
  expect(told(composed(auth, route([{ status: 200 }], [before('auth', '/admin')])))).toEqual(['200'])
  expect(told(composed(auth, route([{ status: 200 }], [before('auth', '/{x}')])))).toEqual(['401', '200'])
  expect(
    told(composed(auth, route([{ status: 200 }], [before('auth', '/users/me')], 'GET /users/:id'))),
  ).toEqual(['401?', '200'])
})

const catchAll = middleware('catchAll', [answer({ status: 500 })])
const thrown = throwing('NotFound', { statusWhenUncaught: 404 })

test('checking/K108 what becomes of a throw with a status', () => {
  expect(told(composed(route([thrown], [])))).toEqual(['404'])
  expect(told(composed(catchAll, route([thrown], [onThrow('catchAll')])))).toEqual(['!NotFound', '500'])
  expect(
    told(
      composed(catchAll, route([thrown], [onThrow('catchAll', { catches: ['Other'], catchesUnread: true })])),
    ),
  ).toEqual(['!NotFound?', '404?', '500?'])
  expect(told(composed(catchAll, route([thrown], [onThrow('catchAll', { catches: ['Other'] })])))).toEqual([
    '404',
    '500?',
  ])
})

test('checking/K108 the body of a framework answer', () => {
  const unit = provider('GET /users', [thrown], { id: 'route', http: { errorBody: rec({ message: text }) } })
  expect(composed(unit)[0]?.output).toMatchObject({ type: 'response', body: rec({ message: text }) })
})

test('checking/K109 a handler that no known throw reaches may still answer', () => {
  const handler = middleware('invalid', [answer({ status: 422 })])
  const contract = {
    declaredContract: {
      provenance: 'own' as const,
      responses: [
        { status: 200, body: null },
        { status: 422, body: null },
      ],
    },
  }
  const unit = provider('GET /users', [{ status: 200 }], {
    id: 'route',
    http: contract,
    refs: [onThrow('invalid', { catches: ['Invalid'] })],
  })
  expect(told(composed(handler, unit))).toEqual(['200', '422?'])
  expect(lines([handler, unit])).toEqual([])
})

test('checking/K110 composing twice changes nothing', () => {
  const run = [
    auth,
    catchAll,
    route([{ status: 200 }, thrown], [before('auth'), onThrow('catchAll')]),
    provider('GET /b', [thrown]),
  ]
  const once = composeWrappers(run)
  expect(bytes(composeWrappers(once))).toBe(bytes(once))
  expect(bytes(once)).not.toBe(bytes(run))
})

test('checking/K111 wrappers add and never multiply', () => {
  const wrappers = Array.from({ length: 10 }, (_, i) =>
    middleware(`m${i}`, [answer({ status: 400 + i }), delegate]),
  )
  const unit = route(
    [{ status: 200 }, { status: 404 }],
    wrappers.map((_, i) => before(`m${i}`)),
  )
  expect(composed(...wrappers, unit)).toHaveLength(12)
})

const isClass = (name: string, negated = false): Predicate => {
  const check: Predicate = {
    type: 'typeCheck',
    subject: { type: 'input', inputRef: 'e', path: [] },
    expectedType: name,
  }
  return negated ? { type: 'negation', operand: check } : check
}
const errorHandler = (
  id: string,
  transitions: Transition[],
  source: 'inferred_static' | 'declared' = 'inferred_static',
): BehavioralSummary => ({
  ...middleware(id, transitions, { source }),
  inputs: [{ type: 'parameter', name: 'e', position: 0, role: 'error', shape: null }],
})

test('checking/K174 a converter hands on and answers nothing itself', () => {
  const inner = errorHandler('inner', [throwing('NotFound')])
  const outer = errorHandler('outer', [answer({ status: 404, when: [isClass('NotFound')] })])
  const refs = [onThrow('outer', { catches: ['NotFound'] }), onThrow('inner')]
  expect(told(composed(inner, outer, route([throwing(null)], refs)))).toEqual(['!', '404'])
  const stub = middleware('stub', [throwing('NotFound')], { source: 'declared' })
  expect(
    told(
      composed(
        outer,
        stub,
        route([{ status: 200 }], [onThrow('outer', { catches: ['NotFound'] }), before('stub')]),
      ),
    ),
  ).toEqual(['!NotFound?', '200', '404?'])
})

test('checking/K197 which outcome of a handler a throw surely meets', () => {
  const handler = errorHandler('h', [
    answer({ status: 404, when: [isClass('NotFound')] }),
    answer({ status: 500, when: [isClass('NotFound', true)] }),
  ])
  expect(told(composed(handler, route([throwing('NotFound')], [onThrow('h')])))).toEqual([
    '!NotFound',
    '404',
    '500?',
  ])
  expect(told(composed(handler, route([throwing(null)], [onThrow('h')])))).toEqual(['!', '404?', '500?'])
  expect(told(composed(handler, route([throwing('Other')], [onThrow('h')])))).toEqual([
    '!Other',
    '404?',
    '500',
  ])
  expect(
    told(composed(handler, route([throwing('Mine', { exceptionAncestors: ['NotFound'] })], [onThrow('h')]))),
  ).toEqual(['!Mine', '404', '500?'])
})

test('a literal beside the thrown status needs the member to be missing', () => {
  const handler = errorHandler('h', [
    answer({ status: 500, http: { statusFrom: 'throw', statusField: 'status' } }),
  ])
  const without = { ...throwing('Boom'), metadata: { thrown: { type: 'Boom', message: null, fields: {} } } }
  expect(told(composed(handler, route([without], [onThrow('h')])))).toEqual(['!Boom', '500'])
  expect(told(composed(handler, route([throwing('Boom')], [onThrow('h')])))).toEqual(['!Boom', '500?'])
})

test('a throw of a middleware reaches the error handlers of the route', () => {
  const guard = middleware('guard', [throwing('Denied'), delegate])
  const handler = errorHandler('h', [answer({ status: 403 })])
  expect(told(composed(guard, handler, route([{ status: 200 }], [onThrow('h'), before('guard')])))).toEqual([
    '!Denied',
    '200',
    '403',
  ])
})

test('repeated ids are numbered', () => {
  const twice = composed(auth, route([{ status: 401 }], [before('auth')]))
  expect(twice.map(({ id }) => id)).toEqual(['p:response:401:0', 'p:response:401:0#2'])
})

test('a client without wrappers is left alone', () => {
  const call = client('GET /a', [{ throws: true }])
  expect(composeWrappers([call])[0]).toBe(call)
})

test("named definitions come along with a wrapper's answer", () => {
  const wrapper: BehavioralSummary = {
    ...middleware('auth', [
      answer({ status: 401, body: { type: 'ref', name: 'Problem', def: 'Problem#1' } }),
    ]),
    definitions: { 'Problem#1': rec({ message: text }), 'Other#1': text },
  }
  const [, unit] = composeWrappers([wrapper, route([{ status: 200 }], [before('auth')])])
  expect(unit?.definitions).toEqual({ 'Problem#1': rec({ message: text }) })
})
