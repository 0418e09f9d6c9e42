/** Branches of a component that no story shows (section 7.6). */
import { byCodeUnit, type Input, type Predicate, type ValueRef } from '../ir/index.js'
import type { Pairing, ShownComponent } from '../pair/index.js'
import { side, type Draft } from './draft.js'

export const checkScenarioCoverage = ({ stories }: Pairing): Draft[] => stories.flatMap(gaps)

function gaps({ component, stories }: ShownComponent): Draft[] {
  const [first] = stories
  if (!first || stories.some(({ facts }) => facts.open)) return []
  const set = new Set(stories.flatMap(({ unit, facts }) => [...unit.summary.inputs.flatMap(i => (i.type === 'parameter' ? [i.name] : [])), ...(facts.controls ?? [])]))
  const names = new Map<string, string[]>()
  for (const { id, conditions } of component.summary.transitions)
    for (const name of new Set(conditions.flatMap(subjectsOf).flatMap(ref => propOf(ref, component.summary.inputs) ?? [])))
      if (!set.has(name)) names.set(name, [...(names.get(name) ?? []), id])
  return [...names]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([name, transitions]): Draft => ({
      kind: 'scenarioCoverageGap',
      form: 'prop',
      binding: component.summary.identity.boundaryBinding ?? first.unit.summary.identity.boundaryBinding,
      provider: side(component, transitions, { field: name }),
      consumer: side(first.unit),
      facts: { field: name },
    }))
}

function subjectsOf(predicate: Predicate): ValueRef[] {
  switch (predicate.type) {
    case 'nullCheck':
    case 'truthinessCheck':
    case 'typeCheck':
    case 'propertyExists':
      return [predicate.subject]
    case 'comparison':
      return [predicate.left, predicate.right]
    case 'compound':
      return predicate.operands.flatMap(subjectsOf)
    case 'negation':
      return subjectsOf(predicate.operand)
    default:
      return []
  }
}

/** The prop a value is, or is a part of. */
function propOf(ref: ValueRef, inputs: readonly Input[]): string | null {
  if (ref.type === 'derived') return propOf(ref.from, inputs)
  if (ref.type !== 'input') return null
  const [first] = ref.path
  const props = inputs.flatMap(i => (i.type === 'parameter' && i.position === 0 ? [i] : []))
  const isBound = props.some(({ name, role }) => name === role && name === first)
  const isWhole = props.some(({ name, role }) => role === 'props' && name === ref.inputRef)
  return first !== undefined && (isWhole || (isBound && /^arg\d+$/.test(ref.inputRef))) ? first : null
}
