/** Fills a message of the catalogue from facts. */
import { formInfo, type KindAndForm } from './table.js'

export type Fact = string | number | boolean | string[] | number[]
export type Facts = Record<string, Fact>

/** Who is named in a message: the two units and their boundary. */
export interface Names {
  p: string
  c: string
  b: string
}

const text = (fact: Fact | undefined): string => (Array.isArray(fact) ? fact.join(', ') : String(fact ?? ''))

export function describeFinding({ kind, form }: KindAndForm, facts: Facts, names: Names): string {
  const values: Facts = { ...facts, ...names }
  const message = formInfo(kind, form).message.replace(/\{(\w+)\}/g, (_, name: string) => text(values[name]))
  const near = kind === 'restMethodOnUnknownPath' && form === 'path' ? facts['nearest'] : facts['candidates']
  const others = facts['others']
  const more = !Array.isArray(others) ? '' : others.length === 1 ? `, nor does ${text(others)}` : `, nor do ${others.length} others`
  return `${message}${more}${Array.isArray(near) && near.length > 0 ? `, nearest: ${text(near)}` : ''}`
}
