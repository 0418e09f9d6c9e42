/** Acceptance of the graphql reader, and of documents against schemas (checking.md 7.1). */
import { checkSummaries, type ReportedFinding } from '@suss/core/check'
import { type BehavioralSummary, graphqlFacts } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { only } from '../testing/find.js'
import { run, type Texts } from '../testing/run.js'
import reader from './reader.js'

const read = (texts: Texts) => reader.read(Object.entries(texts).map(([path, text]) => ({ path, text })))
const summariesOf = (texts: Texts): BehavioralSummary[] => run(texts, [reader]).summaries
const report = (texts: Texts) => checkSummaries({ summaries: summariesOf(texts), config: {}, medium: 'check' })

const letters = { error: 'E', warning: 'W', info: 'I' } as const
const line = ({ severity, kind, form, boundaryKey, consumer }: ReportedFinding): string =>
  [letters[severity], `${kind}.${form}`, boundaryKey, consumer.field].filter(Boolean).join(' ')
const lines = (texts: Texts): string[] =>
  report(texts)
    .findings.filter(({ form }) => form !== 'gap')
    .map(line)
    .sort()

const sdl = `type Query {
  user(id: ID!, by: Order = NAME): User
  users(filter: Filter, first: Int! = 10): [User!]!
  node: Node
  found: Hit
}
type Mutation { rename(input: Rename!): User }
enum Order { NAME AGE }
input Filter { order: Order, tags: [Order!] }
input Rename { id: ID!, name: String, note: String! = "" }
interface Node { id: ID! }
type User implements Node { id: ID!, name: String @deprecated(reason: "full"), posts(first: Int): [Post] }
type Post { title: String!, author: User! }
union Hit = User | Post
`
const asked = (operation: string, more: Texts = {}): string[] =>
  lines({ 'schema.graphql': sdl, 'ask.graphql': operation, ...more })

test('packs/K05 fields of the root type from two files that extend it', () => {
  const { summaries } = read({
    'a.graphql': 'type Query { a: Int }\nextend type Query { b: Int }',
    'b.graphql': 'extend type Query { c: Int! }',
  })
  expect(summaries.filter(s => s.kind === 'resolver').map(s => [s.identity.name, s.location.file])).toEqual([
    ['Query.a', 'a.graphql'],
    ['Query.b', 'a.graphql'],
    ['Query.c', 'b.graphql'],
  ])
  expect(graphqlFacts(only(summaries.filter(s => s.kind === 'library'))).sdlComplete).toBe(true)
})

test('packs/K06 an operation with an unknown fragment is kept', () => {
  const { summaries, notes } = read({ 'a.graphql': 'query A {\n  user { ...Gone }\n}' })
  const client = only(summaries)
  expect(client).toMatchObject({
    kind: 'client',
    confidence: { source: 'derived', level: 'medium' },
    metadata: { graphql: { unresolvedDocument: 'unreadDocument' } },
  })
  expect(notes).toMatchObject([{ path: 'a.graphql', line: 2 }])
})

test('a resolver per root field: its arguments, its type one level deep', () => {
  const user = only(read({ 'schema.graphql': sdl }).summaries.filter(s => s.identity.name === 'Query.user'))
  expect(user).toMatchObject({
    kind: 'resolver',
    identity: { boundaryBinding: { semantics: { name: 'graphql-resolver', typeName: 'Query', fieldName: 'user' } } },
    confidence: { source: 'derived', level: 'high' },
    location: { file: 'schema.graphql', range: { start: 2, end: 2 } },
    inputs: [
      { name: 'id', role: 'args', shape: { type: 'text' } },
      { name: 'by', role: 'args' },
    ],
    metadata: { places: { '': { line: 2, column: 2 } }, graphql: { sdlComplete: true } },
  })
  const [transition] = user.transitions
  expect(transition?.output).toMatchObject({ type: 'return', value: { type: 'union', variants: [{ type: 'ref', name: 'User' }, { type: 'null' }] } })
  expect(Object.values(user.definitions ?? {})).toEqual([
    {
      type: 'record',
      properties: {
        id: { type: 'text' },
        name: { type: 'union', variants: [{ type: 'text' }, { type: 'null' }] },
        posts: { type: 'union', variants: [{ type: 'array', items: { type: 'union', variants: [{ type: 'ref', name: 'Post' }, { type: 'null' }] } }, { type: 'null' }] },
      },
    },
  ])
})

test('interfaces and unions are unions with the name of the type', () => {
  const { summaries } = read({ 'schema.graphql': sdl })
  const shapes = ['Query.node', 'Query.found'].map(name => Object.values(only(summaries.filter(s => s.identity.name === name)).definitions ?? {}))
  expect(shapes).toMatchObject([
    [{ type: 'record', properties: { __typename: { type: 'literal', value: 'User' }, id: {} } }],
    [{ type: 'union', variants: [{ properties: { __typename: { value: 'User' } } }, { properties: { __typename: { value: 'Post' }, title: {} } }] }],
  ])
})

test('an operation is a client: fragments put in, variables as inputs', () => {
  const { summaries } = read({
    'schema.graphql': sdl,
    'a.graphql': '#import "./b.graphql"\nquery A($id: ID!, $by: Order) { user(id: $id, by: $by) { ...U } }',
    'b.graphql': 'fragment U on User { id }',
  })
  const client = only(summaries.filter(s => s.kind === 'client'))
  expect(graphqlFacts(client).document).toMatch(/query A[\s\S]*fragment U on User/)
  expect(client.inputs).toMatchObject([
    { name: 'id', role: 'variables', shape: { type: 'text' } },
    { name: 'by', shape: { type: 'union' } },
  ])
  expect(client.identity.boundaryBinding?.semantics).toEqual({ name: 'graphql-operation', operationName: 'A', operationType: 'query' })
})

test('what is deprecated says so', () => {
  const { summaries } = read({ 's.graphql': 'type Query { a: Int @deprecated(reason: "b"), c: Int @deprecated }' })
  expect(summaries.filter(s => s.kind === 'resolver').map(s => s.metadata?.['graphql'])).toMatchObject([{ deprecated: 'b' }, { deprecated: 'No longer supported' }])
})

test('an introspection result is SDL; a JSON of another sort is nothing', () => {
  const field = { name: 'a', args: [], type: { kind: 'SCALAR', name: 'Int', ofType: null }, isDeprecated: false, deprecationReason: null }
  const schema = {
    queryType: { name: 'Root' },
    mutationType: null,
    subscriptionType: null,
    directives: [],
    types: [
      { kind: 'OBJECT', name: 'Root', fields: [field], interfaces: [], inputFields: null, enumValues: null, possibleTypes: null },
      ...['Int', 'String', 'Boolean'].map(name => ({ kind: 'SCALAR', name })),
    ],
  }
  const { summaries, notes } = read({ 'schema.json': JSON.stringify({ data: { __schema: schema } }), 'other.schema.json': '{"type":"object"}' })
  expect(summaries.map(s => s.identity.name)).toEqual(['schema', 'Root.a'])
  expect(notes).toEqual([])
})

test('a syntax error is noted, the other files are read, and the schema is not complete', () => {
  const { summaries, notes } = read({ 'a.graphql': 'type Query { a: Int }', 'b.graphql': 'type User {\n  : }' })
  expect(notes).toMatchObject([{ path: 'b.graphql', line: 2 }])
  expect(summaries.map(s => graphqlFacts(s).sdlComplete)).toEqual([undefined, undefined])
})

test('checking/K127 a field that the type does not have', () => {
  expect(asked('query A { user(id: 1) { id email } }')).toEqual(['E boundaryFieldUnknown.graphql gql:User email'])
  expect(asked('query A { user(id: 1) { id email @client { deep } } }')).toEqual([])
  expect(asked('query A { found { ... on User { name } ... on Post { title } __typename } }')).toEqual([])
  expect(asked('query A { found { id } }')).toEqual(['E boundaryFieldUnknown.graphql gql:Hit id'])
})

test('a client that sends to a host that is not the project asks another service', () => {
  const ask = (uri: string): Texts => ({
    'schema.graphql': sdl,
    'ask.ts': `import { ApolloClient, InMemoryCache, gql } from '@apollo/client'\nconst client = new ApolloClient({ cache: new InMemoryCache(), uri: '${uri}' })\nexport const load = () => client.query({ query: gql\`query A { user(id: 1) { id memberships } }\` })`,
  })
  expect(lines(ask('https://studio.other.io/graphql'))).toEqual([])
  expect(lines(ask('http://localhost:4000/graphql'))).toEqual(['E boundaryFieldUnknown.graphql gql:User memberships'])
})

test('checking/K127 the finding stands at the field', () => {
  const text = 'query A {\n  user(id: 1) {\n    posts { titel }\n  }\n}'
  const { findings, pairs } = report({ 'schema.graphql': sdl, 'ask.graphql': text })
  const finding = only(findings)
  expect(finding.site).toMatchObject({ file: 'ask.graphql', lines: { start: 3 }, column: 12, span: { start: text.indexOf('titel') } })
  expect(finding.other).toMatchObject({ file: 'schema.graphql', lines: { start: 13 } })
  expect(finding.description).toBe('A selects "titel" of gql:Post, which has no such field, nearest: title')
  expect(pairs).toMatchObject([{ boundaryKey: 'gql:Query.user' }])
})

test('checking/K128 root types by another name', () => {
  const texts = { 's.graphql': 'schema { query: Root }\ntype Root { a: Int }', 'o.graphql': '{ a }' }
  expect(report(texts).pairs).toMatchObject([{ boundaryKey: 'gql:Root.a' }])
  expect(lines(texts)).toEqual([])
})

test('checking/K129 an argument that must be given', () => {
  expect(asked('query A { user { id } }')).toEqual(['E boundaryFieldRequired.graphqlArgument gql:Query.user id'])
  expect(asked('query A($i: ID!) { user(id: $i) { id } users { id } }')).toEqual([])
  expect(asked('query A { user(id: 1, old: true) { posts(last: 1) { title } } }')).toEqual([
    'E boundaryFieldUnknown.graphqlArgument gql:Query.user old',
    'E boundaryFieldUnknown.graphqlArgument gql:User.posts last',
  ])
})

test('literals: enums, input objects', () => {
  expect(asked('query A { user(id: 1, by: SIZE) { id } }')).toEqual(['E boundaryConstraintViolation.graphqlEnum gql:Query.user by'])
  expect(asked('query A($o: Order) { users(filter: { order: $o, tags: [NAME, SIZE] }) { id } }')).toEqual([
    'E boundaryConstraintViolation.graphqlEnum gql:Query.users filter.tags',
  ])
  expect(asked('mutation A { rename(input: { name: "x", nick: "y" }) { id } }')).toEqual([
    'E boundaryFieldRequired.graphqlArgument gql:Mutation.rename input.id',
    'E boundaryFieldUnknown.graphqlArgument gql:Mutation.rename input.nick',
  ])
  expect(asked('mutation A($i: Rename!) { rename(input: $i) { id } }')).toEqual([])
})

test('a root field that nothing has is a warning where the package asks that service otherwise', () => {
  expect(asked('query A { user(id: 1) { id } gone }')).toEqual(['W boundaryFieldUnknown.graphql gql:Query gone'])
  expect(asked('query A { gone { id } }')).toEqual([])
})

test.each([
  ['a type that is declared nowhere', 'type Query { a: A }', 'query { a { b } }'],
  ['a field with a directive of a client library', sdl, 'query { extra @rest(path: "/x") { b } user(id: 1) { more @local } }'],
  ['introspection', sdl, '{ __schema { types { name } } __type(name: "User") { kind } user(id: 1) { __typename } }'],
  ['an entity of a federated graph', 'type Query { u: U }\ntype U @key(fields: "id") { id: ID! }', '{ u { id reviews { body } } other }'],
  ['a type that another service declares', 'type Query { u: U }\nextend type U { id: ID! }', '{ u { id reviews { body } } }'],
  ['a type that a directive may change', 'directive @uid on OBJECT\ntype Query { u: U }\ntype U @uid { id: ID! }', '{ u { uid } }'],
  ['a field whose directive may take arguments', 'directive @date on FIELD_DEFINITION\ntype Query { u: String @date }', '{ u(format: "d") }'],
  ['root fields that a directive makes', 'type Query { a: Int }\ntype Todo @model { id: ID! }', '{ a listTodos { items { id } } }'],
  ['a custom scalar', 'scalar JSON\ntype Query { a(b: JSON): JSON }', '{ a(b: { any: [X] }) }'],
  ['an alias', sdl, '{ mine: user(id: 1) { label: name } }'],
  ['a fragment on an interface', sdl, '{ node { id ...F } } fragment F on User { posts { title } }'],
  ['inputs of one name that differ', 'type Query { a(i: I): Int } input I { x: Int! } input I { y: Int! }', '{ a(i: { z: 1 }) }'],
  ['roots of two services', 'schema { query: Shop }\ntype Shop { a: Int }\ntype Query { b: Int }', '{ a c }'],
  ['a fragment that spreads itself', sdl, '{ user(id: 1) { ...F } } fragment F on User { posts { author { ...F } } }'],
])('no finding: %s', (_, schema, document) => {
  expect(lines({ 'schema.graphql': schema, 'ask.graphql': document })).toEqual([])
})

test.each([
  ['a generated file', `# This file was generated. Do not edit.\n${sdl}`],
  ['a type that is missing', `${sdl}extend type Query { other: Gone }`],
  ['a directive that is not declared', `${sdl}extend type Query { other: Int @computed }`],
])('a warning where the schema is not complete: %s', (_, schema) => {
  expect(lines({ 'schema.graphql': schema, 'ask.graphql': '{ user(id: 1) { email } }' })).toEqual(['W boundaryFieldUnknown.graphql gql:User email'])
})

const server = (options: string, head = '') => `import { ApolloServer } from '@apollo/server'
import { gql } from 'graphql-tag'
${head}
new ApolloServer({ ${options} })
`
const resolvers = 'resolvers: { Query: { user: () => null, users: () => [] } }'
const asks = { 'web/ask.ts': `import { gql, useQuery } from '@apollo/client'
const DOC = gql\`query A { user(id: 1) { email } }\`
export const useIt = () => useQuery(DOC).data
` }

test.each([
  ['a template', server(`typeDefs: gql\`${sdl.replaceAll('`', '')}\`, ${resolvers}`), {}],
  ['a list of texts, one in another file', server(`typeDefs: [base, more], ${resolvers}`, "import { base } from './base.js'\nconst more = /* GraphQL */ `extend type Query { more: Int }`"), { 'server/base.ts': `import { gql } from 'graphql-tag'\nexport const base = gql\`${sdl}\`` }],
  ['a file that is read', server(`typeDefs: readFileSync(join(__dirname, 'schema.graphql'), 'utf8'), ${resolvers}`, "import { readFileSync } from 'node:fs'\nimport { join } from 'node:path'"), { 'server/schema.graphql': sdl }],
  ['a file that is read and parsed', server(`typeDefs: gql(readFileSync('server/schema.graphql', { encoding: 'utf8' })), ${resolvers}`, "import { readFileSync } from 'fs'"), { 'server/schema.graphql': sdl }],
  ['a file that is imported', server(`typeDefs, ${resolvers}`, "import typeDefs from './schema.graphql'"), { 'server/schema.graphql': sdl }],
  ['templates in templates', server(`typeDefs: gql\`${sdl} \${more}\`, ${resolvers}`, 'const more = gql`extend type Query { more: Int }`'), {}],
])('SDL of code is that of the service: %s', (_, code, more) => {
  expect(lines({ 'server/index.ts': code, ...more, ...asks })).toEqual([
    'E boundaryFieldUnknown.graphql gql:User email',
    ...(code.includes('more: Int') || JSON.stringify(more).includes('more: Int') ? ['W contractOperationUnimplemented.graphql gql:Query.more'] : []),
    'W contractOperationUnimplemented.graphql gql:Mutation.rename',
    'W contractOperationUnimplemented.graphql gql:Query.found',
    'W contractOperationUnimplemented.graphql gql:Query.node',
  ].sort())
})

test('SDL in a template keeps its places', () => {
  const text = server(`typeDefs: gql\`\n  type Query { user(id: ID!): User }\n  type User { id: ID! }\n\`, resolvers: { Query: { user: () => null } }`)
  const { findings } = report({ 'server/index.ts': text, ...asks })
  expect(only(findings).other).toMatchObject({ file: 'server/index.ts', span: { start: text.indexOf('User { id') } })
})

test('a part that is made at run time leaves warnings', () => {
  const part = server(`typeDefs: [gql\`${sdl}\`, theirs()], ${resolvers}`, "import { theirs } from 'their-defs'")
  expect(lines({ 'server/index.ts': part, ...asks })).toContain('W boundaryFieldUnknown.graphql gql:User email')
  const made = server(`typeDefs: gql\`${sdl}\`, ${resolvers}`, "import { stitchSchemas } from '@graphql-tools/stitch'\nstitchSchemas({})")
  expect(lines({ 'server/index.ts': made, ...asks })).toContain('W boundaryFieldUnknown.graphql gql:User email')
})

test('what is served decides; another file of the package is a copy', () => {
  const text = server(`typeDefs: gql\`type Query { user(id: ID!): User, users: [User] } type User { id: ID! }\`, ${resolvers}`)
  const found = lines({ 'server/index.ts': text, 'schema.graphql': 'type Query { user(id: ID!, old: Int): User! } type User { id: ID!, email: String }', ...asks })
  expect(found).toEqual([
    'E boundaryFieldUnknown.graphql gql:User email',
    'W contractDisagreement.graphql gql:Query.user',
  ])
})

test('an operation of a file that code sends is one client', () => {
  const file = 'query A { user(id: 1) { email } }'
  const code = `import { useQuery } from '@apollo/client'
import { A } from './a.graphql'
export const useIt = () => useQuery(A).data
`
  const clients = (texts: Texts) => summariesOf({ 'schema.graphql': sdl, 'web/a.graphql': file, ...texts }).filter(s => s.kind === 'client')
  expect(clients({ 'web/use.ts': code }).map(s => s.identity.name)).toEqual(['useIt'])
  expect(clients({}).map(s => s.identity.name)).toEqual(['A'])
  const typed = code.replace("import { A } from './a.graphql'", "import type { TypedDocumentNode } from '@apollo/client'\ndeclare const A: TypedDocumentNode<AQuery, {}>")
  expect(clients({ 'web/use.ts': typed }).map(s => [s.identity.name, graphqlFacts(s).document?.trim()])).toEqual([['useIt', file]])
  expect(lines({ 'schema.graphql': sdl, 'web/a.graphql': file, 'web/use.ts': typed })).toEqual(['E boundaryFieldUnknown.graphql gql:User email'])
})

test('checking/K137 a fragment that nothing defines', () => {
  const ask = (head = '') => ({
    'schema.graphql': sdl,
    'web/ask.ts': `import { ApolloClient, InMemoryCache, gql, useQuery } from '@apollo/client'
${head}
const DOC = gql\`query A { user(id: 1) { ...Gone } }\`
export const useIt = () => useQuery(DOC).data
`,
  })
  const client = 'export const client = new ApolloClient({ cache: new InMemoryCache() })'
  expect(lines(ask(client))).toEqual(['E graphqlUnknownFragment.spread gql:query A Gone'])
  expect(lines(ask(`${client}\nexport const other = new ApolloClient(theirs())`))).toEqual(['I lowConfidence.fragment gql:query A Gone'])
  expect(lines(ask('export const client = new ApolloClient({ cache: new InMemoryCache({ fragments: theirs() }) })'))).toEqual([])
  expect(lines(ask())).toEqual(['I lowConfidence.fragment gql:query A Gone'])
})

test('fragments of files are known to code by their name', () => {
  expect(lines({ 'schema.graphql': sdl, 'web/f.graphql': 'fragment F on User { email }', 'web/ask.ts': asks['web/ask.ts'].replace('{ email }', '{ ...F }') })).toEqual([
    'E boundaryFieldUnknown.graphql gql:User email',
  ])
})

test('two services that have the field, and neither is near', () => {
  const texts = (folder: string, name: string) => ({
    [`${folder}/package.json`]: JSON.stringify({ name }),
    [`${folder}/schema.graphql`]: 'type Query { user: Int }',
  })
  const root = { 'package.json': JSON.stringify({ name: 'root', workspaces: ['packages/*'] }) }
  const ask = { 'packages/web/package.json': '{"name":"web"}', 'packages/web/a.graphql': 'query A { user }' }
  expect(lines({ ...root, ...texts('packages/a', 'a'), ...texts('packages/b', 'b'), ...ask })).toEqual(['W ambiguousProvider.graphql gql:Query.user'])
  expect(lines({ ...root, ...texts('packages/a', 'a'), ...texts('packages/web', 'web'), ...ask })).toEqual([])
})

const packages = (files: Readonly<Record<string, string>>): Texts => ({
  'package.json': JSON.stringify({ name: 'root', workspaces: ['packages/*'] }),
  'packages/api/package.json': '{"name":"api"}',
  'packages/web/package.json': '{"name":"web"}',
  'packages/api/schema.graphql': 'type Query { me: Me, user(id: ID!): Me }\ntype Me { id: ID!, token: String }',
  ...files,
})
const sends = (document: string, options: string) => `import { gql, useQuery } from '@apollo/client'
const DOC = gql\`${document}\`
export const useIt = () => useQuery(DOC, ${options}).data
`

test('a call that says by which client or link it goes may go elsewhere', () => {
  const found = (options: string) =>
    lines(packages({ [`packages/web/me.${options === 'file' ? 'graphql' : 'ts'}`]: options === 'file' ? '{ me { id } }' : sends('query Me { me { id } }', '{}'), 'packages/web/ask.ts': sends('query A { plugins { id } }', options) }))
  expect(found('{}')).toEqual(['W boundaryFieldUnknown.graphql gql:Query plugins'])
  expect(found('{ context: { headers: {} } }')).toEqual(['W boundaryFieldUnknown.graphql gql:Query plugins'])
  expect(found('{ context: { clientName: "plugins" } }')).toEqual([])
  expect(found('{ client: theirs }')).toEqual([])
  expect(found('file')).toEqual([])
})

test('a field of another package of which nothing but the name is known is one of another service', () => {
  const found = (document: string) => lines(packages({ 'packages/web/ask.graphql': document }))
  expect(found('{ user(credentials: 1) { roles, name } }')).toEqual([])
  expect(found('{ user(id: 1) { roles } }')).toEqual(['E boundaryFieldUnknown.graphql gql:Me roles'])
  expect(found('{ user(credentials: 1) { id } }')).toEqual([
    'E boundaryFieldRequired.graphqlArgument gql:Query.user id',
    'E boundaryFieldUnknown.graphqlArgument gql:Query.user credentials',
  ])
})

test('the finding stands in the template that holds the field, also in a fragment of another file', () => {
  const fragment = "import { gql } from '@apollo/client'\nexport const F = gql`\n  fragment F on Me {\n    toke\n  }\n`\n"
  const code = `import { gql, useQuery } from '@apollo/client'
import { F } from './f.js'
const DOC = gql\`query A { me { ...F } } \${F}\`
export const useIt = () => useQuery(DOC).data
`
  const finding = only(report(packages({ 'packages/web/f.ts': fragment, 'packages/web/ask.ts': code })).findings)
  expect(finding.site).toMatchObject({ file: expect.stringMatching(/f\.ts$/), lines: { start: 4 }, column: 4, span: { start: fragment.indexOf('toke') } })
})

test('operations below folders of templates are no requests', () => {
  expect(lines({ 'schema.graphql': sdl, 'tools/templates/a.graphql': '{ user(id: 1) { email } }' })).toEqual([])
})

test('a package that asks mostly for other things may ask another service', () => {
  const other = { 'packages/web/other.graphql': 'query B { posts { id } } query C { tags { id } } query D { me { token roles } }' }
  expect(lines(packages(other))).toContain('W boundaryFieldUnknown.graphql gql:Me roles')
  expect(lines(packages({ 'packages/web/d.graphql': 'query D { me { token roles } }' }))).toEqual(['E boundaryFieldUnknown.graphql gql:Me roles'])
})

test('a server for tests says nothing of the schema', () => {
  const text = server(`typeDefs: gql\`type Query { user(id: ID!): User } type User { id: ID! }\`, resolvers: { Query: { user: () => null } }`)
  expect(lines({ 'src/mocks/server.ts': text, ...asks })).toEqual([])
})

test.each([
  ['a name that two fragments have', 'gql`query A { user(id: 1) { ...F } }`', { 'a/f.graphql': 'fragment F on User { id }', 'b/f.graphql': 'fragment F on Post { gone }' }],
  ['a tag that may add fragments', 'graphql`query A { user(id: 1) { ...Gone } }`', {}],
  ['a function that may add fragments', 'gql(`query A { user(id: 1) { ...Gone } }`, [theirs])', {}],
])('no fragment is called unknown: %s', (_, document, more) => {
  const code = `import { ApolloClient, InMemoryCache, gql, useQuery } from '@apollo/client'
import { graphql } from './generated'
export const client = new ApolloClient({ cache: new InMemoryCache() })
export const useIt = () => useQuery(${document}).data
`
  expect(lines({ 'schema.graphql': sdl, 'web/ask.ts': code, ...more })).toEqual([])
})

test('Nest that takes its schema from files serves just that; from classes it makes it', () => {
  const found = (options: string) =>
    lines({
      'schema.graphql': sdl,
      'web/ask.graphql': '{ user(id: 1) { email } }',
      'src/app.ts': `import { GraphQLModule, Query, Resolver } from '@nestjs/graphql'
export const graphql = GraphQLModule.forRoot(${options})
@Resolver() export class R { @Query() user() { return null } }
`,
    })
  expect(found("{ typePaths: ['./**/*.graphql'] }")).toEqual(['E boundaryFieldUnknown.graphql gql:User email'])
  expect(found('{ autoSchemaFile: true }')).toEqual(['W boundaryFieldUnknown.graphql gql:User email'])
  expect(found('{ ...theirs }')).toEqual(['W boundaryFieldUnknown.graphql gql:User email'])
})

const nest = (classes: string) => `import { Args, ArgsType, Directive, Field, ID, InputType, Int, ObjectType, PartialType, Query, Mutation, Resolver, ResolveField } from '@nestjs/graphql'
${classes}
`
const nestTypes = `
@ObjectType()
export class Base { @Field(() => ID) id!: string }
@ObjectType('Person')
export class User extends Base {
  @Field() name!: string
  @Field(() => [Post], { nullable: true }) posts?: Post[]
  secret!: string
}
@ObjectType()
export class Post { @Field({ name: 'title' }) head!: string }
@InputType()
export class Rename { @Field() id!: string
  @Field({ nullable: true }) name?: string
  @Field(() => Int, { defaultValue: 1 }) times!: number }
@ArgsType()
export class Page { @Field(() => Int) first!: number }
@Resolver(() => User)
export class Users {
  @Query(() => User, { nullable: true }) user(@Args('id', { type: () => ID }) id: string) { return null }
  @Query(() => [User], { name: 'users' }) all(@Args() page: Page) { return [] }
  @Mutation(() => User) rename(@Args('input') input: Rename, @Args({ name: 'dry', nullable: true }) dry: boolean) { return null }
  @ResolveField(() => Int) age() { return 1 }
}`
test.each([
  ['what is there', '{ user(id: 1) { id name age posts { title } } users(first: 1) { id } }', []],
  ['a member without a decorator', '{ user(id: 1) { secret } }', ['W boundaryFieldUnknown.graphql gql:Person secret']],
  ['a field by another name', '{ user(id: 1) { posts { head } } }', ['W boundaryFieldUnknown.graphql gql:Post head']],
  ['arguments', '{ user { id } users(last: 1) { id } }', [
    'W boundaryFieldRequired.graphqlArgument gql:Query.user id',
    'W boundaryFieldRequired.graphqlArgument gql:Query.users first',
    'W boundaryFieldUnknown.graphqlArgument gql:Query.users last',
  ]],
  ['inputs', 'mutation { rename(input: { nick: "a" }) { id } }', [
    'W boundaryFieldRequired.graphqlArgument gql:Mutation.rename input.id',
    'W boundaryFieldUnknown.graphqlArgument gql:Mutation.rename input.nick',
  ]],
  ['root fields of modules that are not read', '{ user(id: 1) { id } more { id } }', []],
])('the schema that decorated classes make: %s', (_, document, found) => {
  expect(lines({ 'src/users.ts': nest(nestTypes), 'web/ask.graphql': document })).toEqual(found)
})

test('a finding against a decorated class stands at it', () => {
  const text = nest(nestTypes)
  const { findings } = report({ 'src/users.ts': text, 'web/ask.graphql': '{ user(id: 1) { posts { head } } }' })
  expect(only(findings.filter(({ form }) => form === 'graphql')).other).toMatchObject({ file: 'src/users.ts', span: { start: text.indexOf('Post { @Field') } })
})

test.each([
  ['a base that is not read', nestTypes.replace('extends Base', "extends theirs(Base)"), '{ user(id: 1) { more } }', {}],
  ['a directive', nestTypes.replace("@ObjectType('Person')", "@ObjectType('Person') @Directive('@key(fields: \"id\")')"), '{ user(id: 1) { more } }', {}],
  ['a type that is not read', nestTypes.replace('() => [Post]', '() => [theirs]'), '{ user(id: 1) { posts { more } } }', {}],
  ['a getter', nestTypes.replace('secret!: string', '@Field() get full() { return "" }'), '{ user(id: 1) { full } }', {}],
  ['the plugin', nestTypes, '{ user(id: 1) { secret } }', { 'nest-cli.json': '{"compilerOptions":{"plugins":["@nestjs/graphql"]}}' }],
  ['an input made partial', nestTypes.replace('input: Rename', 'input: Change').replace('@ArgsType()', '@InputType() export class Change extends PartialType(Rename) {}\n@ArgsType()'), 'mutation { rename(input: {}) { id } }', {}],
])('no finding against decorated classes: %s', (_, classes, document, more) => {
  expect(lines({ 'src/users.ts': nest(classes), 'web/ask.graphql': document, ...more })).toEqual([])
})

test('a file of the schema speaks before the classes', () => {
  const files = { 'src/users.ts': nest(nestTypes), 'schema.gql': '# GENERATED\ntype Query { user(id: ID!): Person } type Person { id: ID! secret: String }' }
  expect(lines({ ...files, 'web/ask.graphql': '{ user(id: 1) { secret name } }' })).toEqual(['W boundaryFieldUnknown.graphql gql:Person name'])
})

test('a root field that a resolver has and the schema lacks is none of the client', () => {
  const code = `import { Query, Resolver } from '@nestjs/graphql'
@Resolver() export class R { @Query() user() { return null }
  @Query() plugins() { return [] } }
`
  expect(lines({ 'schema.graphql': sdl, 'src/r.ts': code, 'web/ask.graphql': '{ user(id: 1) { id } plugins { id } }' })).toEqual([])
})
