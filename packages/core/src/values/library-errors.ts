/** Error classes of libraries: which status each stands for and where it holds it (packs.md A3, extraction.md T11). */
import { isFromModule } from './decorators.js'
import type { Value } from './value.js'

export interface LibraryErrors {
  module: string
  /** Class every other one extends; its status is an argument. */
  base: { name: string; statusArgument: number }
  /** The others, with the status each stands for. */
  codes: Readonly<Record<string, number>>
  /** Members and methods that give the status. */
  fields: readonly string[]
}

export interface LibraryError {
  errors: LibraryErrors
  name: string
  /** Null: the status is an argument. */
  status: number | null
}

export function libraryErrorOf(
  value: Value | undefined,
  known: readonly LibraryErrors[],
): LibraryError | null {
  if (value?.type !== 'external') return null
  const name = value.path.filter(p => p !== 'default').at(-1)
  if (name === undefined) return null
  for (const errors of known) {
    if (!isFromModule(value.module, errors.module)) continue
    if (name === errors.base.name) return { errors, name, status: null }
    const status = Object.hasOwn(errors.codes, name) ? errors.codes[name] : undefined
    if (status !== undefined) return { errors, name, status }
  }
  return null
}

export const statusMembers = ({ fields }: LibraryErrors, status: number): Record<string, number> =>
  Object.fromEntries(fields.map(name => [name, status]))
