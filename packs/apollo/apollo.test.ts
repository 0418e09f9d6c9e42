/** Acceptance of the Apollo pack. */
import { expect, test } from 'vitest'
import { named } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

test('packs/Q13 a map made of others, across files', () => {
  const found = summariesOf({
    'src/server.js': `const { ApolloServer } = require('apollo-server')
const a = require('./a')
const { q } = require('./q')
const u = (_, { id }) => id
new ApolloServer({ resolvers: { ...a, Query: { ...q, u } } })`,
    'src/a.js': `module.exports = { User: { name: user => user.name }, Query: { lost: () => 1 } }`,
    'src/q.js': `exports.q = { me() { return 1 } }`,
  })
  expect(listedIn(found)).toEqual([
    'apollo Query.me: return',
    'apollo Query.u: return',
    'apollo User.name: return',
  ])
  expect(
    named(found, 'u').inputs.map(input => (input.type === 'parameter' ? [input.position, input.role] : [])),
  ).toEqual([
    [0, 'parent'],
    [1, 'args'],
  ])
})

test('packs/Q14 a schema of Yoga, a field that is an object', () => {
  const found = summariesIn(`import { createSchema, createYoga } from 'graphql-yoga'
const resolvers = { Query: { user: () => ({}) }, User: { full: { resolve: (u: any) => u.a } } }
createYoga({ schema: createSchema({ typeDefs: '', resolvers }) })`)
  expect(listedIn(found)).toEqual(['apollo Query.user: return', 'apollo User.full: return'])
})

test('modules of a subgraph, a resolver that is wrapped by a library, a reference', () => {
  const found = summariesIn(`import { buildSubgraphSchema } from '@apollo/subgraph'
import { combine } from 'their-resolvers'
import { GraphQLScalarType } from 'graphql'
buildSubgraphSchema([{ resolvers: { User: { __resolveReference: (r: any) => r }, Date: new GraphQLScalarType({}) } }, { resolvers: { Query: { a: combine(() => 1) } } }])`)
  expect(listedIn(found)).toEqual([
    'apollo Query.a: ',
    'apollo User.__resolveReference: return',
  ])
  expect(named(found, 'Query.a').gaps.map(({ reason }) => reason)).toEqual(['libraryWrapper'])
})
