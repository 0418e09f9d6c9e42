/** A schema error in one line: where, what, and the key that was probably meant. */
import type { z } from 'zod'
import { isRecord } from '../ir/index.js'
import { nearestWord } from './nearest.js'

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

export interface SchemaFault {
  schema: Schema
  value: unknown
  issues: readonly Issue[]
}

/** `discovery[0].match: unknown key "importname", nearest: "importName"`. */
export function describeFault({ schema, value, issues }: SchemaFault): string {
  const [issue] = issues
  if (issue === undefined) return 'invalid'
  const { path, issue: inner } = innermost(issue, [])
  const where = path.length === 0 ? '' : `${pathText(path)}: `
  if (inner.code !== 'unrecognized_keys') return `${where}${messageOf(inner, valueAt(value, path))}`
  const key = String(inner.keys[0])
  const nearest = nearestWord(key, keysAt(schema, value, path))
  return `${where}unknown key "${key}"${nearest === null ? '' : `, nearest: "${nearest}"`}`
}

export const pathText = (path: Path): string =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('')

/** Of a union without a tag, the branch that fits best: fewest issues, none of them a missing key. */
function innermost(issue: Issue, prefix: Path): { path: Path; issue: Issue } {
  const path = [...prefix, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { path, issue }
  const [best] = issue.errors.toSorted((a, b) => misfit(a) - misfit(b))
  const [inner] = best ?? []
  return inner === undefined ? { path, issue } : innermost(inner, path)
}

const misfit = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 2), 0)

function messageOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type') {
    return value === undefined ? `missing, expected ${issue.expected}` : `expected ${issue.expected}`
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(word => JSON.stringify(word)).join(', ')
    const nearest = typeof value === 'string' ? nearestWord(value, issue.values.map(String)) : null
    return `${JSON.stringify(value)} is none of ${values}${nearest === null ? '' : `, nearest: "${nearest}"`}`
  }
  return issue.message
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at) && typeof key === 'number') return at[key] as unknown
    return isRecord(at) ? at[String(key)] : undefined
  }, value)

/** The keys the schema knows at a place of the value. */
function keysAt(schema: Schema, value: unknown, path: Path): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [key, ...rest] = path
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return keysAt(def.innerType, value, path)
    case 'lazy':
      return keysAt(def.getter(), value, path)
    case 'union':
      return fitting(def.options, value).flatMap(option => keysAt(option, value, path))
    case 'object': {
      if (key === undefined) return Object.keys(def.shape)
      const member = def.shape[String(key)]
      return member === undefined ? [] : keysAt(member, valueAt(value, [key]), rest)
    }
    case 'array':
      return key === undefined ? [] : keysAt(def.element, valueAt(value, [key]), rest)
    case 'record':
      return key === undefined ? [] : keysAt(def.valueType, valueAt(value, [key]), rest)
    default:
      return []
  }
}

/** Options whose literal members all match the value; all of them when the value decides nothing. */
function fitting(options: readonly Schema[], value: unknown): readonly Schema[] {
  const fits = options.filter(option => literalsMatch(option, value))
  return fits.length > 0 ? fits : options
}

function literalsMatch(option: Schema, value: unknown): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return false
  return Object.entries(def.shape).every(([key, member]) => {
    const { def: memberDef } = (member as z.core.$ZodTypes)._zod
    if (memberDef.type !== 'literal') return true
    const actual = valueAt(value, [key])
    return memberDef.values.some(literal => literal === actual)
  })
}
