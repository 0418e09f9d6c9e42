/** Both oracles answer the same questions with the same answers. */
import { describe, expect, test } from 'vitest'
import type { TypeShape } from '../ir/index.js'
import { asking, memoryHost, openOracle, oracles, withNodeTypes } from './testing/project.js'

const text: TypeShape = { type: 'text' }
const number: TypeShape = { type: 'number' }
const missing: TypeShape = { type: 'undefined' }
const record = (properties: Record<string, TypeShape>): TypeShape => ({ type: 'record', properties })

const types: [string, TypeShape][] = [
  ['string', text],
  ['boolean', { type: 'boolean' }],
  ['any', { type: 'unknown' }],
  ['unknown', { type: 'unknown' }],
  ['never', { type: 'unknown' }],
  ['object', { type: 'unknown' }],
  ['{}', { type: 'unknown' }],
  ['void', missing],
  ['bigint', { type: 'ref', name: 'bigint' }],
  ['symbol', { type: 'ref', name: 'symbol' }],
  ['Date', { type: 'ref', name: 'Date' }],
  ['Map<string, number>', { type: 'ref', name: 'Map' }],
  ['Uint8Array', { type: 'ref', name: 'Uint8Array' }],
  ['Error', { type: 'ref', name: 'Error' }],
  ['Promise<Promise<string>>', text],
  ['string & { readonly brand: unique symbol }', text],
  ['`/users/${string}`', text],
  ['() => void', { type: 'unknown' }],
  ['string[]', { type: 'array', items: text }],
  ['readonly number[]', { type: 'array', items: number }],
  ['[number, string]', { type: 'array', items: { type: 'union', variants: [number, text] } }],
  ['[]', { type: 'array', items: { type: 'unknown' } }],
  ['Record<string, number>', { type: 'dictionary', values: number }],
  [
    '{ [key: string]: number; total: number }',
    { ...record({ total: number }), spreads: [{ sourceText: '[key: string]' }] } as TypeShape,
  ],
  [
    '"b" | "a" | "b"',
    {
      type: 'union',
      variants: [
        { type: 'literal', value: 'a' },
        { type: 'literal', value: 'b' },
      ],
    },
  ],
  [
    'string | true | false | null',
    { type: 'union', variants: [{ type: 'boolean' }, { type: 'null' }, text] },
  ],
  [
    '{ a?: string; b: number | undefined }',
    record({
      a: { type: 'union', variants: [text, missing] },
      b: { type: 'union', variants: [number, missing] },
    }),
  ],
  ['{ run(): void; cb?: () => void; id: string }', record({ id: text })],
  ['{ toJSON(): { id: string } }', record({ id: text })],
  ['{ at: Date; price: { toJSON(): string } }', record({ at: { type: 'ref', name: 'Date' }, price: text })],
  ['Omit<{ a: string; secret: string }, "secret">', record({ a: text })],
]

describe.each(oracles)('%s', name => {
  const { ask, askHost } = asking(name)

  /** Shapes of `value`, each source a module of its own. */
  function shapesOf(sources: readonly string[]): TypeShape[] {
    const files = sources.map(
      (source, index) => [`${index}.ts`, `${source}\nexport const use = () => value`] as const,
    )
    const places = files.map(([file]) => ({ file, at: 'value' }))
    return askHost(memoryHost(Object.fromEntries(files)), 'shape', places).map(answer =>
      answer.type === 'shape' ? answer.shape : { type: 'unknown' },
    )
  }

  const shapes = shapesOf(types.map(([type]) => `declare const value: ${type}`))
  test.each(types.map(([type, shape], index) => [type, shape, shapes[index]] as const))(
    '%s',
    (_type, shape, answered) => expect(answered).toEqual(shape),
  )

  test.each<[string, string, TypeShape]>([
    [
      'enum',
      'enum Role { Admin = "admin", User = "user" }',
      {
        type: 'union',
        variants: [
          { type: 'literal', value: 'admin' },
          { type: 'literal', value: 'user' },
        ],
      },
    ],
    [
      'numeric enum',
      'enum Role { A, B }',
      {
        type: 'union',
        variants: [
          { type: 'literal', value: 0 },
          { type: 'literal', value: 1 },
        ],
      },
    ],
    ['one member', 'enum Role { Admin = "admin" }', { type: 'literal', value: 'admin' }],
  ])('an enum is the union of its literals: %s', (_name, before, shape) => {
    expect(shapesOf([`${before}\ndeclare const value: Role`])).toEqual([shape])
  })

  test('a type parameter is unknown', () => {
    const answer = ask('shape', 'export function f<T>(x: T): T { return x }', 'x')
    expect(answer).toMatchObject({ type: 'shape', shape: { type: 'unknown' } })
  })

  test('extraction/S03 an expression is narrowed where it is used', () => {
    const source = `interface User { id: string }
declare function find(): Promise<User | null>
export async function get() {
  const user = await find()
  if (!user) return null
  return user
}`
    expect(ask('shape', source, 'user')).toMatchObject({ shape: record({ id: text }) })
  })

  test('extraction/S04 dictionary, Date, and a recursive type is one definition that ends', () => {
    const source = `interface Node { id: string; children: Node[]; made: Date; extra: Record<string, number> }
declare const value: { root: Node }
export const use = value`
    const answer = ask('shape', source, 'value')
    if (answer.type !== 'shape') throw new Error('no shape')
    const [key = ''] = Object.keys(answer.definitions)
    expect(key).toMatch(/^Node#[0-9a-f]{10}$/)
    const ref: TypeShape = { type: 'ref', name: 'Node', def: key, from: 'main.ts' }
    expect(answer.shape).toEqual(record({ root: ref }))
    expect(answer.definitions).toEqual({
      [key]: record({
        id: text,
        children: { type: 'array', items: ref },
        made: { type: 'ref', name: 'Date' },
        extra: { type: 'dictionary', values: number },
      }),
    })
    expect(answer.budget).toBe(false)
  })

  test('a recursive type at the top is written out and refers to its definition', () => {
    const answer = ask(
      'shape',
      'interface A { next: A | null }\ndeclare const value: A\nexport const use = value',
      'value',
    )
    if (answer.type !== 'shape') throw new Error('no shape')
    const [key = ''] = Object.keys(answer.definitions)
    expect(answer.shape).toEqual(
      record({
        next: {
          type: 'union',
          variants: [{ type: 'ref', name: 'A', def: key, from: 'main.ts' }, { type: 'null' }],
        },
      }),
    )
  })

  test('extraction/S05 one wide type gives one definition with one key from wherever it is asked', () => {
    const source = `interface User { id: string; name: string; mail: string }
declare const one: { user: User }
declare const many: { users: User[] }
export const a = one
export const b = many`
    const oracle = openOracle(name, memoryHost({ 'main.ts': source }))
    const answers = oracle.ask(
      ['one', 'many'].map(name => ({
        file: 'main.ts',
        span: { start: source.lastIndexOf(name), end: source.lastIndexOf(name) + name.length },
        question: 'shape',
      })),
    )
    const keys = answers.map(answer => (answer.type === 'shape' ? Object.keys(answer.definitions) : []))
    expect(keys[0]).toHaveLength(1)
    expect(keys[1]).toEqual(keys[0])
  })

  test('a small named type is written where it is used, two instances of a generic have two definitions', () => {
    const source = `interface Id { id: string }
interface Page<T> { items: T[]; total: number; next: string }
declare const value: { id: Id; texts: Page<string>; ids: Page<Id> }
export const use = value`
    const answer = ask('shape', source, 'value')
    if (answer.type !== 'shape' || answer.shape.type !== 'record') throw new Error('no record')
    expect(answer.shape.properties['id']).toEqual(record({ id: text }))
    expect(answer.shape.properties['texts']).toMatchObject({ type: 'ref', name: 'Page' })
    expect(Object.keys(answer.definitions)).toHaveLength(2)
  })

  test('extraction/S07 tuples, private members and Date', () => {
    const source = `class Entity {
  #secret = 1
  private y = 2
  protected z = 3
  pair: [number, string] = [1, 'a']
  at = new Date()
  describe() { return this.#secret + this.y + this.z }
}
const value = new Entity()
export const use = value`
    expect(ask('shape', source, 'value')).toMatchObject({
      shape: record({
        pair: { type: 'array', items: { type: 'union', variants: [number, text] } },
        at: { type: 'ref', name: 'Date' },
      }),
    })
  })

  const wide: [string, string][] = [
    ['depth', `declare const value: ${'{ n: '.repeat(8)}string${' }'.repeat(8)}`],
    [
      'properties',
      `declare const value: { ${Array.from({ length: 65 }, (_, i) => `p${i}: string`).join('; ')} }`,
    ],
    ['variants', `declare const value: ${Array.from({ length: 17 }, (_, i) => `'v${i}'`).join(' | ')}`],
    [
      'growth',
      'interface Box<T> { value: T; a: string; b: string; inner: Box<Box<T>> }\ndeclare const value: { box: Box<string> }',
    ],
  ]

  test('what is too large is cut and said', () => {
    const files = wide.map(
      ([name, source]) => [`${name}.ts`, `${source}\nexport const use = () => value`] as const,
    )
    const places = files.map(([file]) => ({ file, at: 'value' }))
    const answers = askHost(memoryHost(Object.fromEntries(files)), 'shape', places)
    expect(answers.map(answer => answer.type === 'shape' && answer.budget)).toEqual(wide.map(() => true))
    expect(JSON.stringify(answers[0])).not.toContain('"text"')
  })

  test('the declared type of Line[]', () => {
    const source = `interface Line { sku: string; count: number }
async function load() { return (await (await fetch('/x')).json()) as Line[] }
export const use = load`
    expect(ask('declaredType', source, 'Line[]')).toMatchObject({
      shape: { type: 'array', items: record({ sku: text, count: number }) },
      definitions: {},
    })
  })

  const literals: [string, string | number | boolean | null][] = [
    ['const value = 404', 404],
    ['const value = "x" as const', 'x'],
    ['const value = true', true],
    ['enum S { Gone = 410 }\nconst value = S.Gone', 410],
    ['let value = 404', null],
    ['declare const value: number', null],
  ]

  test('a literal type answers with its value, no other type answers', () => {
    const files = literals.map(
      ([source], index) => [`${index}.ts`, `${source}\nexport const use = () => value`] as const,
    )
    const places = files.map(([file]) => ({ file, at: 'value' }))
    expect(askHost(memoryHost(Object.fromEntries(files)), 'literal', places)).toEqual(
      literals.map(([, value]) =>
        value === null ? { type: 'none', reason: 'externalValue' } : { type: 'literal', value },
      ),
    )
  })

  const repo = `export class Repo {
  async find(id: string): Promise<string> { return id }
  list = () => [1]
}
export class Users extends Repo {}
export interface Store { read(): void }
export default async function helper() {}
`

  const calls: [string, string, string][] = [
    [
      "import { Repo } from './repo.js'\nexport const use = (r: Repo) => r.find('1')",
      'find',
      'async find(id: string): Promise<string> { return id }',
    ],
    ["import { Repo } from './repo.js'\nexport const use = (r: Repo) => r.list()", 'list', '() => [1]'],
    ["import { Store } from './repo.js'\nexport const use = (s: Store) => s.read()", 'read', 'read(): void'],
    ["import run from './repo.js'\nexport const use = () => run()", 'run', 'async function helper() {}'],
  ]

  test('the declaration of a member call is the function with a body, else the member', () => {
    const files = calls.map(([source], index) => [`${index}.ts`, source] as const)
    const places = calls.map(([, at], index) => ({ file: `${index}.ts`, at }))
    const host = memoryHost({ 'repo.ts': repo, ...Object.fromEntries(files) })
    expect(askHost(host, 'declaration', places)).toEqual(
      calls.map(([, , declaration]) => {
        const start = repo.indexOf(declaration)
        const span = { start, end: start + declaration.length }
        return { type: 'declaration', place: { file: 'repo.ts', span }, module: null }
      }),
    )
  })

  test('an inherited method names the class it runs on', () => {
    const source = "import { Users } from './repo.js'\nexport const use = (u: Users) => u.find('1')"
    expect(ask('declaration', source, 'find', { 'repo.ts': repo })).toMatchObject({
      place: { file: 'repo.ts', receiverClass: { file: 'repo.ts', name: 'Users' } },
    })
  })

  test('a member of a dependency has a module and no place', () => {
    const source =
      "import { createHash } from 'node:crypto'\nexport const use = () => createHash('x').update('y')"
    const host = memoryHost({ 'main.ts': source }, withNodeTypes)
    expect(askHost(host, 'declaration', [{ file: 'main.ts', at: 'update' }])).toEqual([
      { type: 'declaration', place: null, module: 'node' },
    ])
    expect(ask('declaration', 'export const use = () => [1].map(String)', 'map')).toEqual({
      type: 'declaration',
      place: null,
      module: null,
    })
  })

  test('the props of a component are its first parameter', () => {
    const component = 'function Card({ title }: { title: string; wide?: boolean }) { return title }'
    expect(ask('props', `export default ${component}`, component)).toMatchObject({
      shape: record({ title: text, wide: { type: 'union', variants: [{ type: 'boolean' }, missing] } }),
    })
  })

  test('the span of a parenthesised expression and of the expression inside give one answer', () => {
    const source = 'declare const a: { id: string }\nexport const use = () => (a)'
    expect(ask('shape', source, '(a)')).toEqual(ask('shape', source, 'a'))
  })

  test('a place that is not there has no answer', () => {
    const oracle = openOracle(name, memoryHost({ 'main.ts': 'export {}' }))
    const span = { start: 1, end: 3 }
    const none = { type: 'none', reason: 'externalValue' }
    expect(
      oracle.ask([
        { file: 'gone.ts', span, question: 'shape' },
        { file: 'main.ts', span, question: 'shape' },
      ]),
    ).toEqual([none, none])
  })

  test('what a framework sends value by value has no shape of its own', () => {
    const root = new URL('../../../../packs/nestjs-rest', import.meta.url).pathname
    const main = "import { of } from 'rxjs'\nexport const found = of({ id: 1 })\nexport const use = found"
    const [answer] = askHost(memoryHost({ 'main.ts': main }, root), 'shape', [
      { file: 'main.ts', at: 'found' },
    ])
    expect(answer).toMatchObject({ type: 'shape', shape: { type: 'unknown' } })
    const own =
      'class Observable { source = 1 }\nexport const found = new Observable()\nexport const use = found'
    expect(ask('shape', own, 'found')).toMatchObject({
      shape: { type: 'record', properties: { source: { type: 'number' } } },
    })
  })
})
