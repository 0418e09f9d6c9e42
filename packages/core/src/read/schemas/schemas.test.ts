/** Schemas as the libraries write them. */
import { expect, test } from 'vitest'
import { memoryHost } from '../../program/memory-host.js'
import { openProgram } from '../../program/program.js'
import { openValues } from '../../values/resolve.js'
import { exprAt } from '../../values/value.js'
import type { DeclaredSchema } from './declared-schema.js'
import { openSchemas } from './index.js'

/** The schema exported as `S` from the first file. */
function read(text: string, more: Record<string, string> = {}): DeclaredSchema | null {
  const program = openProgram(memoryHost({ 'src/a.ts': text, ...more }))
  const values = openValues(program)
  const module = program.module('src/a.ts')
  const source = module?.top.get('S')?.source
  if (!module || source?.type !== 'init') throw new RangeError('no S')
  return openSchemas(values).read(exprAt(module, source.value))
}
const zod = (text: string) => read(`import { z } from 'zod'\n${text}`)
const text = { type: 'text' }
const anything = { type: 'union', variants: [{ type: 'undefined' }, { type: 'unknown' }] }
const maybe = (shape: object) => ({ type: 'union', variants: [shape, { type: 'undefined' }] })

test('zod: properties, presence, bounds', () => {
  const found = zod(`const Id = z.string().uuid()
export const S = z.object({ id: Id, age: z.number().int().min(18).optional(), tags: z.array(z.string().max(9)), kind: z.enum(['a', 'b']).default('a') })`)
  expect(found).toEqual({
    shape: {
      type: 'record',
      properties: {
        id: text,
        age: maybe({ type: 'integer' }),
        tags: { type: 'array', items: text },
        kind: {
          type: 'union',
          variants: [{ type: 'literal', value: 'a' }, { type: 'literal', value: 'b' }, { type: 'undefined' }],
        },
      },
    },
    optional: null,
    constraints: { age: { minimum: 18 }, 'tags.[]': { maxLength: 9 } },
    unknownKeys: 'strip',
    transforms: true,
  })
})

test('zod: schemas made from schemas, across files', () => {
  const found = read(
    `import { Base } from './base.js'
export const S = Base.extend({ note: Base.shape.id.nullable() }).omit({ secret: true }).partial({ name: true }).strict()`,
    {
      'src/base.ts': `import * as z from 'zod'\nexport const Base = z.object({ id: z.string().min(2), name: z.string(), secret: z.string() })`,
    },
  )
  expect(found?.shape).toEqual({
    type: 'record',
    properties: { id: text, name: maybe(text), note: { type: 'union', variants: [{ type: 'null' }, text] } },
  })
  expect(found?.unknownKeys).toBe('strict')
  expect(found?.constraints).toEqual({ id: { minLength: 2 }, note: { minLength: 2 } })
})

test('zod: spread properties, an open object, what is not read', () => {
  const found = zod(`const A = z.object({ a: z.string() })
export const S = z.object({ ...A.shape, d: z.date(), f: z.string().foo(), g: z.coerce.number() }).passthrough()`)
  expect(found?.shape).toEqual({
    type: 'record',
    properties: { a: text, d: anything, f: anything, g: anything },
    spreads: [{ sourceText: '…' }],
  })
})

test('zod: a schema inside itself ends', () => {
  const found = zod(
    `export const S: any = z.object({ name: z.string(), get inner() { return S }, more: z.array(z.lazy(() => S)) })`,
  )
  expect(found?.shape).toEqual({
    type: 'record',
    properties: { name: text, inner: anything, more: { type: 'array', items: { type: 'unknown' } } },
  })
})

test('zod: unions', () => {
  const found = zod(
    `export const S = z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b'), n: z.number() })])`,
  )
  expect(found?.shape).toEqual({
    type: 'union',
    variants: [
      { type: 'record', properties: { t: { type: 'literal', value: 'b' }, n: { type: 'number' } } },
      { type: 'record', properties: { t: { type: 'literal', value: 'a' } } },
    ],
  })
})

test('a spread list of values that does not settle makes no enum', () => {
  expect(read(`import Joi from 'joi'\nexport const S = Joi.string().valid('a', ...load())`)?.shape).toEqual({
    type: 'unknown',
  })
  expect(zod(`export const S = z.enum(load())`)?.shape).toEqual({ type: 'unknown' })
})

test('valibot', () => {
  const found = read(`import * as v from 'valibot'
export const S = v.strictObject({ a: v.pipe(v.string(), v.minLength(3)), b: v.optional(v.picklist(['x', 'y'])), c: v.nullable(v.number()) })`)
  expect(found).toMatchObject({
    shape: {
      properties: {
        a: text,
        b: { variants: [{ value: 'x' }, { value: 'y' }, { type: 'undefined' }] },
        c: { variants: [{ type: 'null' }, { type: 'number' }] },
      },
    },
    unknownKeys: 'strict',
    constraints: { a: { minLength: 3 } },
    transforms: false,
  })
})

test('TypeBox', () => {
  const found = read(`import { Type } from '@sinclair/typebox'
export const S = Type.Object({ a: Type.String({ maxLength: 5 }), b: Type.Optional(Type.Integer()), c: Type.Union([Type.Literal('x'), Type.Null()]) }, { additionalProperties: false })`)
  expect(found?.shape).toEqual({
    type: 'record',
    properties: {
      a: text,
      b: maybe({ type: 'integer' }),
      c: { type: 'union', variants: [{ type: 'literal', value: 'x' }, { type: 'null' }] },
    },
  })
  expect(found?.unknownKeys).toBe('strict')
  expect(found?.constraints).toEqual({ a: { maxLength: 5 } })
})

test('Joi: keys are optional, numbers are converted', () => {
  const found = read(`import Joi from 'joi'
export const S = Joi.object({ a: Joi.string().required(), n: Joi.number(), deep: { b: Joi.boolean().required() } }).unknown()`)
  expect(found?.shape).toMatchObject({
    properties: {
      a: text,
      n: {
        variants: [{ type: 'number' }, text, { type: 'undefined' }].sort((x, y) =>
          x.type < y.type ? -1 : 1,
        ),
      },
      deep: { type: 'union' },
    },
  })
  expect(found?.unknownKeys).toBe('keep')
})

test('JSON Schema', () => {
  const found = read(`const id = { type: 'string', minLength: 1 } as const
export const S = { type: 'object', required: ['id'], additionalProperties: false, properties: { id, n: { type: ['integer', 'null'] }, k: { enum: ['a', 1] }, l: { type: 'array', items: id } } }`)
  expect(found).toMatchObject({
    shape: {
      type: 'record',
      properties: {
        id: text,
        n: { variants: [{ type: 'integer' }, { type: 'null' }, { type: 'undefined' }] },
        k: { variants: [{ value: 'a' }, { value: 1 }, { type: 'undefined' }] },
        l: { type: 'union' },
      },
    },
    unknownKeys: 'strict',
    constraints: { id: { minLength: 1 }, 'l.[]': { minLength: 1 } },
  })
})

test.each([
  [`import { z } from './mine.js'\nexport const S = z.object({})`],
  [`export const S = { name: 'a' }`],
  [`import { z } from 'zod'\nexport const S = z.object({}).parse({})`],
  [`export const S = load()`],
])('no schema: %s', source => {
  expect(read(source)).toBeNull()
})
