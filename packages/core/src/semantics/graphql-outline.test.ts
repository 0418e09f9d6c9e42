/** Headers of GraphQL documents. */
import { expect, test } from 'vitest'
import { graphqlOutline } from './graphql-outline.js'

test.each([
  [
    'query GetUser($id: ID! = "}", $f: F = { a: { b: 1 } }) @live { user(id: $id, in: { a: 1 }) { ...A ... on B { id } } }',
    [['query', 'GetUser']],
    [],
    ['A'],
  ],
  ['mutation { a }', [['mutation', null]], [], []],
  ['# query No { a }\n{ a }', [['query', null]], [], []],
  ['subscription S { a(text: """ } """) } fragment F on T { id }', [['subscription', 'S']], ['F'], []],
  [
    'query A { a } query B { b }',
    [
      ['query', 'A'],
      ['query', 'B'],
    ],
    [],
    [],
  ],
])('%s', (text, operations, fragments, spreads) => {
  const found = graphqlOutline(text)
  expect(found?.operations.map(({ type, name }) => [type, name])).toEqual(operations)
  expect(found?.fragments).toEqual(fragments)
  expect(found?.spreads).toEqual(spreads)
})

test.each(['type Query { a: Int }', 'hello', '', 'query A {', 'select * from a', 'query A'])(
  'no document: %s',
  text => {
    expect(graphqlOutline(text)).toBeNull()
  },
)
