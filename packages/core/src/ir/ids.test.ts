import { expect, test } from 'vitest'
import {
  canonicalJson,
  transitionId,
  unitId,
  withDefinitionsInlined,
  typeDefinitionKey,
  restBinding,
  SussError,
} from './index.js'
import type { TypeShape } from './index.js'

test('a transition id holds unit, terminal, status and the hash of its conditions', () => {
  const id = transitionId({
    unit: 'getUser',
    terminalKind: 'response',
    statusKey: '404',
    conditionTexts: ['+:!user'],
  })
  expect(id).toMatch(/^getUser:response:404:[0-9a-f]{7}$/)
})

test('the order of the conditions is part of the transition id', () => {
  const parts = { unit: 'f', terminalKind: 'return', statusKey: 'none' }
  expect(transitionId({ ...parts, conditionTexts: ['+:a', '+:b'] })).not.toBe(
    transitionId({ ...parts, conditionTexts: ['+:b', '+:a'] }),
  )
})

test('no conditions hash the empty string', () => {
  expect(transitionId({ unit: 'f', terminalKind: 'void', statusKey: 'none', conditionTexts: [] })).toBe(
    'f:void:none:da39a3e',
  )
})

test.each([
  [{ workspace: 'api', file: 'src/a.ts', exportPath: ['ns', 'get'], name: 'get' }, 'api:src/a.ts::ns.get'],
  [{ workspace: null, file: 'src/a.ts', exportPath: null, name: 'local' }, 'src/a.ts::local'],
])('unit id %#', (parts, id) => expect(unitId(parts)).toBe(id))

test('canonical JSON sorts keys, keeps list order and drops what is absent', () => {
  expect(canonicalJson({ b: [2, 1], a: undefined, 10: null, 9: 'x' })).toBe('{"10":null,"9":"x","b":[2,1]}')
})

const user: TypeShape = {
  type: 'record',
  properties: { name: { type: 'text' }, manager: { type: 'ref', name: 'User', def: 'User#1' } },
}

test('definitions are put back in, and a recursive one ends', () => {
  const list: TypeShape = { type: 'array', items: { type: 'ref', name: 'User', def: 'User#1' } }
  expect(withDefinitionsInlined(list, { 'User#1': user })).toEqual({ type: 'array', items: user })
})

test('a ref without a known definition stays', () => {
  const ref: TypeShape = { type: 'ref', name: 'Date' }
  expect(withDefinitionsInlined(ref, { 'User#1': user })).toBe(ref)
})

test('two types of one name have two keys when their content differs', () => {
  expect(typeDefinitionKey('Omit', { type: 'text' })).toMatch(/^Omit#[0-9a-f]{10}$/)
  expect(typeDefinitionKey('Omit', { type: 'text' })).not.toBe(typeDefinitionKey('Omit', { type: 'number' }))
})

test('a binding is never made with an empty name', () => {
  const make = () => restBinding({ method: 'GET', path: '' }, { recognition: 'express' })
  expect(make).toThrow(SussError)
  expect(restBinding({ method: 'GET', path: null }, { recognition: 'express' })).toEqual({
    transport: 'http',
    semantics: { name: 'rest', method: 'GET', path: null },
    recognition: 'express',
  })
})
