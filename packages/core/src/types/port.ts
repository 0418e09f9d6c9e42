/** The port through which everything that needs a type is asked, in sorted batches (extraction.md 6.7). */
import type { Hole, HoleAnswer } from '../host.js'

export type { Hole, HoleAnswer, Question } from '../host.js'

export interface TypeOracle {
  readonly name: 'classic' | 'native' | 'none'
  /** Answers in the order of the holes. */
  ask(holes: readonly Hole[]): readonly HoleAnswer[]
  close(): void
}
