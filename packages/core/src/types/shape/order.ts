/** One order of the parts of a type: the first written gets the budget, and no two versions agree on an order. */
import { byCodeUnit, canonicalJson } from '../../ir/index.js'
import type { TypeReader } from '../checker.js'
import { simpleShape } from './simple.js'

/** Looks no deeper into the parts than it takes to tell them apart. */
export function inOrder<T>(types: TypeReader<T>, parts: readonly T[], depth = 1): readonly T[] {
  if (parts.length < 2) return parts
  const keyed = parts.map(part => ({ part, key: outline(types, part, depth) }))
  const isClear = new Set(keyed.map(({ key }) => key)).size === parts.length
  if (!isClear && depth < maxDepth) return inOrder(types, parts, depth + 1)
  return keyed.toSorted((a, b) => byCodeUnit(a.key, b.key)).map(({ part }) => part)
}

const maxDepth = 4

function outline<T>(types: TypeReader<T>, type: T, depth: number): string {
  const simple = simpleShape(types, type)
  if (simple !== null) return canonicalJson(simple)
  const inside = (part: T): string => (depth === 0 ? '' : outline(types, part, depth - 1))
  const name = types.name(type)
  if (name !== null) return `~${name.name} ${name.file ?? ''}<${name.args().map(inside).join()}>`
  if (types.is(type, 'Union')) return `~(${types.parts(type).map(inside).toSorted(byCodeUnit).join('|')})`
  if (types.isList(type)) return `~[${types.items(type).map(inside).join()}]`
  const members = types.properties(type).map(property => {
    const value = depth > 1 && !property.isMethod ? inside(property.type()) : ''
    return `${property.name}:${value}`
  })
  return `~{${members.toSorted(byCodeUnit).join()}}`
}
