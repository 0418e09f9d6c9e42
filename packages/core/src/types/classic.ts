/** The oracle in this process: TypeScript 6, or the program a host already has. */
import type ts from 'typescript'
import { answerHoles } from './answer-holes.js'
import type { Checker } from './checker.js'
import { classicChecker } from './classic-checker.js'
import type { TypeOracle } from './port.js'
import { openSession, type SessionOptions } from './session.js'
import { createShapes, type Shapes } from './shape/shapes.js'

interface Open {
  checker: Checker<ts.Node, ts.Type>
  shapes: Shapes<ts.Type>
}

/** Nothing is loaded before the first question. */
export function createClassic(options: SessionOptions): TypeOracle {
  let open: Open | null | undefined
  const opened = (): Open | null => {
    if (open === undefined) {
      const session = openSession(options)
      const checker = session === null ? null : classicChecker(session)
      open = checker === null ? null : { checker, shapes: createShapes(checker.types) }
    }
    return open
  }
  return {
    name: 'classic',
    ask: holes => {
      const ready = holes.length === 0 ? null : opened()
      if (ready === null) return holes.map(() => ({ type: 'none', reason: 'typesOff' }))
      return answerHoles(ready.checker, ready.shapes, holes)
    },
    close: () => {
      open = undefined
    },
  }
}
