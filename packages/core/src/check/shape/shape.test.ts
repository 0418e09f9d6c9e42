/** The table of section 10, and what lacks what. */
import { expect, test } from 'vitest'
import type { TypeShape } from '../../ir/index.js'
import {
  arr,
  date,
  integer,
  lit,
  nothing,
  number,
  opt,
  or,
  rec,
  spread,
  text,
  unknown,
} from '../testing/shapes.js'
import { lacks } from './lacks.js'
import { satisfies } from './satisfies.js'
import { requiredPaths } from './shape-paths.js'

const dict = (values: TypeShape): TypeShape => ({ type: 'dictionary', values })
const boolean: TypeShape = { type: 'boolean' }
const deep = (depth: number): TypeShape => (depth === 0 ? text : rec({ a: deep(depth - 1) }))

test.each<[string, TypeShape, TypeShape, string, string?]>([
  ['unknown', text, unknown, 'unknown', 'unknownShape'],
  ['a ref', date, text, 'unknown', 'unresolvedRef'],
  ['the same ref name', date, date, 'unknown', 'unresolvedRef'],
  ['a union, all', or(lit('a'), lit('b')), text, 'yes'],
  ['a union, none', or(lit('a'), number), boolean, 'no'],
  ['a union, some', or(text, nothing), text, 'unknown', 'someVariants'],
  ['a declared union', text, or(number, text), 'yes'],
  ['no declared variant', text, or(number, boolean), 'no'],
  ['extra keys', rec({ a: text, b: text }), rec({ a: text }), 'yes'],
  ['a missing key', rec({}), rec({ a: text }), 'no'],
  ['a missing optional key', rec({}), rec({ a: opt(text) }), 'yes'],
  ['a key a spread may hold', spread({}), rec({ a: text }), 'unknown', 'spread'],
  ['a key that may be left out', rec({ a: opt(text) }), rec({ a: text }), 'unknown', 'someVariants'],
  ['record against dictionary', rec({ a: text }), dict(text), 'yes'],
  ['record with another value', rec({ a: number }), dict(text), 'no'],
  ['dictionary against record', dict(text), rec({ a: text }), 'unknown', 'openKeys'],
  ['arrays', arr(text), arr(number), 'no'],
  ['an absent item is null', arr(opt(text)), arr(or(text, nothing)), 'yes'],
  ['a literal of another value', lit('a'), lit('b'), 'no'],
  ['text for a literal', text, lit('a'), 'unknown', 'widening'],
  ['number for a text literal', number, lit('a'), 'no'],
  ['integer for a fraction', integer, lit(1.5), 'no'],
  ['integer for number', integer, number, 'yes'],
  ['number for integer', number, integer, 'unknown', 'widening'],
  ['a fraction for integer', lit(1.5), integer, 'no'],
  ['an array for a record', arr(text), rec({}), 'no'],
  ['text for null', text, nothing, 'no'],
  ['too deep', deep(40), deep(40), 'unknown', 'tooDeep'],
])('%s', (_, actual, declared, result, reason) => {
  const fit = satisfies(actual, declared)
  expect([fit.result, fit.reason]).toEqual([result, reason])
})

test('the deepest no is named', () => {
  expect(
    satisfies(rec({ a: arr(rec({ b: text })), c: text }), rec({ a: arr(rec({ b: number })), c: number }))
      .path,
  ).toEqual(['a', '[]', 'b'])
})

test('a no beats what is unknown beside it', () => {
  expect(satisfies(rec({ a: unknown, b: text }), rec({ a: text, b: number })).result).toBe('no')
})

test('a cycle counts as yes where it closes', () => {
  const node: TypeShape = rec({ next: { type: 'ref', name: 'Node', def: 'Node#1' } })
  expect(satisfies(node, node).result).toBe('yes')
})

test.each<[string, TypeShape, string, string]>([
  ['record', rec({ a: text }), 'a', 'no'],
  ['record', rec({ a: text }), 'b', 'yes'],
  ['spread', spread({}), 'b', 'unknown'],
  ['dictionary', dict(text), 'b', 'no'],
  ['array', arr(text), 'length', 'no'],
  ['array', arr(text), '[]', 'no'],
  ['array', arr(text), 'rows', 'yes'],
  ['text', text, 'toUpperCase', 'no'],
  ['text', text, 'name', 'yes'],
  ['null', nothing, 'a', 'yes'],
  ['unknown', unknown, 'a', 'unknown'],
  ['null beside', or(nothing, rec({ a: text })), 'a', 'no'],
  ['all variants', or(rec({}), rec({ b: text })), 'a', 'yes'],
  ['some variants', or(rec({ a: text }), rec({ b: text })), 'a', 'unknown'],
  ['a method of every object', rec({}), 'toString', 'no'],
  ['record as list', rec({ a: text }), '[]', 'yes'],
])('%s %j lacks %s: %s', (_, shape, path, result) => {
  expect(lacks(shape, path.split('.')).result).toBe(result)
})

test('what may be null or left out is flagged', () => {
  expect(lacks(rec({ a: or(text, nothing) }), ['a'])).toEqual({ result: 'no', nullable: true })
  expect(lacks(rec({ a: opt(rec({ b: text })) }), ['a', 'b'])).toEqual({ result: 'no', optional: true })
})

test('required keys are those of every variant', () => {
  expect(requiredPaths(or(rec({ a: text, b: text }), rec({ a: text })))).toEqual([['a']])
  expect(requiredPaths(or(rec({ a: text }), nothing))).toEqual([])
  expect(requiredPaths(arr(rec({ a: rec({ b: opt(text), c: text }) })))).toEqual([
    ['[]', 'a'],
    ['[]', 'a', 'c'],
  ])
})
