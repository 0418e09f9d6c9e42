/** Whether a thrown value is known to meet what an error handler's outcome tests of it. */
import type { BehavioralSummary, ComparisonOp, Predicate, Transition, ValueRef } from '../ir/index.js'
import { httpTransition } from '../ir/index.js'
import { isInstance, type Thrown } from './catch-throw.js'
import { literalStatus } from './read-state.js'

export type TestAnswer = 'yes' | 'no' | 'unknown'

/** `free`: it tests something else, so either may hold. */
type Answer = TestAnswer | 'free'

const opposite = { yes: 'no', no: 'yes', unknown: 'unknown', free: 'free' } as const
const not = (answer: Answer): Answer => opposite[answer]

interface Parameter {
  name: string
  position: number
}

/** The parameter an error handler gets the thrown value in. */
function errorParameter({ inputs }: BehavioralSummary): Parameter {
  const parameters = inputs.flatMap(input => (input.type === 'parameter' ? [input] : []))
  const named = parameters.find(({ role }) => role !== null && /err|exception/i.test(role))
  const found = named ?? parameters.find(({ position }) => position === 0)
  return found ? { name: found.name, position: found.position } : { name: 'err', position: 0 }
}

/** The member path tested of the thrown value; null when the value is another. */
function thrownPath(ref: ValueRef, parameter: Parameter): string[] | null {
  if (ref.type === 'input') return ref.inputRef === parameter.name ? ref.path : null
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

/** Whether a value that is not the thrown one may still have been worked out from it. */
function isWorkedOut(ref: ValueRef, { name, position }: Parameter): boolean {
  switch (ref.type) {
    case 'derived':
      return isWorkedOut(ref.from, { name, position })
    case 'dependency':
      return true
    case 'unresolved':
      return mentions(ref.sourceText, { name, position })
    case 'input':
    case 'literal':
    case 'state':
      return false
    default:
      return ref satisfies never
  }
}

/** Canonical text: `$0` is a parameter, `_1` a name that resolves to nothing. */
const mentions = (text: string, { name, position }: Parameter): boolean =>
  new RegExp(`(?<![\\w$])(_\\d+|\\$${position}|${name.replace(/\W/g, '\\$&')})(?![\\w$])`).test(text)

type Known = { type: 'value'; value: string | number | boolean } | { type: 'missing' } | { type: 'unknown' }
const unknown: Known = { type: 'unknown' }

/** Members of every error that are set by the language. */
const ownOfErrors = new Set(['stack', 'message', 'cause', 'toString'])

function member(path: readonly string[], thrown: Thrown): Known {
  const [name] = path
  if (path.length !== 1 || name === undefined || thrown.fields === null || thrown.unread.includes(name)) return unknown
  const value = thrown.fields[name] ?? thrown.texts[name]
  if (value !== undefined) return { type: 'value', value }
  if (name === 'message' && isPlainError(thrown) && thrown.message !== null && !thrown.message.includes('${')) return { type: 'value', value: thrown.message }
  if (thrown.open || ownOfErrors.has(name)) return unknown
  if (name === 'name' && isError(thrown)) return { type: 'value', value: 'Error' }
  return { type: 'missing' }
}

const isPlainError = ({ type, ancestors }: Thrown): boolean => type === 'Error' && ancestors.length === 0
const isError = (thrown: Thrown): boolean => isPlainError(thrown) || thrown.ancestors.at(-1) === 'Error'

function compare(op: ComparisonOp, known: Known, right: ValueRef): TestAnswer {
  if (known.type === 'unknown' || right.type !== 'literal') return 'unknown'
  const left = known.type === 'missing' ? null : known.value
  const { value } = right
  if (op === 'eq') return left === value ? 'yes' : 'no'
  if (op === 'neq') return left === value ? 'no' : 'yes'
  if (left === null) return 'no'
  if (typeof left !== 'number' || typeof value !== 'number') return 'unknown'
  const holds = { gt: left > value, gte: left >= value, lt: left < value, lte: left <= value }[op]
  return holds ? 'yes' : 'no'
}

function instanceAnswer(thrown: Thrown, name: string): TestAnswer {
  if (isInstance(thrown, name)) return 'yes'
  return thrown.type === null || thrown.ancestryIncomplete ? 'unknown' : 'no'
}

/** `typeof err.status === 'number'`. */
function typeAnswer(known: Known, name: string): TestAnswer {
  if (known.type === 'unknown') return 'unknown'
  return known.type === 'value' && typeof known.value === name ? 'yes' : 'no'
}

const truthy = (known: Known): TestAnswer =>
  known.type === 'unknown' ? 'unknown' : known.type === 'value' && known.value ? 'yes' : 'no'

const present = (known: Known): TestAnswer =>
  known.type === 'unknown' ? 'unknown' : known.type === 'value' ? 'yes' : 'no'

function answer(predicate: Predicate, parameter: Parameter, thrown: Thrown): Answer {
  const elsewhere = (...refs: readonly ValueRef[]): Answer => (refs.some(ref => thrownPath(ref, parameter) !== null || isWorkedOut(ref, parameter)) ? 'unknown' : 'free')
  const knownAt = (path: readonly string[]): Known => (path.length === 0 ? { type: 'value', value: true } : member(path, thrown))
  switch (predicate.type) {
    case 'typeCheck': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return elsewhere(predicate.subject)
      return path.length === 0 ? instanceAnswer(thrown, predicate.expectedType) : typeAnswer(member(path, thrown), predicate.expectedType)
    }
    case 'comparison': {
      const path = thrownPath(predicate.left, parameter)
      if (path === null) return elsewhere(predicate.left, predicate.right)
      return path.length === 0 ? 'unknown' : compare(predicate.op, member(path, thrown), predicate.right)
    }
    case 'truthinessCheck': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return elsewhere(predicate.subject)
      const positive = truthy(knownAt(path))
      return predicate.negated ? not(positive) : positive
    }
    case 'nullCheck': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return elsewhere(predicate.subject)
      const positive = not(present(knownAt(path)))
      return predicate.negated ? not(positive) : positive
    }
    case 'propertyExists': {
      const path = thrownPath(predicate.subject, parameter)
      if (path === null) return elsewhere(predicate.subject)
      const positive = present(member([...path, predicate.property], thrown))
      return predicate.negated ? not(positive) : positive
    }
    case 'compound': {
      const answers = predicate.operands.map(operand => answer(operand, parameter, thrown))
      const order: readonly Answer[] = predicate.op === 'and' ? ['no', 'unknown', 'free', 'yes'] : ['yes', 'free', 'unknown', 'no']
      return order.find(each => answers.includes(each)) ?? 'free'
    }
    case 'negation':
      return not(answer(predicate.operand, parameter, thrown))
    case 'call':
      return elsewhere(...predicate.args)
    case 'opaque':
      return mentions(predicate.sourceText, parameter) ? 'unknown' : 'free'
    default:
      predicate satisfies never
      return 'unknown'
  }
}

/** Whether a thrown value gets to an outcome, by what the outcome tests of it. */
export function thrownTests(handler: BehavioralSummary, outcome: Transition, thrown: Thrown): TestAnswer {
  const parameter = errorParameter(handler)
  const answers = outcome.conditions.map(condition => answer(condition, parameter, thrown))
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}

/** The status an outcome takes from the thrown value; null when it takes none, or the value has none. */
export function statusOfThrown(outcome: Transition, { fields, unread }: Thrown): number | null {
  const { statusFrom, statusField } = httpTransition(outcome)
  if (statusFrom !== 'throw' || statusField === undefined || unread.includes(statusField)) return null
  const value = fields?.[statusField]
  return value !== undefined && Number.isInteger(value) && value >= 100 && value <= 599 ? value : null
}

/** An outcome is certain for a thrown value only when each test it makes of the value is known to hold. */
export function meetsThrownTests(handler: BehavioralSummary, outcome: Transition, thrown: Thrown): boolean {
  if (thrownTests(handler, outcome, thrown) !== 'yes') return false
  const { statusFrom, statusField } = httpTransition(outcome)
  if (statusFrom !== 'throw') return true
  return literalStatus(outcome) !== null && statusField !== undefined && member([statusField], thrown).type === 'missing'
}
