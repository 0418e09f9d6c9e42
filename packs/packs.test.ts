/** What holds for every pack as data. */
import { isPackDefinition, PatternPackSchema, resolvePack } from '@suss/core/pack'
import { expect, test } from 'vitest'
import { requireReadable } from '../packages/core/src/interpreters.js'
import { packs } from './testing/all-packs.js'
import { packNames } from './index.js'

test('every named pack is there', () => {
  expect(packs.map(pack => pack.name)).toEqual([...packNames])
})

test.each(packs.map(pack => [pack.name, pack] as const))('pack %s keeps the schema', (name, pack) => {
  expect(isPackDefinition(pack)).toBe(true)
  expect(PatternPackSchema.safeParse(pack).error).toBeUndefined()
  expect(resolvePack(pack, undefined, name)).toBe(pack)
  expect(() => requireReadable(pack)).not.toThrow()
})

test('express: one chain of verbs per way to make a routable, with and without a route link', () => {
  const express = packs.find(pack => pack.name === 'express')
  const handlers = express?.discovery.filter(pattern => pattern.kind === 'handler') ?? []
  const chains = handlers.flatMap(({ match }) => (match.type === 'registrationCall' ? [match] : []))
  expect(chains.map(match => [match.importName, match.pathFrom?.method])).toEqual([
    ['default', undefined],
    ['Router', undefined],
    ['default', 'route'],
    ['Router', 'route'],
  ])
  expect(new Set(chains.map(match => match.registrationChain.join(' '))).size).toBe(1)
})
