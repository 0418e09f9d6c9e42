/** Acceptance of the Apollo Client pack. */
import type { BehavioralSummary } from '@suss/core/ir'
import { httpTransition } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { clientsOf, named, only } from '../testing/find.js'
import { summariesIn, summariesOf, type Texts } from '../testing/run.js'

const hook = `import { useQuery } from '@apollo/client'\n`

/** Type and name of each operation. */
const operations = (found: readonly BehavioralSummary[]) =>
  clientsOf(found).map(({ identity }) => {
    const semantics = identity.boundaryBinding?.semantics
    return semantics?.name === 'graphql-operation'
      ? [semantics.operationType, semantics.operationName]
      : semantics?.name
  })
const graphqlOf = ({ metadata }: BehavioralSummary) => metadata?.['graphql'] as Record<string, unknown>
const used = (texts: Texts, use = 'DOC') =>
  summariesOf({
    'src/input.ts': `${hook}import { DOC } from './doc.js'\nexport const useIt = () => useQuery(${use})`,
    ...texts,
  })

describe('packs/Q09 the document of a hook', () => {
  test.each<[string, Texts]>([
    [
      'an imported const',
      {
        'src/doc.ts': `import { gql } from '@apollo/client'\nexport const DOC = gql\`query GetUser { user { id } }\``,
      },
    ],
    [
      'through a barrel',
      {
        'src/doc.ts': `export { DOC } from './deep.js'`,
        'src/deep.ts': `import gql from 'graphql-tag'\nexport const DOC = gql\`query GetUser { user { id } }\``,
      },
    ],
    [
      'a generated function over its text',
      {
        'src/doc.ts': `import { graphql } from './gql.js'\nexport const DOC = graphql(\`query GetUser { user { id } }\`)`,
        'src/gql.ts': `const documents: any = {}\nexport function graphql(source: string) { return documents[source] }`,
      },
    ],
    [
      'a parsed document',
      {
        'src/doc.ts': `export const DOC = { kind: 'Document', definitions: [{ kind: 'OperationDefinition', operation: 'query', name: { kind: 'Name', value: 'GetUser' } }] } as unknown as DocumentNode<GetUserQuery, GetUserQueryVariables>`,
      },
    ],
    [
      'a typed document node only',
      {
        'src/doc.ts': `import type { TypedDocumentNode } from '@apollo/client'\nexport declare const DOC: TypedDocumentNode<GetUserQuery, GetUserQueryVariables>`,
      },
    ],
    [
      'an assertion only',
      { 'src/doc.ts': `export const DOC = load() as TypedDocumentNode<GetUserQuery, object>` },
    ],
  ])('%s', (_title, texts) => {
    expect(operations(used(texts))).toEqual([['query', 'GetUser']])
  })
  test.each([
    [`import DOC from './user.graphql'`, 'query GetUser { user { id } }'],
    [
      `import { GetUser as DOC } from './user.graphql'`,
      'query Other { a }\nquery GetUser { user { id { a } } }\nfragment F on A { id }',
    ],
  ])('a file: %s', (line, file) => {
    const found = summariesOf({
      'src/input.ts': `${hook}${line}\nexport const useIt = () => useQuery(DOC)`,
      'src/user.graphql': file,
    })
    expect(operations(found)).toEqual([['query', 'GetUser']])
    expect(graphqlOf(only(clientsOf(found)))['document']).toContain('GetUser')
    expect(graphqlOf(only(clientsOf(found)))['document']).not.toContain('Other')
  })
})

test('packs/Q10 a document that is worked out', () => {
  const found = summariesIn(
    `${hook}import { docFor } from 'their-docs'\nexport const useIt = (x: string) => useQuery(docFor(x))`,
  )
  expect(operations(found)).toEqual([['query', undefined]])
  expect(graphqlOf(only(clientsOf(found)))).toMatchObject({ unresolvedDocument: 'unreadDocument' })
})

test('packs/Q11 a method of the same name on something else', () => {
  const found = summariesIn(`import { gql } from '@apollo/client'
import { client } from 'their-client'
export const load = () => client.query({ query: gql\`query A { a }\` })`)
  expect(operations(found)).toEqual([])
})

test('packs/Q12 an operation without a name', () => {
  const found = summariesIn(`import { ApolloClient, gql } from '@apollo/client'
const client = new ApolloClient({})
export const save = () => client.mutate({ mutation: gql\`mutation { a }\` })`)
  expect(operations(found)).toEqual([['mutation', undefined]])
  expect(graphqlOf(only(clientsOf(found)))).not.toHaveProperty('unresolvedDocument')
})

test('a document that is a parameter is what the callers pass', () => {
  const found = summariesIn(`${hook}import { gql } from '@apollo/client'
const useDoc = (doc: any) => useQuery(doc).data
export const useA = () => useDoc(gql\`query A { a }\`)
export const useB = () => useDoc(gql\`query B { b }\`)`)
  expect(operations(found)).toEqual([
    ['query', 'A'],
    ['query', 'B'],
  ])
})

test('what is read of the data, also through a tuple', () => {
  const found = summariesIn(`import { gql } from '@apollo/client'
import { useMutation, useQuery } from '@apollo/client/react'
export function useName() {
  const { data } = useQuery(gql\`query A { user { name } }\`)
  return data?.user.name
}
export function useSaved() {
  const [save, { data }] = useMutation(gql\`mutation B { save { id } }\`)
  return data?.save.id
}`)
  const reads = (name: string) =>
    named(found, name).transitions.flatMap(
      t => httpTransition(t).reads?.map(({ path }) => path.join('.')) ?? [],
    )
  expect([reads('useName'), reads('useSaved')]).toEqual([['user.name'], ['save.id']])
})

test('fragments put in, and named alone', () => {
  const found = summariesIn(`${hook}import { gql } from '@apollo/client'
const parts = gql\`fragment Parts on User { id ...More }\`
const more = gql\`fragment More on User { name }\`
export const useIt = () => useQuery(gql\`query A { user { ...Parts } } \${parts}\`)`)
  expect(graphqlOf(only(clientsOf(found)))['document']).toMatch(/fragment Parts[\s\S]*fragment More/)
})

describe('the host a client sends to', () => {
  const hostOf = (client: string, use = 'client.query({ query: gql`query A { a }` })', more = '') =>
    graphqlOf(
      only(
        clientsOf(
          summariesIn(
            `import { ApolloClient, ApolloLink, HttpLink, createHttpLink, from, gql, useQuery } from '@apollo/client'\n${more}const auth = new ApolloLink()\nconst client = ${client}\nexport const load = () => ${use}`,
          ),
        ),
      ),
    )['host']

  test.each([
    [`new ApolloClient({ uri: 'https://api.other.io/graphql', cache })`, 'api.other.io'],
    [`new ApolloClient({ link: new HttpLink({ uri: 'https://api.other.io/graphql' }), cache })`, 'api.other.io'],
    [`new ApolloClient({ link: from([auth, createHttpLink({ uri: 'https://api.other.io/graphql' })]), cache })`, 'api.other.io'],
    [`new ApolloClient({ link: auth.concat(new HttpLink({ uri: 'https://api.other.io/graphql' })), cache })`, 'api.other.io'],
    [`new ApolloClient({ uri: '/graphql', cache })`, undefined],
    [`new ApolloClient({ uri: process.env.API, cache })`, undefined],
    [`new ApolloClient({ link: split(isLive, a, b), cache })`, undefined],
  ])('%s', (client, host) => {
    expect(hostOf(client)).toBe(host)
    expect(hostOf(client, 'useQuery(gql`query A { a }`)')).toBe(host)
  })

  test('two clients that send elsewhere', () => {
    const two = `new ApolloClient({ uri: 'https://api.other.io/graphql', cache })`
    const more = `const second = new ApolloClient({ uri: '/graphql', cache })\n`
    expect(hostOf(two, 'useQuery(gql`query A { a }`)', more)).toBe(undefined)
    expect(hostOf(two, 'client.query({ query: gql`query A { a }` })', more)).toBe('api.other.io')
    expect(hostOf(two, 'useQuery(gql`query A { a }`, { client })')).toBe(undefined)
  })
})
