/** Attributes of a Prisma schema: `@map("e_mail")`, `@@map(name: "users")`, `@ignore`. */
import type * as Ast from '@mrleebo/prisma-ast'

interface Attribute {
  name: string
  args?: Ast.AttributeArgument[] | undefined
}

export const hasAttribute = (attributes: readonly Attribute[], name: string): boolean =>
  attributes.some(attribute => attribute.name === name)

/** The text of its first argument. */
export function argumentOf(attributes: readonly Attribute[], name: string): string | null {
  const [argument] = attributes.find(attribute => attribute.name === name)?.args ?? []
  const value = argument?.value
  if (typeof value === 'string') return unquoted(value)
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'
    ? unquoted(value.value)
    : null
}

export const unquoted = (value: unknown): string => String(value).replace(/^"(.*)"$/, '$1')
