/** Whether a transition's conditions hold in one run: true, false, or null where the run does not say. */
import type { Predicate, Transition, ValueRef } from '../../src/ir/index.js'

export type Truth = boolean | null

/** What is known of one run. */
export interface RunFacts {
  /** A value by its path from the inputs: `["o", "k"]`. */
  inputs: Readonly<Record<string, unknown>>
  /** What an input is compared with by `===`, of null and undefined. */
  strictly: Readonly<Record<string, readonly unknown[]>>
  /** What a function of the program answers; null when it may answer differently. */
  answerOf(callee: string, args: readonly unknown[] | null): { value: unknown } | null
  /** An expression of the program over its inputs. */
  valueOf(sourceText: string): { value: unknown } | null
  /** A call of the body threw. */
  exceptional: boolean
}

interface LoopFacts {
  marker: string
  conditions: Predicate[][]
}

interface Scope {
  run: RunFacts
  loops: readonly LoopFacts[]
  /** The one item of the list, inside a loop over it. */
  item: Readonly<Record<string, unknown>> | null
}

export const allOf = (parts: readonly Truth[]): Truth =>
  parts.includes(false) ? false : parts.includes(null) ? null : true
export const anyOf = (parts: readonly Truth[]): Truth =>
  parts.includes(true) ? true : parts.includes(null) ? null : false
const not = (truth: Truth): Truth => (truth === null ? null : !truth)

export function holds(
  { conditions, metadata }: Pick<Transition, 'conditions' | 'metadata'>,
  run: RunFacts,
): Truth {
  const facts = metadata?.['loop']
  const loops = facts === undefined ? [] : ([facts].flat() as LoopFacts[])
  return allOf(conditions.map(c => judge(c, { run, loops, item: null })))
}

/** Conditions of an effect, told with those of its transition. */
export const effectHolds = (conditions: readonly Predicate[], t: Transition, run: RunFacts): Truth =>
  holds({ conditions: [...conditions], ...(t.metadata ? { metadata: t.metadata } : {}) }, run)

function judge(p: Predicate, scope: Scope): Truth {
  switch (p.type) {
    case 'truthinessCheck':
      return not2(truthOf(p.subject, scope, Boolean), p.negated)
    case 'nullCheck':
      return not2(
        truthOf(p.subject, scope, v =>
          v !== null && v !== undefined ? false : isExact(p.subject, v, scope) ? true : null,
        ),
        p.negated,
      )
    case 'typeCheck':
      return truthOf(p.subject, scope, v =>
        p.expectedType === 'array'
          ? Array.isArray(v)
          : /^[a-z]/.test(p.expectedType)
            ? typeof v === p.expectedType
            : null,
      )
    case 'propertyExists':
      return not2(
        truthOf(p.subject, scope, v => (typeof v === 'object' && v !== null ? p.property in v : null)),
        p.negated,
      )
    case 'comparison':
      return compare(valueOf(p.left, scope), p.op, valueOf(p.right, scope))
    case 'compound':
      return (p.op === 'and' ? allOf : anyOf)(p.operands.map(o => judge(o, scope)))
    case 'negation':
      return not(judge(p.operand, scope))
    case 'call':
      return callTruth(p, scope)
    case 'opaque':
      return opaque(p.sourceText, scope)
    default:
      return p satisfies never
  }
}

/** A `nullCheck` does not tell null from undefined where the program does. */
function isExact(ref: ValueRef, value: null | undefined, { run }: Scope): boolean {
  const name =
    ref.type === 'input'
      ? (ref.path.at(-1) ?? ref.inputRef)
      : ref.type === 'dependency'
        ? ref.accessChain.at(-1)
        : undefined
  return name === undefined || (run.strictly[name] ?? []).every(v => v === value)
}

const not2 = (truth: Truth, negated: boolean): Truth => (negated ? not(truth) : truth)

function truthOf(ref: ValueRef, scope: Scope, test: (value: unknown) => Truth): Truth {
  const found = valueOf(ref, scope)
  return found ? test(found.value) : null
}

type Op = Extract<Predicate, { type: 'comparison' }>['op']

function compare(left: { value: unknown } | null, op: Op, right: { value: unknown } | null): Truth {
  if (!left || !right) return null
  const [a, b] = [left.value, right.value] as [number, number]
  switch (op) {
    case 'eq':
      return a === b
    case 'neq':
      return a !== b
    case 'gt':
      return a > b
    case 'gte':
      return a >= b
    case 'lt':
      return a < b
    case 'lte':
      return a <= b
    default:
      return op satisfies never
  }
}

function callTruth({ callee, args }: Extract<Predicate, { type: 'call' }>, scope: Scope): Truth {
  if (/ throws /.test(callee)) return scope.run.exceptional ? null : false
  const given = args.map(a => valueOf(a, scope))
  if (given.includes(null)) return null
  const answer = scope.run.answerOf(
    callee,
    given.map(g => g?.value),
  )
  return answer ? Boolean(answer.value) : null
}

function opaque(text: string, scope: Scope): Truth {
  if (text.startsWith('exception from')) return scope.run.exceptional ? null : false
  const loop = scope.loops.find(l => l.marker === text)
  if (loop) return marker(loop, scope)
  const found = scope.run.valueOf(text)
  return found ? Boolean(found.value) : null
}

/** The first item takes its way; of others another may, or leave the loop before. */
function marker({ marker: text, conditions }: LoopFacts, scope: Scope): Truth {
  // a way without a condition may be the one an exception kept from being taken
  if (scope.run.exceptional) return null
  const ways = (item: Scope['item']): Truth =>
    anyOf(conditions.map(way => allOf(way.map(c => judge(c, { ...scope, item })))))
  if (!/^for some [^:]* of xs(?::|$)/.test(text)) return ways(null)
  const items = (scope.run.inputs['xs'] ?? []) as Record<string, unknown>[]
  // in a loop of loops a name may be an item of either
  if (scope.item && items.length > 1) return null
  const each = items.map(ways)
  return each.length < 2 || each[0] || each.every(t => t === false) ? anyOf(each) : null
}

function member(value: unknown, names: readonly string[]): { value: unknown } | null {
  let at = value
  for (const name of names) {
    if (at === null || at === undefined) return null
    at = (at as Record<string, unknown>)[name]
  }
  return { value: at }
}

function valueOf(ref: ValueRef, scope: Scope): { value: unknown } | null {
  switch (ref.type) {
    case 'literal':
      return { value: ref.value }
    case 'input':
      return member(
        scope.run.inputs,
        ref.path[0] === 'body'
          ? ref.path.slice(1)
          : ref.path.length === 0
            ? [ref.inputRef]
            : [ref.inputRef, ...ref.path],
      )
    case 'dependency': {
      if (ref.name === 'c.req.json') return member(scope.run.inputs, ref.accessChain)
      // the reference does not say what the call was given
      const answer = scope.run.answerOf(ref.name, null)
      return answer ? member(answer.value, ref.accessChain) : null
    }
    case 'derived': {
      const from = valueOf(ref.from, scope)
      if (!from) return null
      switch (ref.derivation.type) {
        case 'propertyAccess':
          return member(from.value, [ref.derivation.property])
        case 'destructured':
          return member(from.value, [ref.derivation.field])
        case 'indexAccess':
          return member(from.value, [String(ref.derivation.index)])
        case 'awaited':
          return from
        default:
          return null
      }
    }
    case 'unresolved': {
      const field = /^_\d+ \. (\w+)$/.exec(ref.sourceText)?.[1]
      return field !== undefined && scope.item ? member(scope.item, [field]) : null
    }
    default:
      return null
  }
}
