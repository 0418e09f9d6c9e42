/** The port through which everything that needs a type is asked, in sorted batches (extraction.md 6.7). */
import type { DeclarationPlace, TypeShape } from '../ir/index.js'

export type Question =
  /** Shape of the expression at the span, as used there (narrowed). */
  | 'shape'
  /** Shape of the type node at the span: a type argument, annotation or assertion. */
  | 'declaredType'
  /** Declaration that the member name at the span resolves to. */
  | 'declaration'
  /** Literal type of the expression at the span. */
  | 'literal'
  /** Props type of the component function at the span. */
  | 'props'

/** A place only a type can answer; `file` is relative to the project, `span` in UTF-16 offsets. */
export interface Hole {
  file: string
  span: { start: number; end: number }
  question: Question
}

export type HoleAnswer =
  | { type: 'shape'; shape: TypeShape; definitions: Record<string, TypeShape>; budget: boolean }
  | { type: 'declaration'; place: DeclarationPlace | null; module: string | null }
  | { type: 'literal'; value: string | number | boolean }
  /** The oracle is off, or has no answer. */
  | { type: 'none'; reason: 'typesOff' | 'externalValue' }

export interface TypeOracle {
  readonly name: 'classic' | 'native' | 'none'
  /** Answers in the order of the holes. */
  ask(holes: readonly Hole[]): readonly HoleAnswer[]
  close(): void
}
