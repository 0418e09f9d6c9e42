/** What every form of unit has in common: its inputs, what it may call, how it is run and what is seen of it. */
import type { Transition, TypeShape, ValueRef } from '../../src/ir/index.js'
import type { PatternPack } from '../../src/pack/index.js'
import type { Vocabulary } from './grammar.js'

export interface Inputs extends Record<string, unknown> {
  s: number
  xs: readonly { a: boolean; b: boolean }[]
}

/** What one run is given beside its inputs. */
export interface Run {
  inputs: Inputs
  ask0: boolean
  ask1: boolean
  later0: boolean
  /** Status of the answer a client gets. */
  status: number
  /** Names of the functions that throw. */
  throwing: ReadonlySet<string>
  seen: { effects: string[]; reads: string[]; exceptional: boolean }
}

export interface Form {
  name: string
  vocabulary: Vocabulary
  packs: readonly PatternPack[]
  /** The file that holds the unit `t`. */
  source(body: string): string
  /** The parameters of `t` and what stands around the generated body. */
  unit: { async: boolean; params: string; prologue: string }
  helpers: string
  /** Runs `t` as its library would; null when nothing comes out. */
  observe(t: (...args: never[]) => unknown, run: Run): Promise<string | null>
  predicted(t: Transition): string
  /** What a called function throws is said by that function's own unit. */
  calleesSpeak?: true
}

export class E0 extends Error {}
export class E1 extends Error {
  constructor(readonly status: number) {
    super()
  }
}
export class E2 extends Error {
  statusCode = 422
}
export class X extends Error {}

export const project = {
  'x.ts': `export class E0 extends Error {}
export class E1 extends Error { constructor(status) { super(); this.status = status } }
export class E2 extends Error { statusCode = 422 }
export class X extends Error {}`,
}

/** `/*!*​/` marks the throws of functions that are units of their own: for the unit they are exceptions of a call. */
export const commonHelpers = `const both = (a, b) => a && b
const isOff = a => !a
function pick(a, b) { if (a) return b > 1; return null }
function need(a) { if (!a) { /*!*/ throw new E0() } }
async function needLater(a) { if (!a) { /*!*/ throw new E1(404) } }
const run = f => f()
`
/** As parameters, and as what is taken from an object. */
export const names = 'v0, v1, v2, v3, s, n, o, u, dv = 2, xs'
export const locals = 'let l0 = v0; const named = v1 && !v2; const c0 = ask0();'

/** What was started and not waited for ends. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 12; i++) await null
}

export const literalStatus = (ref: ValueRef | null): string =>
  ref?.type === 'literal' ? String(ref.value) : '?'

export function bodyOf(shape: TypeShape | null): string {
  if (shape === null) return '-'
  if (shape.type === 'literal') return String(shape.value)
  if (shape.type === 'record')
    return [
      ...Object.entries(shape.properties)
        .map(([key, value]) => (isOptional(value) ? `${key}?` : key))
        .sort(),
      ...(shape.spreads ? ['...'] : []),
    ].join()
  if (shape.type === 'union') return shape.variants.map(bodyOf).join('|')
  if (shape.type === 'undefined') return '-'
  if (shape.type === 'null') return 'null'
  return shape.type === 'text' ? '<error>' : '?'
}

const isOptional = (shape: TypeShape): boolean =>
  shape.type === 'union' && shape.variants.some(v => v.type === 'undefined')

export const shownBody = (value: unknown): string =>
  value === undefined
    ? '-'
    : typeof value === 'object' && value !== null
      ? Object.keys(value).sort().join()
      : String(value)

export const thrownAs = (error: unknown, statuses: readonly string[]): string => {
  for (const name of statuses) {
    const status = (error as Record<string, unknown>)[name]
    if (typeof status === 'number') return `${status} <error>`
  }
  return `throw ${(error as Error).constructor.name}`
}

export function predictedResponse({ output }: Transition): string {
  switch (output.type) {
    case 'response':
      return `${literalStatus(output.statusCode)} ${bodyOf(output.body)}`
    case 'return':
      return output.value?.type === 'literal'
        ? `return ${output.value.value}`
        : output.value?.type === 'undefined'
          ? 'void'
          : output.value?.type === 'null'
            ? 'return null'
            : 'return ?'
    case 'throw':
      return `throw ${output.exceptionType ?? '?'}`
    default:
      return output.type
  }
}

/** `?` stands for what was not read. */
export function agrees(said: string, seen: string): boolean {
  const [a = '', ...restA] = said.split(' ')
  const [b = '', ...restB] = seen.split(' ')
  if (a === 'return' && restA.join(' ') === '?') return b === 'return' || b === 'void'
  return (
    (a === '?' || a === b) &&
    restA
      .join(' ')
      .split('|')
      .some(one => one === '?' || one === restB.join(' ') || haveKeys(one, restB.join(' ')))
  )
}

/** `a,b?,...`: an `a`, perhaps a `b`, perhaps more. */
function haveKeys(said: string, seen: string): boolean {
  const names = said.split(',')
  const keys = seen.split(',')
  const known = names.map(n => n.replace(/\?$/, ''))
  return (
    names.every(n => n.endsWith('?') || n === '...' || keys.includes(n)) &&
    (names.includes('...') || keys.every(k => known.includes(k)))
  )
}
