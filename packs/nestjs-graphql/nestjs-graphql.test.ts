/** Nest with GraphQL: which field each decorated method resolves (packs.md 8.2). */
import { expect, test } from 'vitest'
import { only } from '../testing/find.js'
import { summariesIn } from '../testing/run.js'

const head = `import { Args, Mutation, ObjectType, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql'
@ObjectType() class User {}
`
const resolvers = (text: string) => summariesIn(head + text).filter(({ kind }) => kind === 'resolver')
const fieldOf = (text: string) => only(resolvers(text)).identity.boundaryBinding?.semantics

test('packs/Q15 the name in the options is that of the field', () => {
  const text = '@Resolver() export class R { @Query(() => User, { name: "me" }) user() { return {} } }'
  expect(fieldOf(text)).toEqual({ name: 'graphql-resolver', typeName: 'Query', fieldName: 'me' })
})

test('packs/Q16 a property that holds a function resolves a field', () => {
  const unit = only(
    resolvers('@Resolver() export class R { @Query(() => User) user = async () => ({ id: 1 }) }'),
  )
  expect(unit.identity.boundaryBinding?.semantics).toMatchObject({ typeName: 'Query', fieldName: 'user' })
  expect(unit.transitions).toHaveLength(1)
})

test('packs/Q17 a field of the type the class resolves', () => {
  const text =
    '@Resolver(() => User) export class R { @ResolveField() posts(@Parent() user: User) { return [] } }'
  expect(fieldOf(text)).toEqual({ name: 'graphql-resolver', typeName: 'User', fieldName: 'posts' })
  expect(only(resolvers(text)).inputs).toMatchObject([{ name: 'user', role: 'parent' }])
})

test('a class that names no type leaves the type of its fields open', () => {
  const unit = only(resolvers('@Resolver() export class R { @ResolveField() posts() { return [] } }'))
  expect(unit.identity.boundaryBinding?.semantics).toMatchObject({ typeName: null, fieldName: 'posts' })
  expect(unit.gaps).toMatchObject([{ type: 'unreadOutcome', reason: 'unsettledValue' }])
})
