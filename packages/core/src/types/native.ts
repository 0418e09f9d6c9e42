/** The oracle in a process of its own: TypeScript 7; another oracle takes over where it cannot answer. */
import type { Node } from '@typescript/native/unstable/ast'
import type { Type } from '@typescript/native/unstable/sync'
import { answerHoles } from './answer-holes.js'
import type { Checker } from './checker.js'
import { isInstalled } from './installed.js'
import { nativeChecker } from './native-checker.js'
import { openNativeSession } from './native-session.js'
import type { Hole, HoleAnswer, TypeOracle } from './port.js'
import type { SessionOptions } from './session.js'
import { createShapes, type Shapes } from './shape/shapes.js'

interface Open {
  checker: Checker<Node, Type>
  shapes: Shapes<Type>
  isAlive(): boolean
  close(): void
}

export interface NativeOptions extends SessionOptions {
  /** package.json of a TypeScript 7. */
  manifest: string
  /** Given what went wrong, or null where the project is not for it. */
  fallback(cause: unknown): TypeOracle
}

/** Nothing is started before the first question. */
export function createNative(options: NativeOptions): TypeOracle {
  let open: Open | 'lost' | null = null
  let other: TypeOracle | null = null
  const closeNative = (): void => {
    if (open !== null && open !== 'lost') open.close()
  }
  const askOther = (holes: readonly Hole[], cause: unknown): readonly HoleAnswer[] => {
    other ??= options.fallback(cause)
    return other.ask(holes)
  }
  const giveUp = (holes: readonly Hole[], cause: unknown): readonly HoleAnswer[] => {
    closeNative()
    open = 'lost'
    return askOther(holes, cause)
  }
  return {
    get name() {
      return open === 'lost' ? (other?.name ?? 'none') : 'native'
    },
    ask: holes => {
      if (holes.length === 0) return []
      if (open === 'lost') return askOther(holes, null)
      if (!isInstalled(options.host)) return holes.map(() => ({ type: 'none', reason: 'typesOff' }))
      try {
        open ??= opened(options)
        if (open === null) return giveUp(holes, null)
        return completed(answerAll(open, holes), holes, askOther)
      } catch (error) {
        // a process that cannot be started, or that ended: the questions are asked again
        return giveUp(holes, error)
      }
    },
    close: () => {
      closeNative()
      open = null
      other?.close()
    },
  }
}

function opened(options: NativeOptions): Open | null {
  const session = openNativeSession(options, options.manifest)
  if (session === null) return null
  const checker = nativeChecker(session, options.host)
  return { checker, shapes: createShapes(checker.types), isAlive: session.isAlive, close: session.close }
}

/** A question the checker fails at, by itself: 7.0.2 cannot say the type of some `[]`. */
interface Failed {
  type: 'failed'
  cause: unknown
}

/** One question that fails takes no other with it. */
function answerAll(open: Open, holes: readonly Hole[]): readonly (HoleAnswer | Failed)[] {
  try {
    return answerHoles(open.checker, open.shapes, holes)
  } catch (cause) {
    if (!open.isAlive()) throw cause
    if (holes.length === 1) return [{ type: 'failed', cause }]
    const half = holes.length >> 1
    return [...answerAll(open, holes.slice(0, half)), ...answerAll(open, holes.slice(half))]
  }
}

function completed(
  answers: readonly (HoleAnswer | Failed)[],
  holes: readonly Hole[],
  askOther: (holes: readonly Hole[], cause: unknown) => readonly HoleAnswer[],
): readonly HoleAnswer[] {
  const failed = answers.find(answer => answer.type === 'failed')
  if (failed === undefined) return answers.filter(answer => answer.type !== 'failed')
  const others = askOther(
    holes.filter((_hole, at) => answers[at]?.type === 'failed'),
    failed.cause,
  )
  const rest = others.values()
  return answers.map(answer => (answer.type === 'failed' ? (rest.next().value ?? noAnswer) : answer))
}

const noAnswer: HoleAnswer = { type: 'none', reason: 'externalValue' }
