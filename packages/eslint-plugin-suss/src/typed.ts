/** The program of typed lint, with the namespace of TypeScript that made it (hosts.md 4): flags have other numbers in other versions. */
import { createRequire } from 'node:module'
import type ts from 'typescript'

export interface TypedProgram {
  ts: unknown
  program: ts.Program
}

/** `objectAllocator` is what every program's nodes are made by; it tells one copy of TypeScript from another. */
interface Allocating {
  objectAllocator?: { getSourceFileConstructor(): unknown }
}

const known = new WeakMap<ts.Program, TypedProgram | null>()

/** Null when the copy that made the program is not found: types are then asked of suss's own. */
export function typedProgram(program: ts.Program | null | undefined, file: string): TypedProgram | null {
  if (!program) return null
  const found = known.get(program)
  if (found !== undefined) return found
  const [source] = program.getSourceFiles()
  const made = source
    ? candidates(file).find(c => c.objectAllocator?.getSourceFileConstructor() === source.constructor)
    : undefined
  const typed = made ? { ts: made, program } : null
  known.set(program, typed)
  return typed
}

/** The TypeScript that the linted file's parser loads: from the parser's own place, else from the file's. */
function candidates(file: string): Allocating[] {
  const fromFile = createRequire(file)
  const places = [
    'typescript-eslint',
    '@typescript-eslint/parser',
    '@typescript-eslint/typescript-estree',
  ].flatMap(name => attempt(() => fromFile.resolve(name)))
  const own = attempt(() => createRequire(import.meta.url).resolve('@typescript-eslint/utils'))
  return [file, ...places, ...own].flatMap(place =>
    attempt(() => createRequire(place)('typescript') as Allocating),
  )
}

function attempt<T>(load: () => T): T[] {
  try {
    return [load()]
  } catch {
    return []
  }
}
