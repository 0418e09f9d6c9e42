/** Whether what stands under conditions runs in a deployed unit: its environment decides some of them (checking.md 7.4). */
import type { ConfigFacts, Predicate, ValueRef } from '../ir/index.js'

export type Tri = 'yes' | 'no' | 'unknown'

/** An input may be anything; what is no input and no variable of the environment is not known. `own`: a read is not kept from itself. */
export function runsUnder(conditions: readonly Predicate[], facts: ConfigFacts, own: string | null): Tri {
  return all(conditions.map(holds))

  function holds(predicate: Predicate): Tri {
    switch (predicate.type) {
      case 'truthinessCheck': return asked(predicate.subject, value => (value !== undefined && value !== '') !== predicate.negated)
      case 'nullCheck': return asked(predicate.subject, value => (value === undefined) !== predicate.negated)
      case 'comparison': {
        const { left, right, op } = predicate
        if (right.type !== 'literal' || (op !== 'eq' && op !== 'neq')) return all([left, right].map(ofInput))
        const wanted = right.value
        return asked(left, value => (value === null ? null : (value === (wanted ?? undefined)) === (op === 'eq')))
      }
      case 'typeCheck':
      case 'propertyExists': return ofInput(predicate.subject)
      case 'compound': return predicate.op === 'and' ? all(predicate.operands.map(holds)) : any(predicate.operands.map(holds))
      case 'negation': return opposite(holds(predicate.operand))
      default: return 'unknown'
    }
  }

  /** `test` is given the variable's text, null where it is set to something that is not known, undefined where it is not set. */
  function asked(subject: ValueRef, test: (value: string | null | undefined) => boolean | null): Tri {
    const name = variableOf(subject)
    if (name === null) return ofInput(subject)
    if (name === own) return 'yes'
    const isSet = Object.hasOwn(facts.variables, name) || facts.platform.includes(name)
    if (!isSet && !facts.complete) return 'unknown'
    const answer = test(isSet ? (facts.variables[name]?.value ?? null) : undefined)
    return answer === null ? 'unknown' : answer ? 'yes' : 'no'
  }
}

const all = (found: readonly Tri[]): Tri => (found.includes('no') ? 'no' : found.includes('unknown') ? 'unknown' : 'yes')
const any = (found: readonly Tri[]): Tri => (found.includes('yes') ? 'yes' : found.includes('unknown') ? 'unknown' : 'no')

/** What an input may be, it may also not be. */
const opposite = (found: Tri): Tri => (found === 'no' ? 'yes' : 'unknown')

function ofInput(ref: ValueRef): Tri {
  if (ref.type === 'derived') return ofInput(ref.from)
  return ref.type === 'input' || ref.type === 'literal' ? 'yes' : 'unknown'
}

function variableOf(ref: ValueRef): string | null {
  const text = ref.type === 'unresolved' ? ref.sourceText.replace(/\s+/g, '') : ''
  return /^process\.env\.(\w+)$/.exec(text)?.[1] ?? null
}
