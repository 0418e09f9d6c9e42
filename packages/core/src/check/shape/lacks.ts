/** Whether a body lacks what a client reads at a path. */
import type { TypeShape } from '../../ir/index.js'
import { anyOf, type Reason, type Tri } from '../tri.js'
import { arrayMembers, numberMembers, objectMembers, textMembers } from './standard-members.js'

export interface Lack {
  result: Tri
  reason?: Reason
  /** Present, and may be left out. */
  optional?: true
  /** Present, and may be null. */
  nullable?: true
}

const present: Lack = { result: 'no' }
const missing: Lack = { result: 'yes' }
const unknown = (reason: Reason): Lack => ({ result: 'unknown', reason })
const maxDepth = 32

export function lacks(body: TypeShape, path: readonly string[], depth = 0): Lack {
  if (depth > maxDepth) return unknown('tooDeep')
  if (body.type === 'union') return lacksInUnion(body.variants, path, depth)
  const [step, ...rest] = path
  if (step === undefined) return present
  switch (body.type) {
    case 'record': {
      const child = Object.hasOwn(body.properties, step) ? body.properties[step] : undefined
      if (child) return lacks(child, rest, depth + 1)
      if (step !== '[]' && objectMembers.has(step)) return present
      return body.spreads !== undefined && body.spreads.length > 0 ? unknown('spread') : missing
    }
    case 'dictionary':
      return present
    case 'array':
      if (step === '[]' || /^\d+$/.test(step)) return lacks(body.items, rest, depth + 1)
      return arrayMembers.has(step) ? present : missing
    case 'text':
      return textMembers.has(step) ? present : missing
    case 'literal':
      return membersOf(typeof body.value).has(step) ? present : missing
    case 'number':
    case 'integer':
      return numberMembers.has(step) ? present : missing
    case 'boolean':
      return objectMembers.has(step) ? present : missing
    case 'null':
    case 'undefined':
      return missing
    case 'ref':
      return unknown('unresolvedRef')
    case 'unknown':
      return unknown('unknownShape')
    default:
      body satisfies never
      return unknown('unknownShape')
  }
}

const membersOf = (type: string): ReadonlySet<string> =>
  type === 'string' ? textMembers : type === 'number' ? numberMembers : objectMembers

/** `null` and `undefined` beside other variants are set aside: the read may meet them, and need not. */
function lacksInUnion(variants: readonly TypeShape[], path: readonly string[], depth: number): Lack {
  const solid = variants.filter(({ type }) => type !== 'null' && type !== 'undefined')
  if (solid.length === 0) return path.length === 0 ? present : missing
  const answers = solid.map(variant => lacks(variant, path, depth + 1))
  const result = answers.every(({ result }) => result === 'yes')
    ? 'yes'
    : answers.every(({ result }) => result === 'no')
      ? 'no'
      : 'unknown'
  if (result === 'yes') return missing
  if (result === 'unknown') {
    const reason = answers.find(
      answer => answer.reason !== undefined && answer.reason !== 'someVariants',
    )?.reason
    return unknown(reason ?? 'someVariants')
  }
  const optional =
    variants.some(({ type }) => type === 'undefined') || answers.some(answer => answer.optional)
  const nullable = variants.some(({ type }) => type === 'null') || answers.some(answer => answer.nullable)
  return { result, ...(optional ? { optional: true } : {}), ...(nullable ? { nullable: true } : {}) }
}

export type StepNeed = 'array' | 'record'

export const needOf = (step: string): StepNeed => (step === '[]' ? 'array' : 'record')

/** Whether the shape is surely of another kind than the next step of a read needs. */
export function isOtherKind(shape: TypeShape, need: StepNeed): Tri {
  switch (shape.type) {
    case 'union': {
      const solid = shape.variants.filter(({ type }) => type !== 'null' && type !== 'undefined')
      const answers = solid.map(variant => isOtherKind(variant, need))
      return answers.length > 0 && answers.every(answer => answer === 'yes')
        ? 'yes'
        : anyOf(answers) === 'no'
          ? 'no'
          : 'unknown'
    }
    case 'record':
      return need === 'record' ? 'no' : 'yes'
    case 'array':
      return need === 'array' ? 'no' : 'yes'
    case 'text':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'literal':
      return 'yes'
    default:
      return 'unknown'
  }
}

/** The shapes a path leads to; null and undefined variants are set aside. */
export function shapesAt(body: TypeShape, path: readonly string[]): TypeShape[] {
  if (body.type === 'union') {
    return body.variants
      .filter(({ type }) => type !== 'null' && type !== 'undefined')
      .flatMap(variant => shapesAt(variant, path))
  }
  const [step, ...rest] = path
  if (step === undefined) return [body]
  if (body.type === 'record') {
    const child = Object.hasOwn(body.properties, step) ? body.properties[step] : undefined
    return child ? shapesAt(child, rest) : []
  }
  if (body.type === 'array' && (step === '[]' || /^\d+$/.test(step))) return shapesAt(body.items, rest)
  return body.type === 'dictionary' ? shapesAt(body.values, rest) : []
}
