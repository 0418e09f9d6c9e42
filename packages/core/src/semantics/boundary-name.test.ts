import { expect, test } from 'vitest'
import { parseBoundaryName } from '../ir/index.js'
import { fixedCharacters, nameTextsAgree } from './boundary-name.js'

test.each([
  ['orders-v1', 'orders-v1', true],
  ['orders-v1', 'orders-v2', false],
  ['{stage}-orders', 'dev-orders', true],
  ['{stage}-orders', '-orders', false],
  ['{stage}-orders', 'dev-orders-2', false],
  ['app-{stage}-{n}-x', 'app-a-b-x', true],
  ['app-{stage}-{n}-x', 'app-a-x', false],
  ['a{x}b', 'aab', true],
  ['a{x}b{y}b', 'axbbb', true],
  ['{a}{b}', 'x', false],
  ['{a}{b}', 'xy', true],
  ['{a}-x-x', 'b-x-x-x', true],
  ['{stage}-orders', '{env}-orders', true],
  ['{stage}-orders', '{env}-items', false],
  ['{ORDER_TABLE}', 'orders', false],
  ['{ORDER_TABLE}', '{ORDER_TABLE}', false],
  ['{open', '{open', false],
])('%s and %s agree: %s', (a, b, agree) => {
  expect(nameTextsAgree(a, b)).toBe(agree)
  expect(nameTextsAgree(b, a)).toBe(agree)
})

test('the fixed characters of a pattern are those outside its holes', () => {
  const name = parseBoundaryName('{stage}-orders-{n}')
  expect(name === null ? null : fixedCharacters(name)).toBe('-orders-'.length)
})
