/** Whether a thrown value is known to meet what an error handler's outcome tests of it. */
import type { BehavioralSummary, Predicate, Transition, ValueRef } from '../ir/index.js'
import { httpTransition } from '../ir/index.js'
import { isInstance, type Thrown } from './catch-throw.js'
import { literalStatus } from './read-state.js'

type Answer = 'yes' | 'no' | 'unknown'

const not = (answer: Answer): Answer => (answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'unknown')

/** The parameter an error handler gets the thrown value in. */
function errorParameter({ inputs }: BehavioralSummary): string {
  const parameters = inputs.flatMap(input => (input.type === 'parameter' ? [input] : []))
  const named = parameters.find(({ role }) => role !== null && /err|exception/i.test(role))
  return (named ?? parameters.find(({ position }) => position === 0))?.name ?? 'err'
}

/** The member path tested of the thrown value; null when the value is another. */
function thrownPath(ref: ValueRef, parameter: string): string[] | null {
  if (ref.type === 'input') return ref.inputRef === parameter ? ref.path : null
  if (ref.type !== 'derived') return null
  const base = thrownPath(ref.from, parameter)
  if (base === null) return null
  switch (ref.derivation.type) {
    case 'propertyAccess':
      return [...base, ref.derivation.property]
    case 'destructured':
      return [...base, ref.derivation.field]
    default:
      return [...base, '?']
  }
}

function member(path: readonly string[], { fields }: Thrown): number | 'missing' | 'unknown' {
  const [name] = path
  if (path.length !== 1 || name === undefined || fields === null) return 'unknown'
  return fields[name] ?? 'missing'
}

function instanceAnswer(thrown: Thrown, name: string): Answer {
  if (isInstance(thrown, name)) return 'yes'
  return thrown.type === null || thrown.ancestryIncomplete ? 'unknown' : 'no'
}

/** `null`: the predicate tests something else. */
function answer(predicate: Predicate, parameter: string, thrown: Thrown): Answer | null {
  switch (predicate.type) {
    case 'typeCheck': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return null
      return path.length === 0 ? instanceAnswer(thrown, predicate.expectedType) : 'unknown'
    }
    case 'comparison': {
      const path = thrownPath(predicate.left, parameter)
      if (path === null) return null
      const value = member(path, thrown)
      if (value === 'unknown' || predicate.right.type !== 'literal') return 'unknown'
      if (predicate.op !== 'eq' && predicate.op !== 'neq') return 'unknown'
      const equal: Answer = value === predicate.right.value ? 'yes' : 'no'
      return predicate.op === 'eq' ? equal : not(equal)
    }
    case 'truthinessCheck':
    case 'nullCheck': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return null
      const value = path.length === 0 ? 1 : member(path, thrown)
      if (value === 'unknown') return 'unknown'
      const present: Answer = value === 'missing' || value === 0 ? 'no' : 'yes'
      const positive = predicate.type === 'truthinessCheck' ? present : not(present)
      return predicate.negated ? not(positive) : positive
    }
    case 'propertyExists': {
      const path = thrownPath(predicate.subject, parameter)
      return path === null ? null : 'unknown'
    }
    case 'compound': {
      const answers = predicate.operands.map(operand => answer(operand, parameter, thrown))
      const known = answers.filter(value => value !== null)
      if (known.length === 0) return null
      const deciding: Answer = predicate.op === 'and' ? 'no' : 'yes'
      if (known.includes(deciding)) return deciding
      return known.length < answers.length || known.includes('unknown') ? 'unknown' : not(deciding)
    }
    case 'negation': {
      const inner = answer(predicate.operand, parameter, thrown)
      return inner === null ? null : not(inner)
    }
    case 'call':
      return predicate.args.some(arg => thrownPath(arg, parameter) !== null) ? 'unknown' : null
    case 'opaque':
      return new RegExp(`\\b${parameter.replace(/\W/g, '\\$&')}\\b`).test(predicate.sourceText)
        ? 'unknown'
        : null
    default:
      predicate satisfies never
      return 'unknown'
  }
}

/** An outcome is certain for a thrown value only when each test it makes of the value is known to hold. */
export function meetsThrownTests(handler: BehavioralSummary, outcome: Transition, thrown: Thrown): boolean {
  const parameter = errorParameter(handler)
  const held = outcome.conditions.every(
    condition => (answer(condition, parameter, thrown) ?? 'yes') === 'yes',
  )
  const { statusFrom, statusField } = httpTransition(outcome)
  if (!held || statusFrom !== 'throw') return held
  if (literalStatus(outcome) === null) return false
  return thrown.fields !== null && statusField !== undefined && thrown.fields[statusField] === undefined
}
