/** GraphQL documents as trees. */
import { expect, test } from 'vitest'
import { parseGraphqlDocument } from './graphql-document.js'

test('an operation with variables, an alias, arguments, directives and fragments', () => {
  const tree = parseGraphqlDocument(
    'query A($id: [ID!]! = ["x"] @v, $n: Int) @live { me: user(id: $id, by: { kind: ADMIN, tags: [A, null, 1, "s"] }) @client { ...F ... on User @skip(if: $n) { name } ... { id } } } fragment F on User { id }',
  )
  expect(tree).toMatchObject({
    operations: [
      {
        type: 'query',
        name: 'A',
        variables: [
          { name: 'id', type: '[ID!]!', hasDefault: true },
          { name: 'n', type: 'Int', hasDefault: false },
        ],
        selections: [
          {
            type: 'field',
            name: 'user',
            directives: ['client'],
            arguments: [
              { name: 'id', value: { type: 'variable', name: 'id' } },
              {
                name: 'by',
                value: {
                  type: 'object',
                  fields: [
                    { name: 'kind', value: { type: 'enum', value: 'ADMIN' } },
                    {
                      name: 'tags',
                      value: {
                        type: 'list',
                        items: [
                          { type: 'enum', value: 'A' },
                          { type: 'null' },
                          { type: 'scalar' },
                          { type: 'scalar' },
                        ],
                      },
                    },
                  ],
                },
              },
            ],
            selections: [
              { type: 'spread', name: 'F' },
              { type: 'inline', on: 'User', directives: ['skip'] },
              { type: 'inline', on: null },
            ],
          },
        ],
      },
    ],
    fragments: [{ name: 'F', on: 'User' }],
  })
})

test('names stand at their offsets', () => {
  const text = 'mutation { # c\n  a(b: C) { d } }'
  const [operation] = parseGraphqlDocument(text)?.operations ?? []
  const [field] = operation?.selections ?? []
  expect(field).toMatchObject({ at: text.indexOf('a(') })
})

test.each(['type Query { a: Int }', 'hello', '', 'query A {', 'query A', '{ a(', '{ a: }', `${'{ a '.repeat(300)}${'}'.repeat(300)}`])(
  'no document: %s',
  text => {
    expect(parseGraphqlDocument(text)).toBeNull()
  },
)
